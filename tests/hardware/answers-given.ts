// A run without a person: the usual answers, or those of a file. What nobody answers is skipped, and nobody touches the printer.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Person } from './person.ts'

/** `{"label-3": "none", "take-paper": "done"}`; a task that the file does not name as done is not done. */
const AnswersFile = z.record(z.string().max(40), z.string().max(100))

/** Everything that is asked has its usual answer; for a rig that somebody looks at later. */
export const usualAnswers: Person = {
  who: 'nobody: --answers yes took the usual answers',
  answer: async ({ usual }) => usual,
  act: async () => false,
}

/** Throws Error in words. */
export function answersOfFile(file: string): Person {
  const parsed = AnswersFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file} is no file of answers: an object of texts by question`)
  const answers = new Map(Object.entries(parsed.data))
  return {
    who: `the file ${file}`,
    answer: async ({ id, choices }) => {
      const given = answers.get(id) ?? null
      const names = Object.keys(choices)
      if (given === null || names.length === 0 || names.includes(given)) return given
      throw new Error(`${file}: "${given}" is no answer to ${id}; there are ${names.join(', ')}`)
    },
    act: async ({ id }) => answers.get(id) === 'done',
  }
}
