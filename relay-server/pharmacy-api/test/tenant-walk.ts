// Test support: the valid calls of what belongs to one pharmacy, for the walk of the table.
import { randomUUID } from 'node:crypto'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { WalkSite } from '../../http/table-walk/table-walk.ts'
import { createApiClient } from '../../http/api-client.ts'
import { optOutHash } from '../patient-sms/opt-out-links.ts'
import { receivedBundle } from './received-bundle.ts'
import { PATIENT, PRESCRIPTION, PROFILE } from './tenants.ts'
import type { TestPharmacyApi } from './test-pharmacy.ts'

const none = { params: null, query: null, body: null }

/** Of pharmacy 1, whose the tokens of the walk are. `site` is asked when a call is made; `scan` is a pack of the drug 1. */
export function tenantCalls(site: () => TestPharmacyApi, scan: string) {
  const profileVersion = async (): Promise<number> => {
    const profile = site().call(pharmacyApi.getPharmacyProfile, {}, 'Pharmacist')
    return profile.then(({ version }) => version).catch(() => 0)
  }
  let entered = 0
  const fields = () => ({ ...PATIENT, phone: `+90532${String((entered += 1)).padStart(7, '0')}` })
  const entering = async () => site().call(pharmacyApi.createPatient, { body: fields() }, 'Pharmacist')
  const patient = async () => {
    const { id, version } = await entering()
    return { params: { patientId: id }, version, outsiders: await outsiders() }
  }
  const outsiders = async () => {
    const token = await site().tokens.tokenFor('Pharmacist', { claims: { pharmacyId: 2 } })
    return [{ who: 'a pharmacist of another pharmacy', token, code: 'not_found' as const }]
  }
  const prescribed = async () => {
    const body = { ...PRESCRIPTION, drugId: 1, patientId: (await entering()).id, requestId: randomUUID() }
    return site().call(pharmacyApi.createPrescription, { body }, 'Pharmacist')
  }
  const prescription = async () => {
    const { id, version } = await prescribed()
    return { params: { prescriptionId: id }, version, outsiders: await outsiders() }
  }
  const checked = async () => {
    const { params } = await prescription()
    await site().call(pharmacyApi.checkPack, { params, body: { scan } }, 'Pharmacist')
    return { params, outsiders: await outsiders() }
  }
  const labelBody = () => ({
    requestId: randomUUID(),
    media: { widthMm: 100, heightMm: 50, dpi: 203 as const },
  })
  const labelled = async () => {
    const { params } = await checked()
    const { label } = await site().call(pharmacyApi.requestLabel, { params, body: labelBody() }, 'Pharmacist')
    const outcome = {
      jobId: randomUUID(),
      state: 'sent_to_printer' as const,
      evidence: 'L1' as const,
      at: new Date().toISOString(),
    }
    return { params, label, outcome }
  }
  const handedOut = async () => {
    const { params, label, outcome } = await labelled()
    await site().call(
      pharmacyApi.putLabelOutcome,
      { params: { labelId: label.id }, body: outcome },
      'Pharmacist',
    )
    const { version } = await site().call(pharmacyApi.getPrescription, { params }, 'Pharmacist')
    return { params, version, outsiders: await outsiders() }
  }
  // Not out of a message: at night none goes out.
  const optOut = async () => {
    const patientId = (await entering()).id
    const token = '0123456789abcdef'
    const row = {
      tokenHash: optOutHash(token),
      pharmacyId: 1,
      patientId,
      expiresAt: new Date(Date.now() + 60_000),
    }
    await site().database.db.deleteFrom('OptOutLinks').execute()
    await site().database.db.insertInto('OptOutLinks').values(row).execute()
    return { ...none, body: { token } }
  }
  return {
    readSmsOptOut: optOut,
    optOutOfSms: optOut,
    createPrescription: async () => {
      const { id } = await entering()
      const body = { ...PRESCRIPTION, drugId: 1, patientId: id, requestId: randomUUID() }
      return { ...none, body, outsiders: await outsiders() }
    },
    listPrescriptions: async () => {
      const { patientId, dispenseCode } = await prescribed()
      return {
        ...none,
        query: { page: '1', pageSize: '50', state: 'draft' as const, patientId, dispenseCode },
      }
    },
    getPrescription: async () => ({ ...none, ...(await prescription()) }),
    putPrescription: async () => ({
      ...none,
      ...(await prescription()),
      body: { ...PRESCRIPTION, drugId: 1 },
    }),
    cancelPrescription: async () => ({ ...none, ...(await prescription()) }),
    dispensePrescription: async () => ({ ...none, ...(await handedOut()) }),
    checkPack: async () => ({ ...none, ...(await prescription()), body: { scan } }),
    requestLabel: async () => ({ ...none, ...(await checked()), body: labelBody() }),
    putLabelOutcome: async () => {
      const { label, outcome } = await labelled()
      return { ...none, params: { labelId: label.id }, body: outcome, outsiders: await outsiders() }
    },
    sendPatientSms: async () => {
      const body = { ...fields(), smsConsent: true }
      const { id } = await site().call(pharmacyApi.createPatient, { body }, 'Pharmacist')
      const values = { from: 1, to: 5, opens: '09:00', closes: '18:00' }
      const asked = { requestId: randomUUID(), patientId: id, template: 'ready' as const, values }
      return { ...none, body: asked, outsiders: await outsiders() }
    },
    getPatientFhir: async () => {
      const { params, outsiders } = await patient()
      return { ...none, params, outsiders, query: { page: '1', pageSize: '50' } }
    },
    postPatientFhir: async () => {
      const { params, outsiders } = await patient()
      return { ...none, params, outsiders, body: receivedBundle() }
    },
    searchPatients: () => ({ ...none, body: { phone: PATIENT.phone } }),
    createPatient: () => ({ ...none, body: fields() }),
    getPatient: async () => ({ ...none, ...(await patient()) }),
    putPatient: async () => ({ ...none, ...(await patient()), body: fields() }),
    erasePatient: async () => ({ ...none, ...(await patient()) }),
    listAccessLog: async () => ({
      ...none,
      query: { page: '1', pageSize: '50', patientId: (await entering()).id },
    }),
    getPharmacyProfile: () => none,
    putPharmacyProfile: async () => ({ ...none, body: PROFILE, version: await profileVersion() }),
  } satisfies Partial<WalkSite<typeof pharmacyApi>['calls']>
}

