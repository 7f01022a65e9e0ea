// The spool's store over a real file and a real thread: what was acknowledged is there, in order, also after a restart.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { MAX_STEPS } from './spool-limits.ts'
import { label, newJob, SENT, spoolRig, START } from './test/spool-rig.ts'

describe('A label', () => {
  test('is there as it came, with its number, its hash and its bytes', async () => {
    const { spool, again } = await spoolRig()
    const job = newJob({ isComplete: null, reasons: [reason('not_checked', {})], copies: 3 })
    const row = await spool.accept(job, label('one'))
    expect(row).toMatchObject({ ...job, n: 1, bytes: label('one').length, attempts: 0, hasPayload: true })
    expect(row.sha256).toBe(createHash('sha256').update(label('one')).digest('hex'))
    await spool.close()
    const reopened = await again()
    expect(await reopened.find(job.id)).toEqual(row)
    expect(await reopened.find('1')).toEqual(row)
    expect(await reopened.payload(job.id)).toEqual(label('one'))
  })

  test('T26: leaves no plain hash in the file, and equal labels leave different ones', async () => {
    const { spool, folder } = await spoolRig()
    const rows = [await spool.accept(newJob(), label('one')), await spool.accept(newJob(), label('one'))]
    expect(rows[0]?.sha256).toBe(rows[1]?.sha256)
    await spool.close()
    const database = new Database(path.join(folder, 'spool.sqlite'), { readonly: true })
    const kept = database.prepare<[], string>('SELECT sha256 FROM job').pluck().all()
    database.close()
    expect(new Set([...kept, rows[0]?.sha256]).size).toBe(3)
  })

  test('may be overwritten by its owner as soon as accept was called', async () => {
    const { spool } = await spoolRig()
    const job = newJob()
    const payload = label('one')
    const accepted = spool.accept(job, payload)
    payload.fill(0)
    await accepted
    expect(await spool.payload(job.id)).toEqual(label('one'))
  })

  test('of 5 MiB is sealed and comes back', async () => {
    const { spool } = await spoolRig()
    const job = newJob()
    const payload = Buffer.alloc(5 * 1_048_576, 'graphic')
    await spool.accept(job, payload)
    expect(payload.equals((await spool.payload(job.id)) ?? Buffer.alloc(0))).toBe(true)
  })

  test('that is empty, or that came before, is refused', async () => {
    const { spool } = await spoolRig()
    const job = newJob()
    await spool.accept(job, label('one'))
    await expect(spool.accept(newJob(), Buffer.alloc(0))).rejects.toMatchObject({ code: 'invalid' })
    await expect(spool.accept(job, label('two'))).rejects.toMatchObject({ code: 'state_conflict' })
    expect(await spool.payload(job.id)).toEqual(label('one'))
    expect(await spool.list(10)).toHaveLength(1)
  })

  test('may come with its first try: both are there, or neither', async () => {
    const { spool, again } = await spoolRig()
    const start = { kind: 'printer', destination: 'P1', odometer: 41 } as const
    const [job, taken] = [newJob(), newJob()]
    expect(await spool.accept(job, label('one'), start)).toMatchObject({
      id: job.id,
      n: 1,
      state: 'sending',
      attempts: 1,
      destination: 'P1',
    })
    await spool.accept(taken, label('two'))
    await expect(spool.accept(taken, label('two'), start)).rejects.toMatchObject({ code: 'state_conflict' })
    expect((await spool.trace(job.id)).map(({ state }) => state)).toEqual(['accepted', 'sending'])
    await spool.close()
    const reopened = await again()
    expect(await reopened.openAttempts()).toMatchObject([{ jobId: job.id, attempt: 1, ...start }])
    expect((await reopened.unfinished()).map(({ state }) => state)).toEqual(['sending', 'accepted'])
  })

  test('that is a reprint says of what', async () => {
    const { spool } = await spoolRig()
    const reprint = { of: randomUUID(), count: 2 }
    expect(await spool.accept(newJob({ reprint }), label('one'))).toMatchObject({ reprint })
  })
})

