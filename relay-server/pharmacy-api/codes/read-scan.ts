// What a scan or a typed code may mean: the keys under which a pack is looked for, and what else stood on the pack; pure.
//
// Whatever does not prove itself by a check digit is only a candidate: all are asked, and several hits are told.
import type { CodeKind } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import { gtin14, gtinCheckDigit, gtinOfPzn, pzn8, pznOfPpn } from './check-digits.ts'
import { GS, gs1Day, readGs1 } from './gs1.ts'
import { ndc10OfUpc, ndc11Candidates, ndc12 } from './ndc.ts'

/** Under which a pack is stored: its GTIN of 14 digits, or a code of a kind. */
export type PackKey = { readonly gtin: string } | { readonly codeKind: CodeKind; readonly code: string }

export interface ReadScan {
  /** One at least. */
  readonly keys: readonly PackKey[]
  readonly gtin: string | null
  readonly lot: string | null
  /** `2027-05-31`. */
  readonly expiry: string | null
  readonly serial: string | null
}

/** What is wrong with a scan: the part, and why, for a person. */
export interface ScanFault {
  readonly fault: string
}

const BARE = { gtin: null, lot: null, expiry: null, serial: null } as const
const PPN_HEAD = '[)>\u001E06\u001D'
// oxlint-disable-next-line no-control-regex -- the separators of ISO 15434.
const PPN_END = /\u001E?\u0004?$/
/** Symbology identifiers (ISO/IEC 15424) that a scanner may put in front. */
const SYMBOLOGY = /^\](?:[A-Z]\d|e0|d[0-6])/
const GS1_SYMBOLOGY = /^\](?:d2|C1|e0|Q3)/
const MAX_LOT = 20

/** `thisYear`: decides the century of a date. */
export function readScan(scan: string, thisYear: number): ReadScan | ScanFault {
  const bare = scan.replace(SYMBOLOGY, '')
  if (bare.startsWith(PPN_HEAD))
    return readPpnScan(bare.slice(PPN_HEAD.length).replace(PPN_END, ''), thisYear)
  if (GS1_SYMBOLOGY.test(scan) || bare.includes(GS) || /^01\d{14}\S/.test(bare))
    return readGs1Scan(bare, thisYear)
  const keys = keysOfCode(bare.trim())
  if (keys.length === 0) return { fault: 'is no code of a pack' }
  return { ...BARE, keys, gtin: gtin14(bare.trim()) }
}

function readGs1Scan(text: string, thisYear: number): ReadScan | ScanFault {
  const values = readGs1(text)
  if (values === null) return { fault: 'is cut or no GS1 code' }
  const product = values.get('01')
  const gtin = product === undefined ? null : gtin14(product)
  if (product !== undefined && gtin === null) return { fault: 'has a product code with a wrong check digit' }
  const keys = [
    ...(gtin === null ? [] : [{ gtin }, ...ndcKeysOfUpc(gtin.replace(/^00/, ''))]),
    ...nationalKeys(values),
  ]
  if (keys.length === 0) return { fault: 'has no product code' }
  const facts = { lot: values.get('10'), day: values.get('17'), serial: values.get('21') }
  return withFacts({ keys, gtin, ...facts }, thisYear)
}

/** ISO 15434 format 06, as German packs have it: 9N is the PPN, 1T the lot, D the day, S the serial number. */
function readPpnScan(text: string, thisYear: number): ReadScan | ScanFault {
  const fields = text.split(GS)
  const field = (name: string): string | undefined =>
    fields.find((one) => one.startsWith(name))?.slice(name.length)
  const pzn = pznOfPpn(field('9N') ?? '')
  if (pzn === null) return { fault: 'has a product number with wrong check digits' }
  const facts = { lot: field('1T'), day: field('D'), serial: field('S') }
  return withFacts({ keys: keysOfPzn(pzn), gtin: null, ...facts }, thisYear)
}

interface FactsRead {
  readonly keys: readonly PackKey[]
  readonly gtin: string | null
  readonly lot: string | undefined
  readonly day: string | undefined
  readonly serial: string | undefined
}

function withFacts({ keys, gtin, lot, day, serial }: FactsRead, thisYear: number): ReadScan | ScanFault {
  const expiry = day === undefined ? null : gs1Day(day, thisYear)
  if (day !== undefined && expiry === null)
    return { fault: `has ${day} as the last day of use, which no calendar has` }
  if ((lot ?? '').length > MAX_LOT || (serial ?? '').length > MAX_LOT)
    return { fault: 'has a lot or serial number of more than 20 characters' }
  return { keys, gtin, lot: lot ?? null, expiry, serial: serial ?? null }
}

/** 710 is a PZN, 711 a CIP, 715 an NDC; of the others no list is known here. */
function nationalKeys(values: ReadonlyMap<string, string>): PackKey[] {
  const pzn = pzn8(values.get('710') ?? '')
  const cip = gtin14(values.get('711') ?? '')
  const ndc = ndc11Candidates(values.get('715') ?? '')
  return [
    ...(pzn === null ? [] : keysOfPzn(pzn)),
    ...(cip === null ? [] : [{ gtin: cip }]),
    ...ndc.map((code) => ({ codeKind: 'ndc11' as const, code })),
  ]
}

/** A code that stands alone: every kind of which it may be one. */
function keysOfCode(text: string): PackKey[] {
  const digits = text.replace(/^(PZN)?[ -]?(?=\d+$)/i, '')
  const gtin = gtin14(digits)
  const pzn = pzn8(digits)
  const twelve = ndc12(text)
  return [
    ...(gtin === null ? [] : [{ gtin }]),
    ...(pzn === null ? [] : keysOfPzn(pzn)),
    ...(/^\d{7}$/.test(text) ? [keyOfCip7(text)] : []),
    ...ndc11Candidates(text).map((code) => ({ codeKind: 'ndc11' as const, code })),
    ...(gtin === null ? [] : ndcKeysOfUpc(text)),
    ...(twelve === null ? [] : [{ codeKind: 'ndc12' as const, code: twelve }]),
  ]
}

function ndcKeysOfUpc(digits: string): PackKey[] {
  const ndc10 = ndc10OfUpc(digits)
  return ndc10 === null ? [] : ndc11Candidates(ndc10).map((code) => ({ codeKind: 'ndc11' as const, code }))
}

function keysOfPzn(pzn: string): PackKey[] {
  return [{ codeKind: 'pzn', code: pzn }, { gtin: gtinOfPzn(pzn) }]
}

/** The seven digits that French packs had before: 34009 in front and a check digit behind make the CIP13. */
function keyOfCip7(digits: string): PackKey {
  const before = `34009${digits}`
  return { gtin: `0${before}${gtinCheckDigit(before)}` }
}
