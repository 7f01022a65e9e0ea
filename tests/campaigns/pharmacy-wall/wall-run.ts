// Random calls of pharmacists of eight pharmacies at a real API: whoever is answered anything of another pharmacy is a fault.
import { createTestTokens, type TestTokens } from '@pharmacy-relay/relay-server/auth/test-tokens.ts'
import type { Database } from '@pharmacy-relay/relay-server/db/database.ts'
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import type { PharmacySchema } from '@pharmacy-relay/relay-server/pharmacy-api/schema.ts'
import { serveTestPharmacy } from '@pharmacy-relay/relay-server/pharmacy-api/test/served-pharmacy.ts'
import { PROFILE } from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { diceOf, type Dice } from '../../kit/dice.ts'
import { nextCall, type WallCall } from './calls.ts'
import { judged, type Reply } from './judged.ts'
import { marked, PHARMACIES, userOf, WallWorld } from './world.ts'

export interface PharmacyWallRun {
  readonly calls: number
  /** Repeats who calls what; what overlaps is the computer's. */
  readonly seed: number
  readonly database: Database<PharmacySchema>
  readonly say: (text: string) => void
}

export interface PharmacyWallResult {
  readonly seconds: number
  readonly byCall: Readonly<Record<string, number>>
  readonly byOutcome: Readonly<Record<string, number>>
  /** Calls for what is not the caller's. */
  readonly foreign: number
  readonly rows: number
  /** The first 20, with the number of the call. */
  readonly faults: readonly string[]
}

interface Site {
  readonly baseUrl: string
  readonly tokens: ReadonlyMap<number, string>
  readonly world: WallWorld
}

const AT_ONCE = 16
const SAY_EVERY = 10_000
const MAX_FAULTS = 20
const VERSION = /"version":(\d+)/
const LIMIT_MS = 30_000
/** A token ends after 10 minutes, and a long run does not. */
const TOKEN_HOURS = 24

export async function runPharmacyWall({
  calls,
  seed,
  database,
  say,
}: PharmacyWallRun): Promise<PharmacyWallResult> {
  const tokens = await createTestTokens()
  const served = await serveTestPharmacy(database, tokens)
  const site: Site = { baseUrl: served.baseUrl, tokens: await tokensOf(tokens), world: new WallWorld() }
  const run = { byCall: {} as Record<string, number>, byOutcome: {} as Record<string, number>, foreign: 0 }
  const faults: string[] = []
  const began = performance.now()
  try {
    await openPharmacies(site, diceOf(seed, 'profiles'))
    for (let from = 0; from < calls && faults.length < MAX_FAULTS; from += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, calls - from) }, (_, n) => from + n)
      await Promise.all(numbers.map(async (number) => one(site, { number, seed, run, faults })))
      if (Math.floor((from + AT_ONCE) / SAY_EVERY) > Math.floor(from / SAY_EVERY))
        say(`pharmacy-wall: ${from + AT_ONCE} calls, ${faults.length} faults`)
    }
    const { rows, strangers } = await strayRows(database)
    if (strangers > 0)
      faults.push(`at the end ${strangers} rows name a patient or prescription of another pharmacy`)
    return { ...run, seconds: (performance.now() - began) / 1_000, rows, faults: faults.slice(0, MAX_FAULTS) }
  } finally {
    await served.stop()
  }
}

async function tokensOf(tokens: TestTokens): Promise<ReadonlyMap<number, string>> {
  const exp = Math.floor(Date.now() / 1_000) + TOKEN_HOURS * 3_600
  const made = PHARMACIES.map(async (pharmacyId) => {
    const token = await tokens.tokenFor('Pharmacist', {
      claims: { pharmacyId, sub: userOf(pharmacyId), exp },
    })
    return [pharmacyId, token] as const
  })
  return new Map(await Promise.all(made))
}

async function openPharmacies(site: Site, dice: Dice): Promise<void> {
  for (const pharmacyId of PHARMACIES) {
    const body = { ...PROFILE, name: marked(pharmacyId, dice) }
    const call: WallCall = { entry: pharmacyApi.putPharmacyProfile, target: null, body }
    const { status } = await send(site, { pharmacyId, call, version: 0 })
    if (status !== 200) throw new Error(`a profile was answered ${status}`)
  }
}

interface Run {
  readonly number: number
  readonly seed: number
  readonly run: { byCall: Record<string, number>; byOutcome: Record<string, number>; foreign: number }
  readonly faults: string[]
}

