// Lays out text for a terminal of 80 columns: labelled lines, tables, wrapped sentences.

export const COLUMNS = 80

/** Labels in one column, values beside them, long values wrapped under themselves. */
export function labelled(entries: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...entries.map(([label]) => label.length)) + 2
  const lines = entries.flatMap(([label, value]) =>
    wrapped(value, COLUMNS - width).map((line, index) => (index === 0 ? label : '').padEnd(width) + line),
  )
  return `${lines.join('\n')}\n`
}

/** Columns as wide as their longest cell; the one at `flexible` gives way so that a line fits. */
export function table(rows: readonly (readonly string[])[], flexible: number): string {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const excess = widths.reduce((sum, width) => sum + width + 2, -2) - COLUMNS
  const fitted = widths.map((width, column) =>
    column === flexible ? Math.max(8, width - Math.max(0, excess)) : width,
  )
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cut(cell, fitted[column] ?? 0).padEnd(fitted[column] ?? 0))
      .join('  ')
      .trimEnd()
  return `${rows.map(line).join('\n')}\n`
}

/** Lines of at most `width` characters, broken at spaces; a longer word keeps its line. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`
}
