// Goes through the chain of the staff log and says where it is broken first. Pure.
import {
  FIRST_LINK,
  linkOf,
  wordsDigest,
  type ChainFacts,
  type ChainWords,
  type Link,
} from './audit-chain.ts'

/** A row as it stands in the table. */
export interface ChainRow extends ChainFacts, ChainWords {
  /** Null: its words were erased. */
  readonly salt: Buffer | null
  readonly hash: Buffer
}

export type ChainFault =
  /** Row, its words or its place are not those that were chained. */
  | { readonly kind: 'changed'; readonly id: number }
  | { readonly kind: 'missing'; readonly id: number }
  /** Words were erased, and no row of the chain says so. */
  | { readonly kind: 'erased'; readonly id: number }
  /** The chain ends before a checkpoint. `id` is the first that is missing. */
  | { readonly kind: 'cut'; readonly id: number; readonly checkpointId: number }
  /** Whole in itself, but another one than the checkpoint saw: rows from `id` to `checkpointId` were made anew. */
  | { readonly kind: 'remade'; readonly id: number; readonly checkpointId: number }

export interface ChainReport {
  readonly rows: number
  /** Rows whose words were erased, as the chain says. */
  readonly erased: number
  readonly last: Link
  /** The first one; null: the chain is whole. */
  readonly fault: ChainFault | null
}

/** Of a row by which the erasure of another one's words is known. */
export function erasureSource(id: number): string {
  return `erase:${id}`
}

/** `rows` in the order of their ids, `checkpoints` too. */
export async function verifyChain(
  rows: AsyncIterable<ChainRow>,
  checkpoints: readonly Link[],
): Promise<ChainReport> {
  const erased = new Set<number>()
  const said = new Set<string>()
  let last = FIRST_LINK
  let good = FIRST_LINK
  let next = 0
  const report = (fault: ChainFault | null): ChainReport => {
    return { rows: last.id, erased: erased.size, last, fault }
  }
  for await (const row of rows) {
    const fault = faultOf(last, row)
    if (fault !== null) return report(fault)
    last = { id: row.id, hash: row.hash }
    if (row.salt === null) erased.add(row.id)
    if (row.source !== null) said.add(row.source)
    for (; checkpoints[next]?.id === row.id; next += 1) {
      if (checkpoints[next]?.hash.equals(row.hash) !== true)
        return report({ kind: 'remade', id: good.id + 1, checkpointId: row.id })
      good = last
    }
  }
  const later = checkpoints.at(-1)
  if (later !== undefined && later.id > last.id)
    return report({ kind: 'cut', id: last.id + 1, checkpointId: later.id })
  const unsaid = [...erased].find((id) => !said.has(erasureSource(id)))
  return report(unsaid === undefined ? null : { kind: 'erased', id: unsaid })
}

function faultOf(last: Link, row: ChainRow): ChainFault | null {
  const wanted = last.id + 1
  if (row.id > wanted) return { kind: 'missing', id: wanted }
  if (row.id < wanted || !linkOf(last.hash, row).equals(row.hash)) return { kind: 'changed', id: row.id }
  const isAsWritten =
    row.salt === null
      ? row.staffName + row.summary === '' && row.before === null && row.after === null
      : wordsDigest(row.salt, row).equals(row.words)
  return isAsWritten ? null : { kind: 'changed', id: row.id }
}
