// Every way that a patient's data can take through the pharmacy API, the refused ones included.
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@pharmacy-relay/shared/api/endpoint.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { PROFILE } from '@pharmacy-relay/relay-server/pharmacy-api/test/tenants.ts'

export interface PatientScene {
  readonly baseUrl: string
  readonly token: string
  /** In name, drug, directions, warnings and prescriber of everybody. */
  readonly mark: string
}

export interface Sent {
  /** The answers of refused calls, which must not repeat what was sent. */
  readonly refused: Readonly<Record<string, string>>
  readonly shown: number
  /** Digits of some of the phones, as people and as E.164 write them. */
  readonly phones: readonly string[]
}

interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
  readonly version?: number
  /** In place of a body as JSON. */
  readonly raw?: string
}

/** Of one patient. */
const PRESCRIPTIONS = 10
const SEARCHED_PHONES = 1
const MEDIA = { widthMm: 100, heightMm: 50, dpi: 203 } as const

export async function patientPaths(scene: PatientScene, count: number): Promise<Sent> {
  const talk = new Talk(scene)
  await talk.ask(pharmacyApi.putPharmacyProfile, { body: PROFILE, version: 0 })
  const from = Math.floor(Math.random() * 9_000_000)
  const phones: string[] = []
  for (let left = count; left > 0; left -= PRESCRIPTIONS) {
    const phone = `532${String(from + phones.length).padStart(7, '0')}`
    phones.push(phone)
    const one = { mark: scene.mark, phone: `+90${phone}`, count: Math.min(PRESCRIPTIONS, left) }
    await onePatient(talk, { ...one, isErased: phones.length % 2 === 0 })
  }
  await refusedPaths(talk, scene.mark, `+90${phones[0] ?? ''}`)
  return { refused: talk.refused, shown: talk.shown, phones: phones.slice(0, SEARCHED_PHONES) }
}

interface Marked {
  readonly mark: string
  readonly phone: string
}

const patientOf = ({ mark, phone }: Marked) => ({
  name: `${mark} Person`,
  phone,
  birthYear: 1970,
  flags: [],
  smsConsent: true,
})
const messageOf = (patientId: string) => ({
  requestId: randomUUID(),
  patientId,
  template: 'ready',
  values: { from: 1, to: 5, opens: '09:00', closes: '18:00' },
})
const prescriptionOf = (mark: string) => ({
  drugId: null,
  drug: `${mark} 400 mg`,
  brand: `${mark} brand`,
  directions: Array.from({ length: 12 }, (_, n) => `${mark} direction ${n}`),
  warnings: [`${mark} warning`],
  quantity: `${mark} tablets`,
  prescriber: `Dr. ${mark}`,
})

async function onePatient(
  talk: Talk,
  { count, isErased, ...marked }: Marked & { readonly count: number; readonly isErased: boolean },
): Promise<void> {
  const { mark, phone } = marked
  const made = await talk.made(pharmacyApi.createPatient, { body: patientOf(marked) })
  const params = { patientId: made.id }
  await talk.ask(pharmacyApi.searchPatients, { body: { phone } })
  await talk.ask(pharmacyApi.getPatient, { params })
  await talk.ask(pharmacyApi.putPatient, { params, body: patientOf(marked), version: made.version })
  for (let n = 0; n < count; n += 1) await onePrescription(talk, { mark, patientId: made.id, n })
  await talk.ask(pharmacyApi.sendPatientSms, { body: messageOf(made.id) })
  await talk.ask(pharmacyApi.listPrescriptions, { query: `patientId=${made.id}` })
  await talk.ask(pharmacyApi.listAccessLog, { query: `patientId=${made.id}` })
  // The old versions of the rows stay in the files until their room is used anew.
  if (isErased) await talk.ask(pharmacyApi.erasePatient, { params, version: made.version + 1 })
}

async function onePrescription(
  talk: Talk,
  { mark, patientId, n }: { readonly mark: string; readonly patientId: string; readonly n: number },
): Promise<void> {
  const body = { ...prescriptionOf(mark), patientId, requestId: randomUUID() }
  const made = await talk.made(pharmacyApi.createPrescription, { body })
  const params = { prescriptionId: made.id }
  if (n % 2 === 0)
    await talk.ask(pharmacyApi.putPrescription, { params, body: prescriptionOf(mark), version: 1 })
  await talk.ask(pharmacyApi.checkPack, { params, body: { skippedBecause: 'no_code' } })
  const requested = { params, body: { requestId: randomUUID(), media: MEDIA } }
  const { label } = JSON.parse(await talk.ask(pharmacyApi.requestLabel, requested)) as {
    label: { id: string }
  }
  const outcome = { jobId: randomUUID(), state: 'printed', evidence: 'L3', at: new Date().toISOString() }
  await talk.ask(pharmacyApi.putLabelOutcome, { params: { labelId: label.id }, body: outcome })
  const { version } = JSON.parse(await talk.ask(pharmacyApi.getPrescription, { params })) as {
    version: number
  }
  const end = n % 3 === 0 ? pharmacyApi.cancelPrescription : pharmacyApi.dispensePrescription
  await talk.ask(end, { params, version })
}

