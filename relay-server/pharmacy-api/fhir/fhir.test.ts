// A patient as FHIR: judged by a validator of others, read back as drafts, and refused by field.
import { Fhir } from 'fhir'
import { afterAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { FhirBundle } from '@pharmacy-relay/shared/api/pharmacy/fhir-resources.ts'
import { GOOD, openCounter } from '../test/counter.ts'
import { RECEIVED_REQUEST, receivedBundle } from '../test/received-bundle.ts'
import { PATIENT, PRESCRIPTION } from '../test/tenants.ts'
import { problemOf } from '../test/test-pharmacy.ts'

const { site, clock, first, second, patientId, ...steps } = await openCounter('fhir')
afterAll(() => site.stop())

const params = { patientId }
const read = async (query: { page?: string; pageSize?: string } = {}) =>
  first.call(pharmacyApi.getPatientFhir, { params, query })
const send = async (body: object) =>
  first.call(pharmacyApi.postPatientFhir, { params, body: body as ReturnType<typeof receivedBundle> })

/** What the structures of FHIR R4 say against it; an error of the validator is none of ours to hide. */
function faults(bundle: FhirBundle): string[] {
  const { messages } = new Fhir().validate(bundle, { errorOnUnexpected: true })
  return messages
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ location, message }) => `${location}: ${message}`)
}

async function dispensed() {
  const draft = await steps.enter({ brand: 'Doliprane' })
  await steps.check(draft, GOOD)
  const { label } = await steps.label(draft)
  await steps.tell(label, { jobId: label.id, state: 'printed', evidence: 'L3' })
  return steps.step('dispensePrescription', await steps.read(draft))
}

describe('A patient as a Bundle', () => {
  test('is valid FHIR R4, with a request for each prescription and the hand-over of the dispensed one', async () => {
    const { id, dispenseCode } = await dispensed()
    // Ids begin with the time, and are the order.
    clock.stepMs(1)
    await steps.enter()
    const bundle = await read()
    expect(faults(bundle)).toEqual([])
    expect(bundle.entry.map(({ resource }) => resource.resourceType)).toEqual([
      'Patient',
      'MedicationRequest',
      'MedicationRequest',
      'MedicationDispense',
    ])
    expect(bundle.entry[0]?.resource).toMatchObject({
      name: [{ text: PATIENT.name }],
      telecom: [{ system: 'phone', value: '+905321234567' }],
      birthDate: '1970',
      extension: [{ url: 'urn:pharmacy-relay:patient-flag', valueCode: 'takes_warfarin' }],
    })
    expect(bundle.entry[2]?.resource).toMatchObject({
      id,
      status: 'completed',
      identifier: [{ value: dispenseCode }],
      medicationCodeableConcept: { text: PRESCRIPTION.drug, coding: [{ display: 'Doliprane' }] },
      dispenseRequest: { quantity: { value: 20, unit: 'tablets' } },
    })
    expect(bundle.entry[3]?.resource).toMatchObject({
      authorizingPrescription: [{ reference: `urn:uuid:${id}` }],
      contained: [{ batch: { lotNumber: 'AB12', expirationDate: '2027-05-31' } }],
    })
  })

  test('the validator finds what is no FHIR', () => {
    const resource = { ...RECEIVED_REQUEST, status: 'perhaps', surplus: 1 }
    const wrong = { resourceType: 'Bundle', type: 'collection', entry: [{ resource }] }
    expect(faults(wrong as unknown as FhirBundle)).toHaveLength(2)
  })

  test('comes by pages, each with the address of the next', async () => {
    const { link, entry } = await read({ page: '1', pageSize: '1' })
    expect(entry.filter(({ resource }) => resource.resourceType === 'MedicationRequest')).toHaveLength(1)
    expect(link.map(({ relation }) => relation)).toEqual(['self', 'next'])
    expect(link[1]?.url).toBe(`/api/v1/patients/${patientId}/fhir?page=2&pageSize=1`)
  })

  test('is nobody’s of another pharmacy, and who looked is logged', async () => {
    expect((await problemOf(second.call(pharmacyApi.getPatientFhir, { params }))).code).toBe('not_found')
    await read()
    const { items } = await first.call(pharmacyApi.listAccessLog, { query: { patientId } })
    expect(items.slice(0, 2).map(({ act }) => act)).toEqual(['list', 'read'])
  })
})

describe('A Bundle of another program', () => {
  test('becomes drafts, once however often it is sent', async () => {
    const { prescriptions, ignored } = await send(receivedBundle())
    expect(ignored).toBe(1)
    expect(prescriptions).toMatchObject([{ ...PRESCRIPTION, state: 'draft', patientId }])
    const again = await send(receivedBundle())
    expect(again.prescriptions.map(({ id }) => id)).toEqual(prescriptions.map(({ id }) => id))
  })

  test('of ours is read back as it was written', async () => {
    const written = await steps.enter({ brand: 'Brand', quantity: 'one bottle' })
    const entry = (await read()).entry.filter(({ resource }) => resource.id === written.id)
    const { prescriptions } = await send({ resourceType: 'Bundle', entry })
    const { drug, brand, directions, warnings, quantity, prescriber } = written
    expect(prescriptions).toMatchObject([{ drug, brand, directions, warnings, quantity, prescriber }])
    expect(prescriptions[0]?.id).not.toBe(written.id)
  })

  const wrong: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ['a state that nobody waits for', { status: 'stopped' }, 'status'],
    ['no name of its own', { id: undefined, identifier: [] }, 'identifier'],
    ['no medicine', { medicationCodeableConcept: {} }, 'medicationCodeableConcept'],
    ['a line without words', { dosageInstruction: [{ timing: {} }] }, 'dosageInstruction'],
    [
      'a hidden character',
      { medicationCodeableConcept: { text: 'Ibu\u202eprofen' } },
      'medicationCodeableConcept',
    ],
    ['what changes its meaning', { modifierExtension: [] }, 'modifierExtension'],
  ]
  test.each(wrong)('with %s is refused by field', async (_, changes, field) => {
    const { code, errors } = await problemOf(send(receivedBundle(changes)))
    expect([code, errors?.map(({ path }) => path)]).toEqual(['invalid', [`body.entry.1.resource.${field}`]])
  })

  test('is taken whole or not at all', async () => {
    const before = (await read()).entry.length
    const [patient, request] = receivedBundle({ identifier: [{ value: 'new' }] }).entry
    const broken = { resource: { ...RECEIVED_REQUEST, status: 'stopped' } }
    expect((await problemOf(send({ resourceType: 'Bundle', entry: [patient, request, broken] }))).code).toBe(
      'invalid',
    )
    expect((await read()).entry).toHaveLength(before)
  })

  test('of two people, or of somebody born in another year, is refused', async () => {
    const { entry } = receivedBundle()
    const paths = async (body: object) => (await problemOf(send(body))).errors?.map(({ path }) => path)
    expect(await paths({ resourceType: 'Bundle', entry: [...entry, entry[0]] })).toEqual([
      'body.entry.3.resource',
    ])
    const logged = async () => (await first.call(pharmacyApi.listAccessLog, { query: { patientId } })).total
    const before = await logged()
    const other = { resource: { resourceType: 'Patient', birthDate: '1971' } }
    expect(await paths({ resourceType: 'Bundle', entry: [other, entry[1]] })).toEqual([
      'body.entry.0.resource.birthDate',
    ])
    // A refusal tells something of the patient, too.
    expect(await logged()).toBe(before + 2)
  })
})
