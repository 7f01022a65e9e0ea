// A label over HTTP: handed out once for a request, withdrawn by a change, and what the printer made of it.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { GOOD, openCounter, reasonOf } from '../test/counter.ts'

const { site, clock, first, ...steps } = await openCounter('labels')
const { enter, read, check, label, step, rewrite, tell } = steps
afterAll(() => site.stop())

describe('A label', () => {
  const labelled = async () => {
    const draft = await enter()
    await check(draft, GOOD)
    const requestId = randomUUID()
    return { draft, requestId, ...(await label(draft, requestId)) }
  }

  test('H14: asked for twice, at once and again, is one: the same answer to the same request, also on another day', async () => {
    const draft = await enter()
    await check(draft, GOOD)
    const requestId = randomUUID()
    const answers = await Promise.all([1, 2, 3, 4].map(async () => label(draft, requestId)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await first.call(
      pharmacyApi.putPharmacyProfile,
      { body: { ...(await profile()), address: '2 Moved Street' } },
      (await first.call(pharmacyApi.getPharmacyProfile, {})).version,
    )
    clock.stepMs(86_400_000)
    expect(await label(draft, requestId)).toEqual(answers[0])
    expect((await read(draft)).labels).toHaveLength(1)
    expect(await reasonOf(label(draft))).toBe('prescription_labelled')
  })
  const profile = async () => {
    const { version: _version, ...fields } = await first.call(pharmacyApi.getPharmacyProfile, {})
    return fields
  }

  test('H16: of a prescription that was changed while it waits is withdrawn: its job hears so, and the next label is another', async () => {
    const { draft, requestId, label: old } = await labelled()
    const jobId = randomUUID()
    expect(await tell(old, { jobId, state: 'waiting_for_printer' })).toMatchObject({ isWithdrawn: false })
    const changed = await rewrite(await read(draft), { directions: ['Changed'] })
    expect(changed).toMatchObject({
      state: 'draft',
      labels: [{ id: old.id, isWithdrawn: true, state: 'waiting_for_printer', jobId }],
    })
    expect(await tell(old, { jobId, state: 'cancelled' })).toMatchObject({
      isWithdrawn: true,
      state: 'cancelled',
    })
    // A computer that died between asking and printing asks again, and is told not to print it.
    expect((await label(draft, requestId)).label.isWithdrawn).toBe(true)
    await check(draft, GOOD)
    const next = await label(draft)
    expect([next.document.directions, next.label.n, next.label.isWithdrawn]).toEqual([['Changed'], 2, false])
    // The old one on paper says what the prescription no longer says.
    const late = randomUUID()
    await tell(old, { jobId: late, state: 'printed', evidence: 'L3' })
    expect(await reasonOf(step('dispensePrescription', await read(draft)))).toBe('label_not_on_paper')
  })

  test('has the phrases of the language that the prescription names, and of the pharmacy where it names none', async () => {
    const draft = await enter({ language: 'de' })
    await check(draft, GOOD)
    expect((await label(draft)).document.language).toBe('de')
    const changed = await rewrite(await read(draft), {})
    expect(changed.language).toBe(null)
    await check(draft, GOOD)
    expect((await label(draft)).document.language).toBe((await profile()).language)
  })

  test('has outcomes that never lead backwards, from its own job, told as often as one likes', async () => {
    const { label: made } = await labelled()
    const jobId = randomUUID()
    await tell(made, { jobId })
    await tell(made, { jobId, state: 'sending' })
    const sent = await tell(made, { jobId, state: 'sent_to_printer', evidence: 'L1' })
    expect(await tell(made, { jobId, state: 'sent_to_printer', evidence: 'L1' })).toEqual(sent)
    expect(await reasonOf(tell(made, { jobId, state: 'sending' }))).toBe('label_goes_backwards')
    expect(await reasonOf(tell(made, { jobId, state: 'sent_to_printer', evidence: null }))).toBe(
      'label_goes_backwards',
    )
    expect(await reasonOf(tell(made, { jobId: randomUUID(), state: 'printed' }))).toBe('label_of_other_job')
    await tell(made, { jobId, state: 'printed', evidence: 'L3' })
    expect(await reasonOf(tell(made, { jobId, state: 'failed' }))).toBe('label_goes_backwards')
    expect(await tell(made, { jobId, state: 'printed', evidence: 'L4' })).toMatchObject({ evidence: 'L4' })
  })

  test('says why it stands so, also when only that is another, and says nothing earlier again', async () => {
    const { draft, label: made } = await labelled()
    const jobId = randomUUID()
    const because = (condition: 'paper_out' | 'head_open') => [reason('printer_condition', { condition })]
    const state = 'waiting_for_printer' as const
    const earlier = new Date(clock.wallMs() - 60_000).toISOString()
    await tell(made, { jobId, state, reasons: because('paper_out') })
    expect((await read(draft)).labels).toMatchObject([{ state, reasons: because('paper_out') }])
    await tell(made, { jobId, state, reasons: because('head_open') })
    await tell(made, { jobId, state, reasons: because('paper_out'), at: earlier })
    // An agent of an earlier version says nothing of it.
    await tell(made, { jobId, state })
    expect((await read(draft)).labels).toMatchObject([{ state, reasons: because('head_open') }])
    await tell(made, { jobId, state: 'printed', evidence: 'L3', reasons: [] })
    expect((await read(draft)).labels).toMatchObject([{ state: 'printed', reasons: [] }])
  })

  test('H14 that is not there, as its job was never made, failed or was cancelled, is replaced by another, once', async () => {
    const ends = [null, 'failed', 'cancelled'] as const
    for (const state of ends) {
      const { draft, label: old } = await labelled()
      if (state !== null) await tell(old, { jobId: randomUUID(), state })
      const requestId = randomUUID()
      const next = await label(draft, requestId, { insteadOf: old.id })
      expect(next.label).toMatchObject({ n: 2, isWithdrawn: false, state: 'requested' })
      expect((await label(draft, requestId, { insteadOf: old.id })).label.id).toBe(next.label.id)
      expect((await read(draft)).labels).toMatchObject([{ n: 2 }, { n: 1, isWithdrawn: true }])
      // A second press elsewhere, of the same old label.
      expect(await reasonOf(label(draft, randomUUID(), { insteadOf: old.id }))).toBe('prescription_labelled')
    }
  })

  test('that waits, is being sent or is on paper is not replaced; nor is that of another prescription', async () => {
    for (const state of [
      'accepted',
      'waiting_for_printer',
      'forwarded',
      'sending',
      'unknown',
      'expired',
      'printed',
    ] as const) {
      const { draft, label: made } = await labelled()
      await tell(made, { jobId: randomUUID(), state })
      expect(await reasonOf(label(draft, randomUUID(), { insteadOf: made.id }))).toBe('prescription_labelled')
    }
    const [one, two] = [await labelled(), await labelled()]
    expect(await reasonOf(label(one.draft, randomUUID(), { insteadOf: two.label.id }))).toBe(
      'prescription_labelled',
    )
  })

  test('that failed may be printed by a reprint, which is another job', async () => {
    const { label: made } = await labelled()
    await tell(made, { jobId: randomUUID(), state: 'failed' })
    const jobId = randomUUID()
    expect(await tell(made, { jobId, state: 'printed', evidence: 'L2' })).toMatchObject({
      state: 'printed',
      jobId,
    })
  })
})
