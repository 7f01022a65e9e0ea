// What `npm run audit -- verify` says of the chain. Pure.
import type { ChainFault, ChainReport } from '@pharmacy-relay/relay-server/store-api/audit/verify-chain.ts'

/** Of the checkpoints that were used: which file, how many. Null: there are none. */
export interface UsedCheckpoints {
  readonly file: string
  readonly count: number
}

export function reportText(report: ChainReport, used: UsedCheckpoints | null): string {
  const { fault, rows, erased, last } = report
  if (fault !== null) return `The staff log is broken at row ${fault.id}: ${faultText(fault)}\n`
  const lines = [
    `The staff log is whole: ${count(rows, 'row')}, the last hash is ${last.hash.toString('hex')}.`,
    ...(erased === 0
      ? []
      : [`The words of ${count(erased, 'row')} were erased; each erasure has its own row.`]),
    used === null
      ? 'There is no checkpoint: rows that are missing at the end, or a log that was made anew, would not be seen.'
      : `It agrees with ${count(used.count, 'checkpoint')} of ${used.file}.`,
  ]
  return `${lines.join('\n')}\n`
}

function faultText(fault: ChainFault): string {
  switch (fault.kind) {
    case 'changed':
      return 'this row, or its place, is not what was written.'
    case 'missing':
      return 'this row was deleted.'
    case 'erased':
      return 'its words were erased, and no row says that somebody did so.'
    case 'cut':
      return `the log ends before it, but a checkpoint saw row ${fault.checkpointId}.`
    case 'remade':
      return `the log agrees with itself, but not with the checkpoint at row ${fault.checkpointId}: rows ${fault.id} to ${fault.checkpointId} were written anew.`
  }
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
