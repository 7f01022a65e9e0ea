// A person at the terminal: questions go to standard error, answers are lines; Enter takes the usual answer, s skips.
import { createInterface } from 'node:readline'
import type { Person, Question } from './person.ts'

export interface TerminalParts {
  readonly input: NodeJS.ReadableStream
  readonly say: (text: string) => void
}

export type TerminalPerson = Person & { close(): void }

const SKIP = 's'

/** When the input ends, everything that is left is skipped. */
export function terminalPerson({ input, say }: TerminalParts): TerminalPerson {
  const reader = createInterface({ input })
  const lines = reader[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string | null> => {
    const { done, value } = await lines.next()
    return done === true ? null : value.trim()
  }
  return {
    who: 'a person at the printer',
    answer: async (question) => {
      say(`\n${questionText(question)}`)
      for (;;) {
        const line = await nextLine()
        if (line === null || line.toLowerCase() === SKIP) return null
        const answer = readAnswer(question, line)
        if (answer !== undefined) return answer
        say('  That is none of the answers.')
      }
    },
    act: async ({ text }) => {
      say(`\n${text}\n  Enter: done   s: skip this part`)
      const line = await nextLine()
      return line !== null && line.toLowerCase() !== SKIP
    },
    close: () => reader.close(),
  }
}

function questionText({ text, choices, usual }: Question): string {
  const rows = Object.values(choices).map((words, index) => `  ${index + 1}: ${words}`)
  const enter = usual === null ? 'skip' : (choices[usual] ?? usual)
  return [text, ...rows, `  Enter: ${enter}   s: skip`].join('\n')
}

/** By its number, or by its name; undefined: neither. */
function readAnswer({ choices, usual }: Question, line: string): string | null | undefined {
  if (line === '') return usual
  const names = Object.keys(choices)
  if (names.length === 0) return line.slice(0, 100)
  return names[Number(line) - 1] ?? names.find((name) => name === line.toLowerCase())
}
