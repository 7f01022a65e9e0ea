// The calls of the run: each names, at random, what is its own, another pharmacy's or nobody's.
import type { Endpoint } from '@pharmacy-relay/shared/api/endpoint.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { Dice } from '../../kit/dice.ts'
import { marked, sharedPhone, sharedUuid, type Kind, type Target, type WallWorld } from './world.ts'

export interface WallCall {
  readonly entry: Endpoint
  /** What the call is about; null: nothing that is somebody's. */
  readonly target: Target | null
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Caller {
  readonly world: WallWorld
  readonly pharmacyId: number
  readonly dice: Dice
}

const REQUESTS = 100_000
const MEDIA = { widthMm: 100, heightMm: 50, dpi: 203 } as const
const STATES = ['accepted', 'sending', 'sent_to_printer', 'printed', 'failed', 'cancelled'] as const

const patient = ({ pharmacyId, dice }: Caller) => ({
  name: marked(pharmacyId, dice),
  phone: sharedPhone(dice),
  birthYear: 1970,
  flags: [],
  smsConsent: dice.isOneIn(2),
})
const prescription = ({ pharmacyId, dice }: Caller) => ({
  drugId: null,
  drug: marked(pharmacyId, dice),
  brand: null,
  directions: [marked(pharmacyId, dice)],
  warnings: [],
  quantity: '20 tablets',
  prescriber: marked(pharmacyId, dice),
})
const about = ({ world, pharmacyId, dice }: Caller, kind: Kind): Target =>
  world.target(kind, pharmacyId, dice)

function onPatient(entry: Endpoint, body?: (caller: Caller) => unknown) {
  return (caller: Caller): WallCall => {
    const target = about(caller, 'patient')
    return { entry, target, params: { patientId: target.id }, body: body?.(caller) }
  }
}

function onPrescription(entry: Endpoint, body?: (caller: Caller) => unknown) {
  return (caller: Caller): WallCall => {
    const target = about(caller, 'prescription')
    return { entry, target, params: { prescriptionId: target.id }, body: body?.(caller) }
  }
}

const CALLS: readonly [(caller: Caller) => WallCall, ...((caller: Caller) => WallCall)[]] = [
  ({ dice }) => ({ entry: pharmacyApi.searchPatients, target: null, body: { phone: sharedPhone(dice) } }),
  (caller) => ({ entry: pharmacyApi.createPatient, target: null, body: patient(caller) }),
  onPatient(pharmacyApi.getPatient),
  onPatient(pharmacyApi.putPatient, patient),
  (caller) => ({
    entry: pharmacyApi.listAccessLog,
    target: null,
    query: { patientId: about(caller, 'patient').id },
  }),
  (caller) => {
    const target = about(caller, 'patient')
    const body = {
      ...prescription(caller),
      patientId: target.id,
      requestId: sharedUuid(caller.dice, REQUESTS),
    }
    return { entry: pharmacyApi.createPrescription, target, body }
  },
  (caller) => ({
    entry: pharmacyApi.listPrescriptions,
    target: null,
    query: { patientId: about(caller, 'patient').id },
  }),
  (caller) => ({
    entry: pharmacyApi.listPrescriptions,
    target: null,
    query: { dispenseCode: about(caller, 'code').id },
  }),
  ({ dice }) => ({
    entry: pharmacyApi.listPrescriptions,
    target: null,
    query: { pageSize: String(dice.between(1, 20)) },
  }),
  onPrescription(pharmacyApi.getPrescription),
  onPrescription(pharmacyApi.putPrescription, prescription),
  onPrescription(pharmacyApi.cancelPrescription),
  onPrescription(pharmacyApi.dispensePrescription),
  onPrescription(pharmacyApi.checkPack, () => ({ skippedBecause: 'no_code' })),
  onPrescription(pharmacyApi.checkPack, () => ({ skippedBecause: 'own_preparation' })),
  onPrescription(pharmacyApi.requestLabel, ({ dice }) => ({
    requestId: sharedUuid(dice, REQUESTS),
    media: MEDIA,
  })),
  (caller) => {
    const target = about(caller, 'label')
    const { dice } = caller
    const at = new Date().toISOString()
    const body = { jobId: sharedUuid(dice, REQUESTS), state: dice.oneOf(STATES), evidence: null, at }
    return { entry: pharmacyApi.putLabelOutcome, target, params: { labelId: target.id }, body }
  },
  (caller) => {
    const target = about(caller, 'patient')
    const values = { from: 1, to: 5, opens: '09:00', closes: '18:00' }
    const requestId = sharedUuid(caller.dice, REQUESTS)
    const body = { requestId, patientId: target.id, template: 'ready', values }
    return { entry: pharmacyApi.sendPatientSms, target, body }
  },
  () => ({ entry: pharmacyApi.getPharmacyProfile, target: null }),
]

/** One in 30 erases, as otherwise nobody would be left. */
export function nextCall(caller: Caller): WallCall {
  if (caller.dice.isOneIn(30)) return onPatient(pharmacyApi.erasePatient)(caller)
  return caller.dice.oneOf(CALLS)(caller)
}
