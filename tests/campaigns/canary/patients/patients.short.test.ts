// The canary of the pharmacy API with few prescriptions, and that its search finds a mark that stands where it must not.
import { expect, test } from 'vitest'
import { runPatientCanary } from './run-patients.ts'

test('Patients of 20 prescriptions on every path stand in the sealed columns alone: in no file of the database or of an agent, row, log, address, printer command or refusal', async () => {
  const result = await runPatientCanary({ prescriptions: 20 })
  expect(result.hits).toEqual([])
  expect([result.refusals, result.shown > 100, result.labels]).toEqual([33, true, 2])
  expect([result.files > 300, result.rows > 150]).toEqual([true, true])
})

test('A mark beside a sealed column is found in its table and in the files', async () => {
  const { hits } = await runPatientCanary({ prescriptions: 1, isLeaking: true })
  expect(hits).toContain('table "DrugWords"')
  expect(hits.filter((hit) => hit.endsWith('(plain)')).length).toBeGreaterThan(0)
})
