// Which secrets are exchanged while the programs run, and in which rounds. Pure.
//
// A round writes secrets and restarts, one after the other, the programs that have them. Programs of two rounds run beside each
// other meanwhile: whatever one of them shows, each other one takes. A rotation that was ended in the middle is brought to an end
// before another one begins. Where a program runs on several machines, all its processes take a new key before the first one shows it.
import { programs } from './programs.ts'
import {
  BACKUP_URL,
  CLIENT,
  CLIENT_LIST,
  clientList,
  CONNECTIONS,
  KEY_LISTS,
  newSecret,
  secretsOfProgram,
  type Secrets,
} from './secrets.ts'

export const ENGINES = ['nats', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

export interface Round {
  /** Written in this order. */
  readonly changes: Secrets
  /** URLs among the changes: their roles get those passwords before the programs are restarted. */
  readonly urls: readonly string[]
  /** Restarted then. */
  readonly programs: readonly string[]
  /** Of several machines: reloaded before them, with files of their own. */
  readonly engines: readonly Engine[]
  /** At the end: until no row of a patient is under another key than the first of each list. */
  readonly untilSealed: boolean
}

const KEY = 'InternalApi__Key'
const PREVIOUS = 'InternalApi__PreviousKey'
const SEAL = 'Identity__SealKey'
const PREVIOUS_SEAL = 'Identity__PreviousSealKey'
const REFRESH = 'Identity__RefreshKey'
const EARLIER_REFRESH = 'Identity__PreviousRefreshKeys'
const DEVICE = 'Store__DeviceKeySecret'
const EARLIER_DEVICE = 'Store__PreviousDeviceKeySecrets'
/** As many as the programs take. */
const MOST_EARLIER = 16

type Rotation = (secrets: Secrets, make: () => string, runs: Runs) => Round[]

/** Whether a program runs once, or on several machines beside itself. */
export type Runs = 'once' | 'beside itself'

export const ROTATIONS: Readonly<Record<string, Rotation>> = {
  'internal-key': internalKey,
  'service-secrets': serviceSecrets,
  'panel-cookies': cookies('Portal__CookieKey', 'Portal__PreviousCookieKey'),
  'shop-cookies': cookies('Storefront__CookieKey', 'Storefront__PreviousCookieKey'),
  'database-passwords': databasePasswords,
  'seal-key': sealKey,
  'refresh-key': withEarlier(REFRESH, EARLIER_REFRESH),
  'device-key-secret': withEarlier(DEVICE, EARLIER_DEVICE),
  'patient-keys': patientKeys,
  'sms-key': smsKey,
}

/** Null: nothing of that name is exchanged. */
export function roundsOf(
  what: string,
  secrets: Secrets,
  { make = newSecret, runs = 'once' }: { readonly make?: () => string; readonly runs?: Runs } = {},
): Round[] | null {
  return Object.hasOwn(ROTATIONS, what) ? (ROTATIONS[what]?.(secrets, make, runs) ?? null) : null
}

/** Taken by all before anybody shows it; the old one is taken until nobody shows it. */
function internalKey(secrets: Secrets, make: () => string): Round[] {
  const old = secrets[KEY] ?? ''
  const fresh = make()
  const isInterrupted = (secrets[PREVIOUS] ?? '') !== ''
  return [
    ...(isInterrupted ? [restartOf([KEY]), round({ [PREVIOUS]: '' })] : []),
    round({ [PREVIOUS]: fresh }),
    round({ [PREVIOUS]: old, [KEY]: fresh }),
    round({ [PREVIOUS]: '' }),
  ]
}

/** The identity API knows two of each service meanwhile. */
function serviceSecrets(secrets: Secrets, make: () => string): Round[] {
  const names = Object.keys(secrets).filter((name) => name.startsWith(CLIENT))
  const present = Object.fromEntries(names.map((name) => [name, secrets[name] ?? '']))
  const fresh = Object.fromEntries(names.map((name) => [name, make()]))
  const listed = clientList(present)
  const isInterrupted = secrets[CLIENT_LIST]?.split(',').length !== names.length
  return [
    ...(isInterrupted ? [restartOf([CLIENT_LIST, ...names]), round({ [CLIENT_LIST]: listed })] : []),
    round({ [CLIENT_LIST]: `${listed},${clientList(fresh)}` }),
    round(fresh),
    round({ [CLIENT_LIST]: clientList(fresh) }),
  ]
}

/** Who is signed in stays so; the next exchange ends what the one before the last one sealed. */
function cookies(key: string, previous: string): Rotation {
  return (secrets, make, runs) => {
    const fresh = make()
    return [
      ...takenFirst(runs, { [previous]: fresh }),
      round({ [previous]: secrets[key] ?? '', [key]: fresh }),
    ]
  }
}

/** In the place of an earlier key, so that it opens before anything is under it. */
function takenFirst(runs: Runs, changes: Secrets): Round[] {
  return runs === 'once' ? [] : [round(changes)]
}

/** One role after the other; connections that are there stay. A role has one password: what opens one before its program is restarted is told to try again. */
function databasePasswords(secrets: Secrets, make: () => string): Round[] {
  return [...CONNECTIONS, BACKUP_URL].map((name) => {
    const url = new URL(secrets[name] ?? '')
    url.password = make()
    return { ...round({ [name]: url.href }), urls: [name] }
  })
}

/** A start seals all anew before it is ready: the old key may go then. */
function sealKey(secrets: Secrets, make: () => string, runs: Runs): Round[] {
  const isInterrupted = (secrets[PREVIOUS_SEAL] ?? '') !== ''
  const fresh = make()
  return [
    ...(isInterrupted ? [restartOf([SEAL]), round({ [PREVIOUS_SEAL]: '' })] : []),
    ...takenFirst(runs, { [PREVIOUS_SEAL]: fresh }),
    round({ [PREVIOUS_SEAL]: secrets[SEAL] ?? '', [SEAL]: fresh }),
    round({ [PREVIOUS_SEAL]: '' }),
  ]
}

/**
 * Who is signed in stays so until the next exchange, and a pairing code is good for its ten minutes; recovery codes and checkpoints of the
 * staff log are taken for as long as their key is in the list.
 */
function withEarlier(name: string, list: string): Rotation {
  return (secrets, make, runs) => {
    const earlier = (secrets[list] ?? '').split(',').filter((one) => one !== '')
    const before = (one: string): string => [...new Set([one, ...earlier])].slice(0, MOST_EARLIER).join(',')
    const fresh = make()
    return [
      ...takenFirst(runs, { [list]: before(fresh) }),
      round({ [list]: before(secrets[name] ?? ''), [name]: fresh }),
    ]
  }
}

/** Codes by SMS that are open end, which are good for some minutes: whoever has one asks for another. Links of messages go on. */
function smsKey(_: Secrets, make: () => string): Round[] {
  return [round({ Pharmacy__SmsKey: make() })]
}

/** The old keys open until no row is under them. */
function patientKeys(secrets: Secrets, make: () => string, runs: Runs): Round[] {
  const lists = KEY_LISTS.map((name) => [name, (secrets[name] ?? '').split(',')] as const)
  const isInterrupted = lists.some(([, keys]) => keys.length > 1)
  const newest = lists.map(([name, [key = '']]) => [name, key] as const)
  const fresh = newest.map(([name, key]) => [name, key, `${nextId(key)}:${make()}`] as const)
  const sealedAnew = (one: Round): Round => ({ ...one, untilSealed: true })
  return [
    ...(isInterrupted ? [sealedAnew(restartOf(KEY_LISTS)), round(Object.fromEntries(newest))] : []),
    ...takenFirst(runs, Object.fromEntries(fresh.map(([name, key, made]) => [name, `${key},${made}`]))),
    sealedAnew(round(Object.fromEntries(fresh.map(([name, key, made]) => [name, `${made},${key}`])))),
    round(Object.fromEntries(fresh.map(([name, , made]) => [name, made]))),
  ]
}

/** Of a key `7:…`: `8`; of one that a person named otherwise: `1`. */
function nextId(key: string): string {
  const [id = ''] = key.split(':')
  return /^\d{1,9}$/.test(id) ? String(Number(id) + 1) : '1'
}

function round(changes: Secrets): Round {
  const holders = holdersOf(Object.keys(changes))
  return { changes, urls: [], programs: holders, engines: [], untilSealed: false }
}

/** So that all have what is written. */
function restartOf(names: readonly string[]): Round {
  return { ...round({}), programs: holdersOf(names) }
}

function holdersOf(names: readonly string[]): string[] {
  return programs
    .map(({ name }) => name)
    .filter((name) => secretsOfProgram(name).some((secret) => names.includes(secret)))
}
