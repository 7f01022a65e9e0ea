// How many labels wait in the spool's file, and their bytes: those that find no room are refused, in the order of their computer.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { label, newJob, spoolRig } from './test/spool-rig.ts'

describe('Labels that wait', () => {
  test('are so many and no more; an end makes room, and held ones do not count', async () => {
    const { spool } = await spoolRig({ limits: { waiting: 3 } })
    const jobs = Array.from({ length: 4 }, () => newJob())
    const accepted = await Promise.allSettled(jobs.map(async (job) => spool.accept(job, label('x'))))
    expect(accepted.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    expect(accepted[3]).toMatchObject({ reason: { code: 'unavailable', message: /too many labels/ } })
    await spool.accept(newJob({ state: 'held', reasons: [reason('cut_label', {})] }), label('x'))
    await spool.change(jobs[0]?.id ?? '', { state: 'cancelled', reasons: [] })
    expect(await spool.accept(newJob(), label('x'))).toMatchObject({ n: 5 })
  })

  test('are so many bytes and no more', async () => {
    const { spool } = await spoolRig({ limits: { waitingBytes: 10_000 } })
    await spool.accept(newJob(), Buffer.alloc(6_000, 'x'))
    await expect(spool.accept(newJob(), Buffer.alloc(6_000, 'x'))).rejects.toMatchObject({
      code: 'unavailable',
    })
    await spool.accept(newJob(), Buffer.alloc(4_000, 'x'))
  })

  test('of another computer find no room behind one that found none, until the first of them comes again', async () => {
    const { spool } = await spoolRig({ limits: { waitingBytes: 10_000 } })
    const accept = async (origin: string, bytes: number, goesFirst = false) =>
      spool.accept(newJob({ origin, goesFirst }), Buffer.alloc(bytes, 'x'))
    const ended = async (accepts: readonly Promise<unknown>[]) =>
      (await Promise.allSettled(accepts)).map(({ status }) => status === 'fulfilled')
    const { id } = await accept('counter-1', 4_000)
    const together = [accept('counter-1', 8_000), accept('counter-1', 1_000), accept('counter-2', 1_000)]
    expect(await ended(together)).toEqual([false, false, true])
    expect(await ended([accept('counter-1', 1_000)])).toEqual([false])
    await spool.change(id, { state: 'cancelled', reasons: [] })
    const again = [accept('counter-1', 8_000, true), accept('counter-1', 500)]
    expect(await ended(again)).toEqual([true, true])
  })

  test('own ones go on behind one that found none: no program sends it again by itself', async () => {
    const { spool } = await spoolRig({ limits: { waitingBytes: 10_000 } })
    await expect(spool.accept(newJob(), Buffer.alloc(11_000, 'x'))).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(await spool.accept(newJob(), Buffer.alloc(1_000, 'x'))).toMatchObject({ n: 1 })
  })
})
