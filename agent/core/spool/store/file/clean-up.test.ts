// What the spool lets go of, and when: payloads first, then jobs, the oldest first, and never a label that waits.
import { statSync } from 'node:fs'
import path from 'node:path'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { CLEAN_UP_EVERY_MS } from '../clean-ups.ts'
import { CLEAN_UP_RUN } from '../spool-limits.ts'
import { label, newJob, SENT, spoolRig, type SpoolRig } from '../test/spool-rig.ts'

const MS_PER_DAY = 86_400_000

async function add(
  { spool }: SpoolRig,
  state: 'accepted' | 'held' | 'sent_to_printer',
  bytes = 100,
): Promise<string> {
  const job = newJob(state === 'held' ? { state } : {})
  await spool.accept(job, Buffer.alloc(bytes, 'x'))
  if (state === 'sent_to_printer') await spool.change(job.id, SENT)
  return job.id
}

describe('What is kept long enough', () => {
  test('goes: the payload after 7 days, the job after 30; what waits stays', async () => {
    const rig = await spoolRig({ limits: { newestJobs: 0 } })
    const { spool, clock } = rig
    const [sent, held, waits] = [
      await add(rig, 'sent_to_printer'),
      await add(rig, 'held'),
      await add(rig, 'accepted'),
    ]
    const has = async (id: string): Promise<boolean | null> => (await spool.find(id))?.hasPayload ?? null
    clock.stepMs(7 * MS_PER_DAY - CLEAN_UP_EVERY_MS)
    expect([await has(sent), await has(held), await has(waits)]).toEqual([true, true, true])
    await until('the payload is gone', async () => {
      clock.stepMs(CLEAN_UP_EVERY_MS)
      return (await has(sent)) === false
    })
    expect([await spool.payload(sent), await has(held), await has(waits)]).toEqual([null, false, true])
    await until('the job is gone', async () => {
      clock.stepMs(MS_PER_DAY)
      return (await has(sent)) === null
    })
    expect([await has(held), await has(waits), await spool.trace(sent)]).toEqual([null, true, []])
    expect(await add(rig, 'accepted').then(async (id) => spool.find(id))).toMatchObject({ n: 4 })
  })

  test('goes a bounded number at a time, and the next ones soon after', async () => {
    const rig = await spoolRig({ limits: { payloadDays: 0, jobDays: 0, newestJobs: 0 } })
    const count = CLEAN_UP_RUN.jobs + 5
    await Promise.all(Array.from({ length: count }, async () => add(rig, 'sent_to_printer')))
    const left = async (): Promise<number> => (await rig.spool.list(1_000)).length
    rig.clock.stepMs(CLEAN_UP_EVERY_MS)
    await until('the first ones are gone', async () => (await left()) === 5)
    await until('the next run is set', () => rig.clock.nextInMs() === 1_000)
    rig.clock.stepMs(1_000)
    await until('all are gone', async () => (await left()) === 0)
  })

  test('the newest jobs stay when the clock jumps ahead, so that their ids stay known', async () => {
    const rig = await spoolRig({ limits: { newestJobs: 3 } })
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) ids.push(await add(rig, 'sent_to_printer'))
    await until('the others are gone', async () => {
      rig.clock.stepMs(365 * MS_PER_DAY)
      return (await rig.spool.find(ids[1] ?? '')) === null
    })
    rig.clock.stepMs(CLEAN_UP_EVERY_MS)
    const kept = await Promise.all(ids.map(async (id) => (await rig.spool.find(id)) !== null))
    expect(kept).toEqual([false, false, true, true, true])
  })

  test('counts go after 90 days, with nothing else', async () => {
    const rig = await spoolRig({ limits: { countDays: 1 } })
    await add(rig, 'sent_to_printer')
    expect(await rig.spool.hours(0)).toHaveLength(1)
    await until('the counts are gone', async () => {
      rig.clock.stepMs(MS_PER_DAY)
      return (await rig.spool.hours(0)).length === 0
    })
    expect(await rig.spool.list(10)).toHaveLength(1)
  })
})

describe('A file that has its size', () => {
  const limits = { fileBytes: 2_000_000 }

  test('lets the oldest payloads that are over go for a new label', async () => {
    const rig = await spoolRig({ limits })
    const ids: string[] = []
    for (let n = 0; n < 12; n += 1) {
      ids.push(await add(rig, 'sent_to_printer', 300_000))
      rig.clock.stepMs(1_000)
    }
    const kept = await Promise.all(ids.map(async (id) => (await rig.spool.find(id))?.hasPayload))
    expect(kept.lastIndexOf(false)).toBe(kept.indexOf(true) - 1)
    expect(kept.filter(Boolean).length).toBeGreaterThanOrEqual(4)
    await rig.spool.close()
    expect(statSync(path.join(rig.folder, 'spool.sqlite')).size).toBeLessThan(2_600_000)
  })

  test('takes no more when all of it waits', async () => {
    const rig = await spoolRig({ limits })
    for (let n = 0; n < 6; n += 1) await add(rig, 'accepted', 300_000)
    const refused = rig.spool.accept(newJob({ state: 'held' }), Buffer.alloc(300_000))
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', message: /full of labels that wait/ })
    expect(await rig.spool.accept(newJob(), label('small'))).toMatchObject({ n: 7 })
  })
})
