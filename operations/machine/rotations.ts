// Which secrets are exchanged while the programs run, and in which rounds. Pure.
//
// A round writes secrets and restarts, one after the other, the programs that have them. Programs of two rounds run beside each
// other meanwhile: whatever one of them shows, each other one takes. A rotation that was ended in the middle is brought to an end
// before another one begins.
import { programs } from './programs.ts'
import { CLIENT, CLIENT_LIST, clientList, newSecret, secretsOfProgram, type Secrets } from './secrets.ts'

export interface Round {
  /** Written in this order. */
  readonly changes: Secrets
  /** Restarted then. */
  readonly programs: readonly string[]
}

const KEY = 'InternalApi__Key'
const PREVIOUS = 'InternalApi__PreviousKey'

type Rotation = (secrets: Secrets, make: () => string) => Round[]

export const ROTATIONS: Readonly<Record<string, Rotation>> = {
  'internal-key': internalKey,
  'service-secrets': serviceSecrets,
  'panel-cookies': cookies('Portal__CookieKey', 'Portal__PreviousCookieKey'),
  'shop-cookies': cookies('Storefront__CookieKey', 'Storefront__PreviousCookieKey'),
}

/** Null: nothing of that name is exchanged. */
export function roundsOf(what: string, secrets: Secrets, make = newSecret): Round[] | null {
  return Object.hasOwn(ROTATIONS, what) ? (ROTATIONS[what]?.(secrets, make) ?? null) : null
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
  return (secrets, make) => [round({ [previous]: secrets[key] ?? '', [key]: make() })]
}

function round(changes: Secrets): Round {
  return { changes, programs: holdersOf(Object.keys(changes)) }
}

/** So that all have what is written. */
function restartOf(names: readonly string[]): Round {
  return { changes: {}, programs: holdersOf(names) }
}

function holdersOf(names: readonly string[]): string[] {
  return programs
    .map(({ name }) => name)
    .filter((name) => secretsOfProgram(name).some((secret) => names.includes(secret)))
}