const DEVICE_NAME = 'COUNTER-1'

/** Of workplaces and scanners; the workplace is the computer of the walk's tokens. */
export function deviceCalls(site: () => TestPharmacyApi) {
  const own = async () => site().call(pharmacyApi.putOwnDevice, { body: { name: DEVICE_NAME } }, 'Pharmacist')
  const paired = async () => {
    await own()
    const { code } = await site().call(pharmacyApi.makeDevicePairCode, {}, 'Pharmacist')
    // Not from the address whose tries the walk of the endpoint itself counts.
    const headers = () => Promise.resolve({ 'x-forwarded-for': `198.51.100.${(calls += 1) % 250}` })
    const client = createApiClient({ baseUrl: site().baseUrl, timeoutMs: 60_000, headers })
    const body = { code, name: 'Phone', token: null }
    return client.call(pharmacyApi.pairScanner, { params: null, query: null, body }, { token: null })
  }
  let calls = 0
  return {
    paired,
    calls: {
      putOwnDevice: () => ({ ...none, body: { name: DEVICE_NAME } }),
      listDevices: () => none,
      removeDevice: async () => {
        const { items } = await paired().then(() => site().call(pharmacyApi.listDevices, {}, 'Pharmacist'))
        return { ...none, params: { deviceId: String(items.at(-1)?.id) } }
      },
      makeDevicePairCode: async () => {
        await own()
        return none
      },
      pairScanner: async () => {
        await own()
        const { code } = await site().call(pharmacyApi.makeDevicePairCode, {}, 'Pharmacist')
        return { ...none, body: { code, name: 'Phone', token: null } }
      },
      endDevicePair: async () => ({ ...none, params: { pairId: String((await paired()).pairId) } }),
      forgetScanner: async () => ({ ...none, scannerToken: (await paired()).token }),
      postScan: () => ({ ...none, body: { scan: '04012345678901' } }),
      nextScan: async () => {
        await own()
        return { ...none, query: { after: '0', waitMs: '0' } }
      },
    } satisfies Partial<WalkSite<typeof pharmacyApi>['calls']>,
  }
}