/** Marks in what is wrong: too long, hidden signs, broken JSON, values of no list, scans, phones that are there already. */
async function refusedPaths(talk: Talk, mark: string, phone: string): Promise<void> {
  const patient = patientOf({ mark, phone })
  const nobody = { patientId: randomUUID() }
  const draft = { ...prescriptionOf(mark), ...nobody, requestId: randomUUID() }
  const calls: readonly [Endpoint, Call][] = [
    [pharmacyApi.createPatient, { body: patient }],
    [pharmacyApi.createPatient, { body: { ...patient, name: `${mark}\u202E` } }],
    [pharmacyApi.createPatient, { body: { ...patient, name: mark.repeat(20) } }],
    [pharmacyApi.createPatient, { body: { ...patient, flags: [mark] } }],
    [pharmacyApi.createPatient, { body: { ...patient, birthYear: mark } }],
    [pharmacyApi.createPatient, { body: { ...patient, phone: mark } }],
    [pharmacyApi.createPatient, { raw: `{"name":"${mark}` }],
    [pharmacyApi.createPatient, { raw: JSON.stringify({ name: mark.repeat(1_000) }) }],
    [pharmacyApi.searchPatients, { body: { phone: mark } }],
    [pharmacyApi.searchPatients, { body: { phone: `${phone}999` } }],
    [pharmacyApi.putPatient, { params: nobody, body: patient, version: 1 }],
    [pharmacyApi.createPrescription, { body: draft }],
    [pharmacyApi.createPrescription, { body: { ...draft, patientId: mark } }],
    [pharmacyApi.sendPatientSms, { body: messageOf(randomUUID()) }],
    [
      pharmacyApi.sendPatientSms,
      { body: { ...messageOf(randomUUID()), values: { date: mark, opens: mark } } },
    ],
    [pharmacyApi.sendPatientSms, { body: { ...messageOf(randomUUID()), text: mark } }],
    [pharmacyApi.checkPack, { params: { prescriptionId: randomUUID() }, body: { skippedBecause: mark } }],
    [pharmacyApi.checkPack, { params: { prescriptionId: randomUUID() }, body: { scan: mark } }],
    [
      pharmacyApi.putPrescription,
      { params: { prescriptionId: randomUUID() }, body: prescriptionOf(mark), version: 1 },
    ],
  ]
  for (const [entry, call] of calls) await talk.refusal(entry, call)
}

/** Calls as a pharmacist makes them, and what became of each. */
class Talk {
  readonly #scene: PatientScene
  readonly refused: Record<string, string> = {}
  shown = 0

  constructor(scene: PatientScene) {
    this.#scene = scene
  }

  /** Throws for a call that is refused. */
  async ask(entry: Endpoint, call: Call): Promise<string> {
    const { ok, text } = await this.#send(entry, call)
    if (!ok) throw new Error(`${entry.method} ${entry.path} was refused: ${text}`)
    if (text.includes(this.#scene.mark)) this.shown += 1
    return text
  }

  async made(entry: Endpoint, call: Call): Promise<{ readonly id: string; readonly version: number }> {
    return JSON.parse(await this.ask(entry, call)) as { id: string; version: number }
  }

  /** Throws for a call that is not refused. */
  async refusal(entry: Endpoint, call: Call): Promise<void> {
    const { ok, text } = await this.#send(entry, call)
    if (ok) throw new Error(`${entry.method} ${entry.path} was not refused`)
    this.refused[`refusal ${Object.keys(this.refused).length + 1} of ${entry.path}`] = text
  }

  async #send(entry: Endpoint, { params = {}, query = '', body, version, raw }: Call) {
    const at = entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')
    const response = await fetch(`${this.#scene.baseUrl}${at}${query === '' ? '' : `?${query}`}`, {
      method: entry.method,
      headers: {
        authorization: `Bearer ${this.#scene.token}`,
        ...(entry.body === null ? {} : { 'content-type': 'application/json' }),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      },
      body: entry.body === null ? null : (raw ?? JSON.stringify(body)),
    })
    return { ok: response.ok, text: await response.text() }
  }
}
