// Ids of jobs that follow from another one, so that whoever makes such a job a second time finds the first.
import { createHash } from 'node:crypto'
import type { JobRow } from '../store/spool-store.ts'

type Print = Pick<JobRow, 'id' | 'reprint'>

/** A UUID of version 8 (RFC 9562); the same for the same text. */
export function derivedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`]
  return `${groups.join('-')}-${hex.slice(20, 32)}`
}

export function isDerivedId(id: string): boolean {
  return id.charAt(14) === '8'
}

/** Of the reprint that follows this very print. */
export function nextCount({ reprint }: Pick<Print, 'reprint'>): number {
  return (reprint?.count ?? 0) + 1
}

export function firstPrint(row: Print): string {
  return row.reprint?.of ?? row.id
}

export function reprintId(row: Print, count: number): string {
  return reprintIdOf(firstPrint(row), count)
}

/** Follows from the first print and the count, so that nobody can make the same reprint twice. */
export function reprintIdOf(firstId: string, count: number): string {
  return derivedId(`reprint ${firstId} ${count}`)
}

/** The first print and the reprints that a reprint stands in place of. */
export function printedBefore({ of, count }: { readonly of: string; readonly count: number }): string[] {
  return [of, ...Array.from({ length: count - 1 }, (_, index) => reprintIdOf(of, index + 1))]
}
