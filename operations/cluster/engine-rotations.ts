// Which passwords of the engines are exchanged while they run, and in which rounds. Pure.
import { newSecret, type Secrets } from '../machine/secrets.ts'
import type { Engine, Round } from '../machine/rotations.ts'
import type { EngineSecrets } from './engine-secrets.ts'

const NATS_HOLDER = 'portal'

type EngineRotation = (secrets: EngineSecrets, make: () => string) => Round[]

export const ENGINE_ROTATIONS: Readonly<Record<string, EngineRotation>> = {
  'nats-passwords': natsPasswords,
  'postgres-passwords': postgresPasswords,
}

/** Null: no engine has anything of that name. */
export function engineRoundsOf(what: string, secrets: EngineSecrets, make = newSecret): Round[] | null {
  return Object.hasOwn(ENGINE_ROTATIONS, what) ? (ENGINE_ROTATIONS[what]?.(secrets, make) ?? null) : null
}

/**
 * NATS takes both passwords of the portals meanwhile. Of the routes between its servers each takes one: between two of which one has been
 * reloaded there is none, so that goes with the last round, in which nothing else depends on the order.
 */
function natsPasswords({ Nats__User, Nats__PreviousUser }: EngineSecrets, make: () => string): Round[] {
  const fresh = make()
  const isInterrupted = Nats__PreviousUser !== ''
  return [
    ...(isInterrupted
      ? [round({}, { programs: [NATS_HOLDER] }), round({ Nats__PreviousUser: '' }, { engines: ['nats'] })]
      : []),
    round({ Nats__PreviousUser: fresh }, { engines: ['nats'] }),
    round({ Nats__PreviousUser: Nats__User, Nats__User: fresh }, { programs: [NATS_HOLDER] }),
    round({ Nats__PreviousUser: '', Nats__Routes: make() }, { engines: ['nats'] }),
  ]
}

/** Connections that are there stay; a role has one password, so that a server which is not reloaded yet opens no new one. */
function postgresPasswords(_: EngineSecrets, make: () => string): Round[] {
  const names = ['Postgres__Superuser', 'Postgres__Replication', 'Postgres__Rewind', 'Patroni__Rest'] as const
  const changes = Object.fromEntries(names.map((name) => [name, make()]))
  return [round(changes, { engines: ['postgres'] })]
}

interface Concerned {
  readonly programs?: readonly string[]
  readonly engines?: readonly Engine[]
}

function round(changes: Secrets, { programs = [], engines = [] }: Concerned): Round {
  return { changes, urls: [], programs, engines, untilSealed: false }
}