describe('Its way', () => {
  test('is told step by step, in order, with times and evidence', async () => {
    const { spool, clock } = await spoolRig()
    const job = newJob()
    await spool.accept(job, label('one'))
    clock.stepMs(15)
    expect(await spool.startAttempt(job.id, START)).toMatchObject({
      state: 'sending',
      attempts: 1,
      destination: START.destination,
      evidence: null,
    })
    clock.stepMs(120)
    expect(await spool.change(job.id, SENT)).toMatchObject({ state: 'sent_to_printer', evidence: 'L1' })
    expect(await spool.trace(job.id)).toMatchObject([
      { state: 'accepted', tookMs: null, bytes: label('one').length },
      { state: 'sending', tookMs: 15, reasons: [reason('sending_to', { place: START.destination })] },
      { state: 'sent_to_printer', tookMs: 120, bytes: 24, evidence: 'L1' },
    ])
  })

  test('says no time across a restart', async () => {
    const { spool, again } = await spoolRig()
    const job = newJob()
    await spool.accept(job, label('one'))
    await spool.close()
    const reopened = await again()
    await reopened.startAttempt(job.id, START)
    await reopened.change(job.id, SENT)
    expect((await reopened.trace(job.id)).map(({ tookMs }) => tookMs)).toEqual([null, null, 0])
  })

  test('keeps the code of the last failure until a change takes it back', async () => {
    const { spool } = await spoolRig()
    const job = newJob()
    await spool.accept(job, label('one'))
    await spool.startAttempt(job.id, START)
    const reasons = [reason('printer_unreachable', {})]
    const waits = { state: 'waiting_for_printer', reasons, code: 'printer_unreachable' } as const
    expect(await spool.change(job.id, waits)).toMatchObject({ code: 'printer_unreachable', reasons })
    expect(await spool.startAttempt(job.id, START)).toMatchObject({
      code: waits.code,
      reasons: [],
      attempts: 2,
    })
    expect(await spool.change(job.id, { ...SENT, code: null })).toMatchObject({ code: null })
  })

  test('keeps its first and its newest steps when it is endless, and their times still add up', async () => {
    const { spool, clock } = await spoolRig()
    const job = newJob()
    await spool.accept(job, label('one'))
    const tries = Array.from({ length: MAX_STEPS + 9 }, async (_, n) => {
      clock.stepMs(2_000)
      return spool.change(job.id, {
        state: 'waiting_for_printer',
        reasons: [reason('tried_before', { times: n })],
      })
    })
    await Promise.all(tries)
    const steps = await spool.trace(job.id)
    const numbers = steps.map(({ reasons }) => reasons[0]?.params['times'])
    expect([numbers.length, numbers[0], numbers[1], numbers.at(-1)]).toEqual([100, undefined, 10, 108])
    expect(steps.reduce((sum, { tookMs }) => sum + (tookMs ?? 0), 0)).toBe(tries.length * 2_000)
  })

  test('of a job that does not exist is refused, alone', async () => {
    const { spool } = await spoolRig()
    const [first, fault, second] = await Promise.allSettled([
      spool.accept(newJob(), label('one')),
      spool.startAttempt(randomUUID(), START),
      spool.accept(newJob(), label('two')),
    ])
    expect(fault).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
    expect([first, second]).toMatchObject([{ value: { n: 1 } }, { value: { n: 2 } }])
    expect(await spool.find(randomUUID())).toBeNull()
  })
})

