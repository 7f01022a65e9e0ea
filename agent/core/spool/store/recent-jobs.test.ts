// What the main thread remembers is what the file says, and what is on a label does not stay in memory.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { expect, test } from 'vitest'
import { RecentJobs } from './recent-jobs.ts'
import { label, newJob, SENT, spoolRig, START } from './test/spool-rig.ts'

const threadFile = new URL('./test/faulty-worker.ts', import.meta.url)
const AWAY = { kind: 'computer', destination: 'DISPENSARY', odometer: null } as const
const FORWARDED = { state: 'forwarded', reasons: [], code: null } as const
const NEWS = { ...SENT, isNews: true } as const

test('A job that is asked for is as its last change left it, also while that is on its way', async () => {
  const { spool, again } = await spoolRig()
  const job = newJob({ target: 'DISPENSARY' })
  await spool.accept(job, label('one'))
  void spool.startAttempt(job.id, AWAY)
  expect(await spool.find(job.id)).toMatchObject({ state: 'sending', attempts: 1 })
  void spool.change(job.id, FORWARDED)
  void spool.change(job.id, NEWS)
  const remembered = await spool.find(job.id)
  expect(remembered).toMatchObject({ state: 'sent_to_printer', evidence: 'L1' })
  await spool.close()
  expect(await (await again()).find(job.id)).toEqual(remembered)
})

test('A change that failed is not remembered', async () => {
  const { spool, folder } = await spoolRig({ threadFile })
  const job = newJob()
  const accepted = await spool.accept(job, label('one'))
  writeFileSync(path.join(folder, 'fail-commit'), 'before')
  await expect(spool.change(job.id, SENT)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await spool.find(job.id)).toEqual(accepted)
})

test('A change that was founded on one that failed is founded anew', async () => {
  const { spool, folder } = await spoolRig({ threadFile })
  const job = newJob()
  await spool.accept(job, label('one'))
  writeFileSync(path.join(folder, 'fail-commit'), 'before')
  const failed = spool.startAttempt(job.id, START)
  failed.catch(() => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  // The thread is failing, and this one cannot hear so as long as it stands still.
  const standstill = new Int32Array(new SharedArrayBuffer(4))
  while (existsSync(path.join(folder, 'fail-commit'))) Atomics.wait(standstill, 0, 0, 1)
  const waits = spool.change(job.id, { state: 'waiting_for_printer', reasons: [] })
  await expect(failed).rejects.toMatchObject({ code: 'unavailable' })
  expect(await waits).toMatchObject({ state: 'waiting_for_printer', attempts: 0, destination: null })
  expect(await spool.find(job.id)).toEqual(await waits)
  expect((await spool.trace(job.id)).map(({ state }) => state)).toEqual(['accepted', 'waiting_for_printer'])
})

test('A change that may wait for others is committed by itself, with what was asked before it', async () => {
  const { spool, folder } = await spoolRig()
  const job = newJob({ target: 'DISPENSARY' })
  await spool.accept(job, label('one'))
  const log = path.join(folder, 'spool.sqlite-wal')
  const before = readFileSync(log)
  const [sending, forwarded] = await Promise.all([
    spool.startAttempt(job.id, AWAY),
    spool.change(job.id, FORWARDED),
  ])
  expect([sending.state, forwarded.state]).toEqual(['sending', 'forwarded'])
  expect(readFileSync(log).equals(before)).toBe(false)
})

test('What cannot wait takes what can along', async () => {
  const { spool } = await spoolRig()
  const [away, here] = [newJob({ target: 'DISPENSARY' }), newJob()]
  await spool.accept(away, label('one'))
  let isAway = false
  void spool.startAttempt(away.id, AWAY).then(() => (isAway = true))
  await spool.accept(here, label('two'), START)
  // One message brings both answers.
  await new Promise((resolve) => setImmediate(resolve))
  expect(isAway).toBe(true)
})

test('A payload is given once, overwritten after 5 s, and the oldest gives way to 8 MiB of others', () => {
  const clock = new SteppedClock()
  const recent = new RecentJobs(clock)
  const payloads = Array.from({ length: 9 }, () => new Uint8Array(1_048_576).fill(1))
  for (const [n, payload] of payloads.entries()) recent.keepPayload(String(n), payload)
  expect(payloads[0]?.every((byte) => byte === 0)).toBe(true)
  expect(recent.takePayload('0')).toBeNull()
  expect(recent.takePayload('1')).toBe(payloads[1])
  expect(recent.takePayload('1')).toBeNull()
  clock.stepMs(5_000)
  expect(recent.takePayload('8')).toBeNull()
  expect(payloads.slice(2).every((payload) => payload.every((byte) => byte === 0))).toBe(true)
  expect(payloads[1]?.[0]).toBe(1)
})

test('A payload is overwritten when its label is over before anybody asked for it', async () => {
  const recent = new RecentJobs(new SteppedClock())
  const { spool } = await spoolRig()
  const row = await spool.accept(newJob(), label('one'))
  const payload = new Uint8Array(8).fill(1)
  recent.keepPayload(row.id, payload)
  const cancelled = { row: { ...row, state: 'cancelled' } as const, steps: 2, acceptedRunMs: 0 }
  await recent.changing(row.id, Promise.resolve(cancelled), cancelled)
  expect(payload).toEqual(new Uint8Array(8))
})
