// Test support: messages to patients as they go: pharmacy API → identity API → a provider, each real but the provider's phones.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { PharmacyProfileFields } from '@pharmacy-relay/shared/api/pharmacy/profile.ts'
import type { PatientSms, PatientSmsRequest } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { createTestTokens } from '@pharmacy-relay/relay-server/auth/test-tokens.ts'
import { createTestDatabase } from '@pharmacy-relay/relay-server/db/test-cluster.ts'
import { startTestProvider } from '@pharmacy-relay/relay-server/identity-api/sms/test-provider.ts'
import { INTERNAL_KEY, startTestIdentity } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { MIGRATIONS_FOLDER } from '@pharmacy-relay/relay-server/pharmacy-api/database.ts'
import type { PharmacySchema } from '@pharmacy-relay/relay-server/pharmacy-api/schema.ts'
import { createHandOver, type HandOver } from '@pharmacy-relay/relay-server/pharmacy-api/sms/hand-over.ts'
import {
  openedPharmacy,
  PATIENT,
  type TestPharmacist,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import {
  serveTestPharmacy,
  type TestPharmacyApi,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'

export const HOUR_MS = 3_600_000
export const OPEN = { from: 1, to: 5, opens: '09:00', closes: '18:00' }

export type PatientSmsScene = Awaited<ReturnType<typeof startPatientSmsScene>>

export async function startPatientSmsScene(name: string) {
  const provider = await startTestProvider()
  const identity = await startTestIdentity(undefined, {}, { ...provider.options, timeoutMs: 2_000 })
  const database = await createTestDatabase<PharmacySchema>({ name, migrationsFolder: MIGRATIONS_FOLDER })
  const tokens = await createTestTokens()
  const erasureFolder = mkdtempSync(path.join(tmpdir(), 'relay-erased-'))
  const stop = async (): Promise<void> => {
    await database.stop()
    await identity.stop()
    await provider.stop()
    rmSync(erasureFolder, { recursive: true, force: true })
  }
  return { provider, identity, database, tokens, erasureFolder, stop }
}

/** To the real identity API, by the clock of the pharmacy API. */
export function handOverOf({ identity }: PatientSmsScene, clock: SteppedClock): HandOver {
  const { baseUrl: identityUrl } = identity
  return createHandOver({ identityUrl, internalKey: INTERNAL_KEY, clock, logger: silentLogger })
}

interface Served {
  readonly clock: SteppedClock
  readonly handOver?: HandOver
  readonly perDay?: number
}

/** A process of the API over the database of the scene, until the test ends. */
export async function served(
  scene: PatientSmsScene,
  { clock, handOver, perDay }: Served,
): Promise<TestPharmacyApi> {
  const { database, tokens, erasureFolder } = scene
  const sms = { handOver: handOver ?? handOverOf(scene, clock), patientSmsPerDay: perDay ?? 1_000 }
  const site = await serveTestPharmacy(database, tokens, { clock, erasureFolder, sms })
  let isStopped = false
  const stop = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    await site.stop()
  }
  onTestFinished(stop)
  return { ...site, stop }
}

let pharmacies = 100
/** Short of the endings that the stand-in provider knows. */
let phones = 500

/** Of a new pharmacy, Turkish unless told otherwise. */
export async function newPharmacist(
  site: TestPharmacyApi,
  profile: Partial<PharmacyProfileFields> = {},
): Promise<TestPharmacist> {
  return openedPharmacy(site, (pharmacies += 1), profile)
}

export async function newPatient(pharmacist: TestPharmacist, { smsConsent = true, ending = '' } = {}) {
  const phone = `+90532${String((phones += 1)).padStart(7 - ending.length, '0')}${ending}`
  return pharmacist.call(pharmacyApi.createPatient, { body: { ...PATIENT, phone, smsConsent } })
}

/** Asks for `ready` unless told otherwise. */
export async function askFor(
  pharmacist: TestPharmacist,
  { id }: { readonly id: string },
  changes: Partial<PatientSmsRequest> = {},
): Promise<PatientSms> {
  const body = { requestId: randomUUID(), patientId: id, template: 'ready', values: OPEN, ...changes }
  return pharmacist.call(pharmacyApi.sendPatientSms, { body: body as PatientSmsRequest })
}

export function messagesTo({ provider }: PatientSmsScene, { phone }: { readonly phone: string }): string[] {
  return provider.standIn.received.filter(({ to }) => to === phone).map(({ text }) => text)
}

/** Of the pharmacy, as the log has them. */
export async function logOf({ database: { db } }: PatientSmsScene, { pharmacyId }: TestPharmacist) {
  return db.selectFrom('SmsLogs').selectAll().where('pharmacyId', '=', pharmacyId).orderBy('id').execute()
}
