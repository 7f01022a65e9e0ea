// What a job becomes by a change, over a real file: founded on the job as it is, whoever changed it and whatever is on its way.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { label, newJob, SENT, spoolRig, START } from './test/spool-rig.ts'

describe('A change is founded on the job as it is', () => {
  test('also where changes before it are on their way, and each is one step', async () => {
    const { spool, again } = await spoolRig()
    const job = newJob({ ttlMs: 60_000, target: 'DISPENSARY' })
    await spool.accept(job, label('one'))
    const reasons = [reason('cut_label', {})]
    const [, , held, released] = await Promise.all([
      spool.change(job.id, { state: 'waiting_for_printer', reasons: [], code: 'printer_busy' }),
      spool.change(job.id, { state: 'waiting_for_printer', reasons, target: null }),
      spool.change(job.id, { state: 'held', reasons, isAnswer: true }),
      spool.change(job.id, { state: 'accepted', reasons: [] }),
    ])
    expect(held).toMatchObject({ state: 'held', code: 'printer_busy', target: null, ttlMs: 60_000 })
    expect(released).toMatchObject({ state: 'accepted', code: 'printer_busy', isAnswered: true, ttlMs: null })
    await spool.close()
    const reopened = await again()
    expect(await reopened.find(job.id)).toEqual(released)
    expect((await reopened.trace(job.id)).map(({ state }) => state)).toEqual([
      'accepted',
      'waiting_for_printer',
      'waiting_for_printer',
      'held',
      'accepted',
    ])
  })

  test('as its file has it, where somebody else changed that', async () => {
    const { spool, folder, again } = await spoolRig()
    const job = newJob()
    await spool.accept(job, label('one'))
    await spool.close()
    const first = await again()
    await first.change(job.id, { state: 'waiting_for_printer', reasons: [] })
    await first.close()
    const database = new Database(path.join(folder, 'spool.sqlite'))
    database.exec(`UPDATE job SET code = 'of_before', steps = steps + 1`)
    database.close()
    const later = await again()
    expect(await later.startAttempt(job.id, START)).toMatchObject({ code: 'of_before', attempts: 1 })
  })

  test('and says which label was printed in its place', async () => {
    const { spool } = await spoolRig()
    const job = newJob()
    await spool.accept(job, label('one'), START)
    await spool.accept(newJob({ reprint: { of: job.id, count: 1 }, number: 'B-1.1' }), label('one'))
    const unknown = { state: 'unknown', reasons: [] } as const
    expect(await spool.change(job.id, unknown)).toMatchObject({ reprintedAs: 'B-1.1' })
    expect(await spool.change(job.id, SENT)).toMatchObject({ reprintedAs: null })
  })
})