describe('After a restart', () => {
  test('the row goes on in its order, and attempts under way are known with their counter', async () => {
    const { spool, again, clock } = await spoolRig()
    const jobs = Array.from({ length: 5 }, () => newJob())
    await Promise.all(jobs.map(async (job) => spool.accept(job, label(job.id))))
    const [first = '', second = '', third = ''] = jobs.map(({ id }) => id)
    await spool.startAttempt(first, START)
    await spool.change(first, SENT)
    await spool.startAttempt(second, { ...START, odometer: 1_234 })
    await spool.change(third, { state: 'held', reasons: [reason('cut_label', {})] })
    await spool.close()
    const reopened = await again()
    expect((await reopened.unfinished()).map(({ n, state }) => `${n} ${state}`)).toEqual([
      '2 sending',
      '4 accepted',
      '5 accepted',
    ])
    expect(await reopened.openAttempts()).toEqual([
      { jobId: second, attempt: 1, startedAtMs: clock.wallMs(), noted: null, ...START, odometer: 1_234 },
    ])
    expect((await reopened.list(2)).map(({ n }) => n)).toEqual([5, 4])
  })

  test('what a later version stored is read with the arm of its values, and is never sent by this one', async () => {
    const { spool, folder, again } = await spoolRig()
    const job = newJob()
    await spool.accept(job, label('one'))
    await spool.close()
    const database = new Database(path.join(folder, 'spool.sqlite'))
    database.exec(
      `UPDATE job SET state = 'weighed', language = 'cpcl'; UPDATE hour_count SET what = 'weighed'`,
    )
    database.close()
    const reopened = await again()
    const row = { id: job.id, state: 'other', language: 'unknown' }
    expect(await reopened.list(10)).toMatchObject([row])
    expect(await reopened.unfinished()).toEqual([])
  })

  test('a payload that was put in another job’s place is not opened', async () => {
    const { spool, folder, again } = await spoolRig()
    const jobs = [newJob(), newJob()]
    for (const job of jobs) await spool.accept(job, label(job.id))
    await spool.close()
    const { default: Sqlite } = await import('better-sqlite3')
    const file = new Sqlite(path.join(folder, 'spool.sqlite'))
    file.exec('UPDATE payload SET sealed = (SELECT sealed FROM payload WHERE job_n = 2) WHERE job_n = 1')
    file.close()
    const reopened = await again()
    await expect(reopened.payload(jobs[0]?.id ?? '')).rejects.toMatchObject({ code: 'internal' })
    expect(await reopened.payload(jobs[1]?.id ?? '')).toEqual(label(jobs[1]?.id ?? ''))
  })
})

test('Each hour is counted: what was accepted, what each became and how long it took', async () => {
  const { spool, clock } = await spoolRig()
  const startedMs = clock.wallMs()
  for (const state of ['printed', 'printed', 'unknown', 'sent_to_printer'] as const) {
    const job = newJob()
    await spool.accept(job, label('x'))
    await spool.startAttempt(job.id, START)
    clock.stepMs(state === 'sent_to_printer' ? 4_000 : 40)
    await spool.change(job.id, { state, reasons: [] })
  }
  clock.stepMs(3_600_000)
  await spool.accept(newJob({ state: 'held' }), label('x'))
  expect(await spool.hours(startedMs)).toMatchObject([
    {
      hourMs: startedMs,
      accepted: 4,
      p50Ms: 50,
      p99Ms: 5_000,
      reached: { accepted: 4, printed: 2, unknown: 1, sent_to_printer: 1 },
    },
    { accepted: 1, reached: { held: 1 }, p50Ms: null },
  ])
})

test('What was counted is written with the end', async () => {
  const { spool, clock, again } = await spoolRig()
  const startedMs = clock.wallMs()
  await spool.accept(newJob(), label('x'))
  await spool.close()
  const reopened = await again()
  expect(await reopened.hours(startedMs)).toMatchObject([{ accepted: 1 }])
})

test('Nothing of a label is readable in any file of the spool, also while it is open', async () => {
  const { spool, folder } = await spoolRig()
  const canary = 'CANARY-Frau-Öztürk-1949'
  const jobs = Array.from({ length: 40 }, () => newJob())
  for (const job of jobs) await spool.accept(job, label(canary.repeat(200)))
  for (const job of jobs.slice(20)) await spool.change(job.id, { ...SENT, dropPayload: true })
  const twice = await spool.accept(jobs[0] ?? newJob(), label(canary)).catch(String)
  expect(twice).toMatch(/has been accepted before$/)
  expect(twice).not.toContain(canary)
  const hits = (): number => spoolFiles(folder).filter((bytes) => bytes.includes(canary)).length
  expect(spoolFiles(folder).reduce((sum, bytes) => sum + bytes.length, 0)).toBeGreaterThan(
    40 * canary.length * 200,
  )
  expect(hits()).toBe(0)
  await spool.close()
  expect(hits()).toBe(0)
})

/** Every file of the folder, the log of what is not yet in the database among them. */
function spoolFiles(folder: string): Buffer[] {
  return readdirSync(folder).map((name) => readFileSync(path.join(folder, name)))
}
