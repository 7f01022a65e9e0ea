// Sends a drug list to the pharmacy API, has it checked, and applies it; what is going on is said in words.
import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { DrugImport, ListEncoding } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { changesText, failureText, findingText, progressText, remarksText } from './import-words.ts'
import type { ListFolder } from './list-files.ts'

/** The pharmacy API as an Admin reaches it. Throws ProblemError. */
export interface AdminPharmacy {
  call<E extends Endpoint>(entry: E, call: EndpointCall<E>): Promise<EndpointResult<E>>
}

export interface ImportOrder {
  readonly list: ListFolder
  /** Of files that are no UTF-8. */
  readonly encoding: ListEncoding
  readonly isCheckOnly: boolean
  readonly confirmWithdrawn: boolean
}

/** Well below the gateway's 100 requests in 10 s. */
const POLL_MS = 500
const SHOWN_FAULTS = 20

/** True when the list was applied, or checked and free of faults. Throws ProblemError. */
export async function importList(
  pharmacy: AdminPharmacy,
  order: ImportOrder,
  say: (text: string) => void,
): Promise<boolean> {
  const { id } = await sendList(pharmacy, order, say)
  const params = { importId: String(id) }
  await pharmacy.call(pharmacyApi.checkDrugImport, { params, query: null, body: null })
  const checked = await settled(pharmacy, id, say)
  for (const line of remarksText(checked)) say(line)
  if (checked.state !== 'checked' || checked.counts === null) return refused(pharmacy, checked, say)
  say(changesText(checked.counts))
  if (order.isCheckOnly) return true
  if (checked.counts.mustConfirm && !order.confirmWithdrawn) {
    say('More than 5 % would be withdrawn. If that is meant: the same again with --confirm-withdrawn.')
    return false
  }
  const body = { confirmWithdrawn: order.confirmWithdrawn }
  await pharmacy.call(pharmacyApi.applyDrugImport, { params, query: null, body })
  const done = await settled(pharmacy, id, say)
  if (done.state !== 'applied') return refused(pharmacy, done, say)
  say('Applied.')
  return true
}

async function sendList(
  pharmacy: AdminPharmacy,
  { list: { source, files }, encoding }: ImportOrder,
  say: (text: string) => void,
): Promise<DrugImport> {
  const announced = files.map(({ name, bytes, sha256 }) => ({ name, bytes: bytes.length, sha256 }))
  const body = { source, encoding, files: announced }
  const begun = await pharmacy.call(pharmacyApi.startDrugImport, { params: null, query: null, body })
  for (const { name, bytes } of files) {
    say(`Sending ${name}, ${bytes.length.toLocaleString('en')} bytes`)
    const params = { importId: String(begun.id), name }
    await pharmacy.call(pharmacyApi.putDrugImportFile, { params, query: null, body: bytes })
  }
  return begun
}

async function settled(
  pharmacy: AdminPharmacy,
  importId: number,
  say: (text: string) => void,
): Promise<DrugImport> {
  let said = ''
  for (;;) {
    const params = { importId: String(importId) }
    const now = await pharmacy.call(pharmacyApi.getDrugImport, { params, query: null, body: null })
    const text = progressText(now)
    if (text !== said) say(text)
    said = text
    if (now.state !== 'checking' && now.state !== 'applying') return now
    await delay(POLL_MS)
  }
}

async function refused(
  pharmacy: AdminPharmacy,
  ended: DrugImport,
  say: (text: string) => void,
): Promise<false> {
  if (ended.state !== 'refused') {
    say(failureText(ended))
    return false
  }
  const query = { page: '1', pageSize: String(SHOWN_FAULTS) }
  const params = { importId: String(ended.id) }
  const { items } = await pharmacy.call(pharmacyApi.listImportFindings, { params, query, body: null })
  say(`Refused: ${ended.faults.toLocaleString('en')} faults. Nothing was changed.`)
  for (const finding of items) if (finding.isFault) say(`  ${findingText(finding)}`)
  if (ended.faults > items.length) say(`  … the others: ${String(ended.faults - items.length)}`)
  return false
}
