// The job of a label is found again by whoever knows the label.
import { expect, test } from 'vitest'
import { labelJobId } from './label-job-id.ts'

test('a label has one job, another label another one, and its id is a UUID of version 5', () => {
  const first = labelJobId('0190a000-0000-7000-8000-000000000001')
  expect(labelJobId('0190a000-0000-7000-8000-000000000001')).toBe(first)
  expect(labelJobId('0190a000-0000-7000-8000-000000000002')).not.toBe(first)
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
