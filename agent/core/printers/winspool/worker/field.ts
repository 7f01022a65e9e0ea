// Values that koffi read out of Windows' memory, looked at before anybody believes them.

/** Of a structure; undefined when it has no such field. */
export function field(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null
    ? Object.entries(row).find(([key]) => key === name)?.[1]
    : undefined
}

/** Throws TypeError when it is none. */
export function number(value: unknown): number {
  if (typeof value === 'number') return value
  throw new TypeError(`Windows gave ${typeof value} where a number was expected`)
}

/** An empty text for a null pointer. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
