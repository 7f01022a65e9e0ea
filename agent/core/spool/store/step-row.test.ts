// A step is read from its line as it was told, by this version and by those before and after it.
import { JobStep } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { tellingStep } from '@pharmacy-relay/shared/test/print-job.ts'
import { expect, test } from 'vitest'
import { stepsOf } from './job-way.ts'
import { newJob, label, spoolRig } from './test/spool-rig.ts'
import { factsOfChange, stepAsRead, StepInRow, stepLine, stepText } from './step-row.ts'

const { at: _, tookMs: __, ...told } = tellingStep({ state: 'printed' })
const STEP = { ...told, atMs: 9 }
const LINE = stepLine(stepText(STEP), 3)
const read = (line: string): unknown => StepInRow.parse(stepsOf(line)[0])

test('whatever a step tells stands in its line, in the order in which versions before read it', () => {
  expect(read(LINE)).toEqual({ ...STEP, tookMs: 3 })
  expect(read(LINE)).toEqual(stepAsRead(STEP, 3))
  expect(LINE).toMatch(/^\[9,"printed",\[\],3,7,"L3"/)
})

test('what a step does not tell is null', () => {
  const { atMs, state, reasons } = STEP
  expect(stepAsRead({ atMs, state, reasons }, null)).toMatchObject({ bytes: null, evidence: null })
  expect(stepLine(stepText({ atMs, state, reasons }), null)).toMatch(/^\[9,"printed",\[\]((,null)+)\]$/)
})

test('a line with more in it, as a later version writes it, is read as far as this version knows it', () => {
  expect(read(LINE.replace(/\]$/, ',120,"later"]'))).toEqual(read(LINE))
})

test('a line with less in it, as a version before wrote it, is read', () => {
  expect(read('[9,"printed",[],3,24,"L3"]')).toMatchObject({ atMs: 9, tookMs: 3, bytes: 24, evidence: 'L3' })
})

test('whatever a change tells of its step is there after a restart, and what it does not tell is null', async () => {
  const { spool, again } = await spoolRig()
  const job = newJob()
  await spool.accept(job, label('one'))
  const waits = { state: 'waiting_for_printer', reasons: [], bytesSent: told.bytes ?? 0 } as const
  await spool.change(job.id, { ...factsOfChange(told), ...waits })
  await spool.change(job.id, { state: 'held', reasons: [] })
  await spool.close()
  const [, first, second] = await (await again()).trace(job.id)
  expect(first).toMatchObject({ ...told, state: 'waiting_for_printer' })
  const names = JobStep.omit({ at: true, state: true, reasons: true, tookMs: true }).keyof().options
  expect(names.map((name) => second?.[name] ?? null)).toEqual(names.map(() => null))
})
