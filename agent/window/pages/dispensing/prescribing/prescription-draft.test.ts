// What a form of a prescription makes of scans, chosen drugs and lines.
import { expect, test } from 'vitest'
import {
  draftOfPrescription,
  faultyPrescriptionFields,
  prescriptionToSend,
  withDrug,
  withoutScan,
} from './prescription-draft.ts'

const EMPTY = draftOfPrescription(null)

test('what a scanner typed into the field with the focus is taken out again, and the words around it stay', () => {
  const scan = ']d2010340094949729417270500\u001d10AB12'
  const typed = {
    ...EMPTY,
    directions: '1 tablet ]d201034009494972941727050010AB12in the morning',
    quantity: '20',
  }
  expect(withoutScan(typed, scan)).toEqual({ ...typed, directions: '1 tablet in the morning' })
  expect(withoutScan({ ...EMPTY, quantity: '20 tablets' }, scan).quantity).toBe('20 tablets')
})

test('the label names the drug that was chosen last, as far as it has room for its name', () => {
  const first = withDrug({ ...EMPTY, search: 'doli', drug: 'Ibuprofen' }, { id: 1, name: 'DOLIPRANE 500 mg' })
  expect(first).toMatchObject({ search: '', drug: 'DOLIPRANE 500 mg', listed: { id: 1 } })
  expect(withDrug(first, { id: 2, name: 'DOLIPRANE 1 g' }).drug).toBe('DOLIPRANE 1 g')
  expect(withDrug(EMPTY, { id: 1, name: 'x'.repeat(300) }).drug).toHaveLength(200)
})

test('empty lines and fields are not sent, and what no prescription is without is named', () => {
  const sent = prescriptionToSend({
    ...EMPTY,
    drug: 'A',
    directions: ' 1 a day \n\n',
    brand: ' ',
    quantity: '2',
  })
  expect(sent).toMatchObject({
    directions: ['1 a day'],
    warnings: [],
    brand: null,
    language: null,
    drugId: null,
  })
  expect(faultyPrescriptionFields(EMPTY)).toEqual(['drug', 'directions', 'quantity'])
})
