// Test support: a counter with two pharmacies, a list of three drugs, a patient, and the steps of a prescription as calls.
import { randomUUID } from 'node:crypto'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type {
  LabelOutcome,
  Prescription,
  PrescriptionFields,
} from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { tableList } from './made-up-list.ts'
import { appliedImport, problemOf, startTestPharmacy } from './test-pharmacy.ts'
import { openedPharmacy, PATIENT, PRESCRIPTION, type TestPharmacist } from './tenants.ts'

const row = (code: string, name: string, substances: string) => [
  code,
  name,
  substances,
  'tablet',
  '',
  'Works',
  'yes',
]
const DRUGS = [
  row('1', 'DOLIPRANE 500 mg', 'PARACETAMOL'),
  row('2', 'DOLIPRANE 1 g', 'PARACETAMOL'),
  row('3', 'SPASFON', 'PHLOROGLUCINOL'),
]
const PACKS = [
  ['1', 'cip13', '3400949497294', '16 tablets'],
  ['2', 'pzn', '03752864', '8 tablets'],
  ['3', 'ndc11', '5555-1111-22', 'bottle'],
]
/** Of the drug 1, of which the day stands as on packs: YYMMDD. */
export const scanOf = (day: string): string => `]d2010340094949729417${day}10AB12`
export const GOOD = scanOf('270500')
export const MEDIA = { widthMm: 100, heightMm: 50, dpi: 203 } as const

/** The list; without the drug 1, as a later one has it. */
export const drugList = ({ isLater = false } = {}) => {
  const kept = ([code]: readonly string[]): boolean => !(isLater && code === '1')
  return tableList('demo', { drugs: DRUGS.filter(kept), packs: PACKS.filter(kept) })
}

/** It is an evening in UTC, and the next day in Istanbul, where both pharmacies are. `site.stop()` it. */
export async function openCounter(name: string) {
  const clock = new SteppedClock(Date.parse('2026-11-26T22:30:00.000Z'))
  const site = await startTestPharmacy(name, { clock })
  await appliedImport(site, drugList())
  const first = await openedPharmacy(site, 1)
  const second = await openedPharmacy(site, 2)
  const patientId = (await first.call(pharmacyApi.createPatient, { body: PATIENT })).id
  const drugId =
    (await first.call(pharmacyApi.searchDrugs, { query: { q: 'doliprane 500' } })).items[0]?.id ?? 0
  const steps = stepsOf({ first, clock, patientId, drugId })
  return { site, clock, first, second, patientId, drugId, ...steps }
}

interface Counter {
  readonly first: TestPharmacist
  readonly clock: SteppedClock
  readonly patientId: string
  readonly drugId: number
}

function stepsOf({ first, clock, patientId, drugId }: Counter) {
  const enter = async (changes: Partial<PrescriptionFields> = {}, requestId: string = randomUUID()) =>
    first.call(pharmacyApi.createPrescription, {
      body: { ...PRESCRIPTION, drugId, ...changes, patientId, requestId },
    })
  const read = async ({ id }: Pick<Prescription, 'id'>, pharmacist: TestPharmacist = first) =>
    pharmacist.call(pharmacyApi.getPrescription, { params: { prescriptionId: id } })
  const check = async ({ id }: Pick<Prescription, 'id'>, scan: string) =>
    first.call(pharmacyApi.checkPack, { params: { prescriptionId: id }, body: { scan } })
  const label = async (
    { id }: Pick<Prescription, 'id'>,
    requestId: string = randomUUID(),
    more: { readonly insteadOf?: string } = {},
  ) =>
    first.call(pharmacyApi.requestLabel, {
      params: { prescriptionId: id },
      body: { requestId, media: MEDIA, ...more },
    })
  const step = async (entry: 'cancelPrescription' | 'dispensePrescription', { id, version }: Prescription) =>
    first.call(pharmacyApi[entry], { params: { prescriptionId: id } }, version)
  const rewrite = async ({ id, version }: Prescription, changes: Partial<PrescriptionFields>) =>
    first.call(
      pharmacyApi.putPrescription,
      { params: { prescriptionId: id }, body: { ...PRESCRIPTION, drugId, ...changes } },
      version,
    )
  const tell = async (
    { id }: { readonly id: string },
    outcome: Partial<LabelOutcome> & Pick<LabelOutcome, 'jobId'>,
  ) => {
    const body: LabelOutcome = {
      state: 'accepted',
      evidence: null,
      at: new Date(clock.wallMs()).toISOString(),
      ...outcome,
    }
    return first.call(pharmacyApi.putLabelOutcome, { params: { labelId: id }, body })
  }

  return { enter, read, check, label, step, rewrite, tell }
}

export const reasonOf = async (call: Promise<unknown>) => (await problemOf(call)).reason?.code
