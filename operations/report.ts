// What a command answers: lines for a person, or one line of JSON for a script.

export interface Report {
  /** One line on the way, for people. */
  say(line: string): void
  /** The answer itself; `lines` are for people, `data` for scripts. */
  answer(data: unknown, lines: readonly string[]): void
}

export function createReport(isJson: boolean, write: (text: string) => void): Report {
  return {
    say: (line) => (isJson ? undefined : write(`${line}\n`)),
    answer: (data, lines) =>
      write(isJson ? `${JSON.stringify(data)}\n` : lines.map((line) => `${line}\n`).join('')),
  }
}
