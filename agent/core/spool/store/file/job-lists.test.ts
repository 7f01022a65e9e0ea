// Lists of labels in the real file: the same labels as the rule of the program has, page by page, by their indexes alone.
import Sqlite from 'better-sqlite3'
import { isInList, jobListNames, type JobListName } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { expect, test } from 'vitest'
import { reprintIdOf } from '../../rules/derived-id.ts'
import { jobView } from '../../view/job-view.ts'
import { label, newJob, spoolRig, START, type SpoolRig } from '../test/spool-rig.ts'
import { countsSql, pageSql } from './job-lists.queries.ts'
import { SPOOL_MIGRATIONS } from './spool-migrations.ts'

const AWAY = { kind: 'computer', destination: 'DISPENSARY', odometer: null } as const
const ENDS: readonly JobState[] = ['sent_to_printer', 'printed', 'unknown', 'failed', 'expired', 'cancelled']

async function add({ spool }: SpoolRig, state: JobState, reprintOf: string | null = null): Promise<string> {
  const reprint = reprintOf === null ? null : { of: reprintOf, count: 1 }
  const id = reprint === null ? newJob().id : reprintIdOf(reprint.of, 1)
  await spool.accept(newJob({ id, reprint, state: state === 'held' ? 'held' : 'accepted' }), label('one'))
  if (state === 'accepted' || state === 'held') return id
  if (state !== 'waiting_for_printer') await spool.startAttempt(id, state === 'forwarded' ? AWAY : START)
  if (state !== 'sending') await spool.change(id, { state, reasons: [] })
  return id
}

/** Two labels in every state, one of each that can be printed again was, and one by what another computer says. */
async function fullSpool(): Promise<SpoolRig> {
  const rig = await spoolRig()
  const states = ['accepted', 'waiting_for_printer', 'sending', 'forwarded', 'held', ...ENDS] as const
  for (const state of [...states, ...states]) await add(rig, state)
  for (const state of ['failed', 'expired', 'unknown'] as const) {
    const id = await add(rig, state)
    await add(rig, state === 'expired' ? 'failed' : 'sent_to_printer', id)
  }
  const told = await add(rig, 'sending')
  await rig.spool.change(told, { state: 'failed', reasons: [reason('printed_again', { label: '7' })] })
  const toldBy = await add(rig, 'sending')
  const by = reason('printed_again_by', { computer: 'DISPENSARY', label: 'B-7.1' })
  await rig.spool.change(toldBy, { state: 'failed', reasons: [by] })
  const waits = await add(rig, 'unknown')
  const heard = reason('answer_waits', { computer: 'DISPENSARY' })
  await rig.spool.change(waits, { state: 'unknown', reasons: [heard], pendingAnswer: 'did_not_come_out' })
  return rig
}

test('each list has the labels that the rule has, newest first, page by page, and counts them', async () => {
  const rig = await fullSpool()
  const all = await rig.spool.list(1_000)
  expect(all).toHaveLength(31)
  const counts = await rig.spool.listCounts()
  for (const only of jobListNames) {
    const wanted = all.filter((row) => isInList(jobView(row), only)).map(({ n }) => n)
    expect(await pagesOf(rig, only), only).toEqual(wanted)
    expect(counts[only], only).toBe(wanted.length)
  }
  expect(counts).toEqual({ 'not-out': 5, waits: 9, asks: 4 })
})

async function pagesOf({ spool }: SpoolRig, only: JobListName | null): Promise<number[]> {
  const found: number[] = []
  for (let before: number | null = null; ;) {
    const page = await spool.list(3, { only, before })
    found.push(...page.map(({ n }) => n))
    before = page.at(-1)?.n ?? null
    if (page.length < 3) return found
  }
}

test('all labels come page by page, none twice and none left out', async () => {
  const rig = await fullSpool()
  expect(await pagesOf(rig, null)).toEqual(Array.from({ length: 31 }, (_, index) => 31 - index))
})

test('a label names the newest that was printed in its place, and only while it did not come out', async () => {
  const rig = await spoolRig()
  const [failed, sent] = [await add(rig, 'failed'), await add(rig, 'sent_to_printer')]
  for (const of of [failed, sent]) await add(rig, 'failed', of)
  const second = { id: reprintIdOf(failed, 2), reprint: { of: failed, count: 2 } }
  await rig.spool.accept(newJob(second), label('one'))
  const views = (await rig.spool.list(10)).map(jobView)
  expect(views.map(({ n, state, reprintedAs }) => [n, state, reprintedAs])).toEqual([
    [5, 'accepted', undefined],
    [4, 'failed', undefined],
    [3, 'failed', '5'],
    [2, 'sent_to_printer', undefined],
    [1, 'failed', '5'],
  ])
})

test('no list and no count looks at labels that simply came out', () => {
  const database = new Sqlite(':memory:')
  for (const { sql } of SPOOL_MIGRATIONS) database.exec(sql)
  const bind = { before: 9, limit: 5 }
  const planOf = (sql: string): string[] =>
    database
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...(sql.includes('@') ? [bind] : []))
      .map(({ detail }) => detail)
  const plans = [...jobListNames.map(pageSql), countsSql()].flatMap(planOf)
  const looks = plans.filter((detail) => /^(SCAN|SEARCH) (job|later)/.test(detail))
  const allowed =
    /INDEX (job_for_person|job_waiting|job_unsettled|job_reprint) |USING INTEGER PRIMARY KEY \(rowid=\?\)/
  expect(looks.filter((detail) => !allowed.test(`${detail} `))).toEqual([])
  for (const index of ['job_for_person', 'job_waiting', 'job_unsettled', 'job_reprint'])
    expect(looks.join('\n')).toContain(index)
})
