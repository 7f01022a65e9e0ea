// What failed, in words, where the eye falls: above the closing line of a run of thousands of tests.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { repository } from '../command.ts'
import type { Suite } from './test-reports.ts'

const SHOWN_FAILURES = 20
const SHOWN_LINES = 12

/** A line `FAILED  FILE: TEST` for each failed test, and under it the first 12 lines of what its runner said. */
export function failureLines(suites: readonly Suite[]): string[] {
  const all = suites.flatMap(({ name, failures }) =>
    failures.map(({ test, text }) => [`FAILED  ${placeOf(name)}: ${test}`, ...firstLines(text)]),
  )
  const rest = all.length - SHOWN_FAILURES
  return [...all.slice(0, SHOWN_FAILURES).flat(), ...(rest > 0 ? [`and ${rest} more failed`] : [])]
}

function placeOf(name: string): string {
  return name.startsWith(repository) ? relative(repository, name) : name
}

function firstLines(text: string): string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, SHOWN_LINES)
    .map((line) => `        ${line}`)
}
