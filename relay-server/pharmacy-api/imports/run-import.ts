// One run of an import, in a thread of its own: reads the files, checks them, compares them with the drugs, and carries them out.
import type pg from 'pg'
import type { ImportFailure } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { isPassing } from '../../db/database-errors.ts'
import { withConnection } from '../../db/postgres-connection.ts'
import type { PharmacyDb } from '../database.ts'
import {
  analyzeDrugs,
  commit,
  countChanges,
  markApplied,
  mergeList,
  renewWords,
  rollback,
  settleIndexes,
  stageList,
} from './apply.queries.ts'
import { readBdpm } from './bdpm-list.ts'
import type { DrugList } from './drug-list.ts'
import { createFindings, type Findings } from './findings.ts'
import { endRun, keepChecked, keepFindings, type Run } from './imports.queries.ts'
import { readFiles, type ImportToRun } from './list-files.queries.ts'
import { startProgress, type Progress } from './progress.ts'
import { readTables } from './table-list.ts'

export interface RunOrder extends Run {
  readonly step: 'check' | 'apply'
  /** For `apply`: that more than 5 % go is meant. */
  readonly confirmWithdrawn: boolean
}

export interface RunParts {
  /** For rows of imports: progress is seen while the list's own transaction is open. */
  readonly db: PharmacyDb
  /** Of the same database, for the connection that carries the list out. */
  readonly url: string
}

/** Withdrawals that nobody confirmed. */
class NotConfirmed extends Error {}
/** Somebody gave the run up, because nothing was heard of it. */
class GivenUp extends Error {}

/** Leaves the import in its next state whatever happens. Throws what nobody expected, after the import was marked as failed. */
export async function runImport(order: RunOrder, { db, url }: RunParts): Promise<void> {
  const progress = startProgress(db, order)
  try {
    const toRun = await readFiles(db, order.importId)
    const findings = createFindings()
    const list = await readList(toRun, findings, progress)
    const found = findings.result()
    await keepFindings(db, order, found)
    if (found.faults > 0) return await endRun(db, order, { state: 'refused', failure: null })
    await withConnection(url, (client) =>
      againstDrugs(client, { ...order, db, list, progress, source: toRun.source }),
    )
  } catch (error) {
    await endRun(db, order, { state: 'failed', failure: failureOf(error) })
    if (failureOf(error) === 'internal') throw error
  } finally {
    await progress.stop()
  }
}

async function readList(toRun: ImportToRun, findings: Findings, progress: Progress): Promise<DrugList> {
  const { source, encoding, files } = toRun
  const reading = { files, encoding, findings, progress: progress.rows }
  const list = source === 'bdpm' ? await readBdpm(reading) : await readTables(reading)
  progress.reach(50)
  return list
}

interface Work extends RunOrder {
  readonly db: PharmacyDb
  readonly list: DrugList
  readonly progress: Progress
  readonly source: string
}

async function againstDrugs(client: pg.Client, work: Work): Promise<void> {
  await stageList(client, work.list)
  work.progress.reach(70)
  const counts = await countChanges(client, work.source)
  work.progress.reach(75)
  if (work.step === 'check') {
    await rollback(client)
    await work.progress.stop()
    return keepChecked(work.db, work, counts)
  }
  if (counts.mustConfirm && !work.confirmWithdrawn) throw new NotConfirmed()
  await mergeList(client, { ...work, done: () => work.progress.advance(5) })
  await renewWords(client)
  await settleIndexes(client)
  // The second connection would wait for this row.
  await work.progress.stop()
  if (!(await markApplied(client, work, counts))) throw new GivenUp()
  await commit(client)
  await analyzeDrugs(client)
}

function failureOf(error: unknown): ImportFailure {
  if (error instanceof NotConfirmed) return 'not_confirmed'
  if (error instanceof GivenUp) return 'interrupted'
  return isPassing(error) ? 'unavailable' : 'internal'
}
