// Writes the lines of one turn of the loop at once: a call of the system for each line took as long as all else of a line.

export interface LinesTogether {
  readonly write: (line: string) => void
  /** What waits for the end of the turn: for a process that ends within it. */
  readonly flush: () => void
}

export function linesTogether(write: (text: string) => void): LinesTogether {
  let waiting = ''
  const flush = (): void => {
    const text = waiting
    waiting = ''
    if (text !== '') write(text)
  }
  return {
    write: (line) => {
      if (waiting === '') setImmediate(flush)
      waiting += line
    },
    flush,
  }
}
