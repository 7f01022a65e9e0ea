// What the pharmacy API hears of prescriptions' labels.
import { randomUUID } from 'node:crypto'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { reprintIdOf } from '../spool/rules/derived-id.ts'
import { forgetOld, oweOutcome, owedLabels } from './label-outcomes.queries.ts'
import { away, database, scene, settled } from './test/outcome-scene.ts'

const DAY = 86_400_000

describe('The outcome of a label', () => {
  test('is told once for all that happened within a quarter of a second, with its evidence, and forgotten with its end', async () => {
    const { outcomes, label, set, told, heard, owed } = scene()
    outcomes().signedIn()
    const { labelId, jobId } = label({ state: 'accepted' })
    set(jobId, { state: 'sending' })
    set(jobId, { state: 'printed', evidence: 'L3' })
    await heard(1)
    expect(told).toMatchObject([{ labelId, jobId, state: 'printed', evidence: 'L3' }])
    await until('it is forgotten', () => owed().length === 0)
  })

  test('is tried again, later each time, until it is taken', async () => {
    const { outcomes, at, clock, label, heard, told, owed } = scene()
    at.refusal = away()
    outcomes().signedIn()
    label({ state: 'printed', evidence: 'L3' })
    await heard(1)
    for (const [again, waitMs] of [1_000, 2_000, 4_000].entries()) {
      await until('the next try is planned', () => (clock.nextInMs() ?? 0) > 0 && clock.pending() === 2)
      clock.stepMs(waitMs - 1)
      await settled()
      expect(told).toHaveLength(again + 1)
      clock.stepMs(1)
      await until('the next try', () => told.length === again + 2)
      if (again === 1) at.refusal = null
    }
    await until('it is forgotten', () => owed().length === 0)
  })

  test('is told as it stands after a call during which it changed, also when the same call brings the next one', async () => {
    const { outcomes, at, label, set, heard, said, owed, clock } = scene()
    outcomes().signedIn()
    const { promise, resolve } = Promise.withResolvers<void>()
    at.answer = promise
    const { jobId } = label()
    await heard(1)
    set(jobId, { state: 'sending' })
    set(jobId, { state: 'printed', evidence: 'L3' })
    clock.stepMs(300)
    await settled()
    resolve()
    await until('both', () => said().length === 2)
    expect(said()).toEqual(['waiting_for_printer', 'printed'])
    await until('it is forgotten', () => owed().length === 0)
  })

  test('of which no word came is found within 10 s', async () => {
    const { outcomes, label, jobs, heard, said, owed, clock } = scene()
    outcomes().signedIn()
    const { jobId } = label({ state: 'sent_to_printer', evidence: 'L1' })
    await heard(1)
    await settled()
    jobs.set(jobId, { state: 'printed', evidence: 'L3' })
    clock.stepMs(10_000)
    await heard(2)
    expect(said()).toEqual(['sent_to_printer', 'printed'])
    await until('it is forgotten', () => owed().length === 0)
  })

  test('waits for a sign-in at the same pharmacy, also over a restart of the agent', async () => {
    const { outcomes, at, clock, restart, label, set, heard, said, owed } = scene()
    outcomes().signedIn()
    const { jobId } = label()
    await heard(1)
    outcomes().signedOut()
    set(jobId, { state: 'printed', evidence: 'L3' })
    await restart()
    at.pharmacy = 2
    outcomes().signedIn()
    clock.stepMs(60_000)
    await settled()
    expect([said(), owed().length]).toEqual([['waiting_for_printer'], 1])
    at.pharmacy = 1
    outcomes().signedIn()
    await heard(2)
    expect(said()).toEqual(['waiting_for_printer', 'printed'])
    await until('it is forgotten', () => owed().length === 0)
  })

  test('is given up where the API knows no such label, and not repeated where it goes backwards', async () => {
    const { outcomes, at, clock, label, set, heard, said, owed } = scene()
    outcomes().signedIn()
    at.refusal = new ProblemError('state_conflict', reason('label_goes_backwards', {}))
    const { labelId, jobId } = label({ state: 'unknown' })
    await heard(1)
    clock.stepMs(120_000)
    await settled()
    expect([said(), owed()]).toEqual([['unknown'], [labelId]])
    at.refusal = new ProblemError('not_found', 'no such label')
    set(jobId, { state: 'failed' })
    await heard(2)
    await until('it is forgotten', () => owed().length === 0)
  })

  test('H16: of a withdrawn label that waits is that it was cancelled; one on its way to the printer is left alone', async () => {
    const { outcomes, clock, withdrawn, label, heard, told, cancelled, owed } = scene()
    outcomes().signedIn()
    const waiting = label()
    await heard(1)
    const sending = label({ state: 'sending' })
    await heard(2)
    expect(cancelled).toEqual([])
    withdrawn.add(waiting.labelId).add(sending.labelId)
    clock.stepMs(10_000)
    await until('its end is told', () => told.length === 4)
    expect(cancelled).toEqual([waiting.jobId])
    expect(told.slice(2)).toMatchObject([
      { jobId: waiting.jobId, state: 'waiting_for_printer' },
      { jobId: waiting.jobId, state: 'cancelled' },
    ])
    await until('it is forgotten', () => owed().length === 1)
  })

  test('is asked about ten at a time while labels wait, in turn, and at once with a sign-in', async () => {
    const { outcomes, clock, label, heard, told } = scene()
    outcomes().signedIn()
    for (let n = 0; n < 12; n += 1) label()
    await heard(12)
    await settled()
    const asked = new Set<string>()
    for (const [before, count] of [
      [12, 10],
      [22, 2],
    ] as const) {
      clock.stepMs(10_000)
      await heard(before + count)
      await settled()
      for (const { labelId } of told.slice(before)) asked.add(labelId)
    }
    expect(asked.size).toBe(12)
    outcomes().signedIn()
    await heard(34)
  })

  test('of a reprint becomes that of the label which did not come out', async () => {
    const { outcomes, label, set, jobs, heard, told, owed } = scene()
    outcomes().signedIn()
    const { labelId, jobId } = label({ state: 'failed' })
    await heard(1)
    expect(owed()).toEqual([labelId])
    await settled()
    const again = reprintIdOf(jobId, 1)
    jobs.set(jobId, { state: 'failed', reprintedAs: again })
    set(again, { state: 'printed', evidence: 'L3', reprintOf: jobId })
    await heard(2)
    expect(told.at(-1)).toMatchObject({ labelId, jobId: again, state: 'printed', evidence: 'L3' })
    await until('it is forgotten', () => owed().length === 0)
  })

  test('is told anew where the label waits for another reason, and not where it is the same', async () => {
    const { outcomes, label, set, clock, heard, told } = scene()
    outcomes().signedIn()
    const state = 'waiting_for_printer'
    const { jobId } = label({ state, because: 'paper_out' })
    await heard(1)
    set(jobId, { state, because: 'head_open' })
    await heard(2)
    set(jobId, { state, because: 'head_open' })
    clock.stepMs(300)
    await settled()
    expect(told.map(({ reasons }) => reasons?.[0]?.params)).toEqual([
      { condition: 'paper_out' },
      { condition: 'head_open' },
    ])
  })
})

test('Only ids and states are kept, of the newest labels, for 30 days at most', () => {
  const file = database()
  const ids = [40, 20, 2, 1].map((days) => {
    const [labelId, jobId] = [randomUUID(), randomUUID()]
    const requestedAt = new Date(100 * DAY - days * DAY).toISOString()
    oweOutcome(file, { labelId, jobId, pharmacyId: 1, requestedAt })
    return labelId
  })
  const limits = { ofState: 'sent_to_printer', ofStateBefore: new Date(0).toISOString() } as const
  forgetOld(file, { ...limits, before: new Date(70 * DAY).toISOString(), keep: 10_000 })
  expect(owedLabels(file, 1)).toEqual(ids.slice(1))
  forgetOld(file, { ...limits, before: new Date(70 * DAY).toISOString(), keep: 2 })
  expect(owedLabels(file, 1)).toEqual(ids.slice(2))
  expect(
    file
      .prepare('SELECT * FROM label_outcome')
      .columns()
      .map(({ name }) => name),
  ).toEqual('label_id job_id pharmacy_id requested_at told_state told_evidence told_reasons'.split(' '))
})
