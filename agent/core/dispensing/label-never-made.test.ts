// A label of which this computer never made a job: it is told so, and not made in that moment.
import { randomUUID } from 'node:crypto'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { labelJobId } from '../spool/rules/label-job-id.ts'
import { scene, settled } from './test/outcome-scene.ts'

describe('The outcome', () => {
  test('of a label whose job was never made is after ten minutes that it failed, and why', async () => {
    const { outcomes, clock, told, owed } = scene()
    outcomes().signedIn()
    outcomes().owe(randomUUID())
    clock.stepMs(599_000)
    await settled()
    outcomes().signedIn()
    clock.stepMs(300)
    await settled()
    expect(owed()).toHaveLength(1)
    clock.stepMs(1_000)
    outcomes().signedIn()
    clock.stepMs(300)
    await until('it is forgotten', () => owed().length === 0)
    expect(told).toMatchObject([{ state: 'failed', evidence: null, reasons: [{ code: 'label_not_made' }] }])
  })

  test('H14 is at once that it failed where the computer ended before its job was made; of one that has its job, as it stands', async () => {
    const { outcomes, clock, restart, jobs, heard, told, owed } = scene()
    outcomes().signedIn()
    const [lost, made] = [randomUUID(), randomUUID()]
    for (const labelId of [lost, made]) expect(outcomes().owe(labelId)).toBe(true)
    jobs.set(labelJobId(made), { state: 'printed', evidence: 'L3' })
    clock.stepMs(1)
    await restart()
    outcomes().signedIn()
    await heard(2)
    expect(told.find(({ labelId }) => labelId === lost)).toMatchObject({
      jobId: labelJobId(lost),
      state: 'failed',
    })
    expect(told.find(({ labelId }) => labelId === made)).toMatchObject({ state: 'printed' })
    // Somebody asked for it when it was already being told.
    expect(outcomes().owe(lost)).toBe(false)
    await until('both are forgotten', () => owed().length === 0)
  })
})