async function one(site: Site, { number, seed, run, faults }: Run): Promise<void> {
  const { world } = site
  const dice = diceOf(seed, number)
  const pharmacyId = dice.oneOf(PHARMACIES)
  const call = nextCall({ world, pharmacyId, dice })
  const version = call.entry.versioned ? await versionOf(site, pharmacyId, call) : null
  const reply = await send(site, { pharmacyId, call, version })
  const { target, entry } = call
  const fault = judged({ world, pharmacyId, target }, reply) ?? noted(world, pharmacyId, { entry, reply })
  const name = `${entry.method} ${entry.path.replace('/api/v1/', '')}`
  run.byCall[name] = (run.byCall[name] ?? 0) + 1
  const outcome = reply.code ?? String(reply.status)
  run.byOutcome[outcome] = (run.byOutcome[outcome] ?? 0) + 1
  if (target !== null && target.owner !== pharmacyId) run.foreign += 1
  if (fault !== null) faults.push(`call ${number}, ${name} of pharmacy ${pharmacyId}: ${fault}`)
}

/** The version as its owner sees it: whoever guesses right must not get in either. */
async function versionOf(
  site: Site,
  pharmacyId: number,
  { entry, target, params }: WallCall,
): Promise<number> {
  const isPatient = entry.path.includes('{patientId}')
  const read: WallCall = {
    entry: isPatient ? pharmacyApi.getPatient : pharmacyApi.getPrescription,
    target,
    ...(params && { params }),
  }
  const { text } = await send(site, { pharmacyId: target?.owner ?? pharmacyId, call: read, version: null })
  return Number(VERSION.exec(text)?.[1] ?? 1)
}

async function send(
  { baseUrl, tokens }: Site,
  {
    pharmacyId,
    call,
    version,
  }: { readonly pharmacyId: number; readonly call: WallCall; readonly version: number | null },
): Promise<Reply> {
  const { entry, params = {}, query = {}, body } = call
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')
  const response = await fetch(
    `${baseUrl}${path}?${new URLSearchParams(query).toString()}`.replace(/\?$/, ''),
    {
      method: entry.method,
      headers: {
        authorization: `Bearer ${tokens.get(pharmacyId) ?? ''}`,
        ...(entry.body === null ? {} : { 'content-type': 'application/json' }),
        ...(version === null ? {} : { 'if-match': `"${version}"` }),
      },
      body: entry.body === null ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(LIMIT_MS),
    },
  )
  const text = await response.text()
  const code = response.ok ? null : (/"code":"(\w+)"/.exec(text)?.[1] ?? 'no code')
  return { status: response.status, text, code }
}

/** What a call made is from now on named by others. */
function noted(
  world: WallWorld,
  pharmacyId: number,
  { entry, reply }: { readonly entry: WallCall['entry']; readonly reply: Reply },
): string | null {
  if (reply.code !== null || reply.text === '') return null
  if (entry === pharmacyApi.createPatient)
    return world.note(
      'patient',
      pharmacyId,
      pharmacyApi.createPatient.reply.schema.parse(JSON.parse(reply.text)).id,
    )
  if (entry === pharmacyApi.createPrescription) {
    const { id, dispenseCode } = pharmacyApi.createPrescription.reply.schema.parse(JSON.parse(reply.text))
    return world.note('prescription', pharmacyId, id) ?? world.note('code', pharmacyId, dispenseCode)
  }
  if (entry !== pharmacyApi.requestLabel) return null
  const { label } = pharmacyApi.requestLabel.reply.schema.parse(JSON.parse(reply.text))
  return world.note('label', pharmacyId, label.id)
}

/** As the owner, whom nothing holds in a test: whether a row got under another pharmacy. */
async function strayRows({ url }: Database<PharmacySchema>): Promise<{ rows: number; strangers: number }> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ rows: number; strangers: number }>(STRAY_ROWS)
    return rows[0] ?? { rows: 0, strangers: 0 }
  })
}

const STRAY_ROWS = `
  select ((select count(*) from "PatientPhones") + (select count(*) from "PatientPrescriptions")
      + (select count(*) from "PrescriptionLabels") + (select count(*) from "PatientMessages")
      + (select count(*) from "PatientAccessLog"))::int as "rows",
    ((select count(*) from "PatientPrescriptions" p join "PatientPhones" o on o."id" = p."patientId"
      where o."pharmacyId" <> p."pharmacyId")
    + (select count(*) from "PrescriptionLabels" l join "PatientPrescriptions" p on p."id" = l."prescriptionId"
      where p."pharmacyId" <> l."pharmacyId")
    + (select count(*) from "PatientMessages" m join "PatientPhones" o on o."id" = m."patientId"
      where o."pharmacyId" <> m."pharmacyId" or right(m."userGuid", 1) <> m."pharmacyId"::text)
    + (select count(*) from "PatientAccessLog" where right("userGuid", 1) <> "pharmacyId"::text))::int as "strangers"`
