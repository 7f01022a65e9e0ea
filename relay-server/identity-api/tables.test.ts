// TRAPS.md and ASVS.md tell the truth: every test that they name is there.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

interface Named {
  readonly file: string
  readonly words: string
}

/** Of rows whose last two cells are a file and words of a test. */
function testsNamedIn(document: string): Named[] {
  const lines = readFileSync(path.join(import.meta.dirname, document), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [words, file] = line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1)
      .toReversed()
    if (words === undefined || file === undefined || !file.endsWith('.ts')) return []
    return [{ words, file: file.replace(/^IA\//, 'relay-server/identity-api/') }]
  })
}

test.each([
  ['TRAPS.md', 69],
  ['ASVS.md', 25],
])('%s names tests that are there', (document, least) => {
  const named = testsNamedIn(document)
  expect(named.length).toBeGreaterThanOrEqual(least)
  const missing = named.filter(
    ({ file, words }) => !readFileSync(path.join(ROOT, file), 'utf8').includes(words),
  )
  expect(missing).toEqual([])
})
