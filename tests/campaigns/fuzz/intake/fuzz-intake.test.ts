// A short fuzz of the intake with a fixed seed, and that its rules can be broken.
import { describe, expect, test } from 'vitest'
import { fuzzIntake } from './fuzz-intake.ts'
import { fuzzInput, type FuzzInput } from './intake-inputs.ts'
import { becomesInMemory, faultsOf } from './intake-judge.ts'

test('5,000 inputs do not crash, hang or swell the intake, and none comes out wrongly', async () => {
  const result = await fuzzIntake({ inputs: 5_000, seed: 20_261_121, say: () => undefined })
  expect(result.faults).toEqual([])
  expect(Object.keys(result.byKind)).toHaveLength(8)
  expect([result.real, result.count > 500]).toEqual([25, true])
})

test('the same seed and number give the same input', () => {
  expect(fuzzInput(7, 99)).toEqual(fuzzInput(7, 99))
  expect(fuzzInput(8, 99)).not.toEqual(fuzzInput(7, 99))
})

describe('A fault is', () => {
  const label = Buffer.from('^XA^FDx^FS^XZ')
  const input: FuzzInput = { kind: 'whole label', fragments: [label], endedBy: 'fin', mustBecome: 'label' }
  const became = becomesInMemory(input)

  test('what came out although nothing may', () => {
    expect(faultsOf({ ...input, mustBecome: 'nothing' }, became)).toEqual(['came out'])
  })
  test('a label that did not come out', () => {
    expect(faultsOf(input, { ...became, jobs: [] })).toEqual(['did not come out'])
  })
  test('another byte', () => {
    expect(faultsOf({ ...input, fragments: [label, Buffer.from(' ')] }, became)).toEqual(['was altered'])
  })
  test('a hang', () => {
    expect(faultsOf(input, { ...became, tookMs: 5_000 })).toEqual(['took 5000 ms'])
  })
  test('nothing of these when all is well', () => expect(faultsOf(input, became)).toEqual([]))
})
