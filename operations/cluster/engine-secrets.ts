// The secrets of the engines on several machines, by the names of their files.

const MADE = [
  'Postgres__Superuser',
  'Postgres__Replication',
  'Postgres__Rewind',
  'Patroni__Rest',
  'Nats__User',
  'Nats__Routes',
] as const
/** Of an exchange: the other password of the portals that NATS takes; empty while none is under way. */
const OF_EXCHANGE = 'Nats__PreviousUser'

export const ENGINE_SECRETS = [...MADE, OF_EXCHANGE] as const

export type EngineSecrets = Readonly<Record<(typeof ENGINE_SECRETS)[number], string>>

/** What is there stays; what is missing is made. */
export function engineSecrets(kept: (name: string) => string | null, make: () => string): EngineSecrets {
  const found = MADE.map((name) => [name, kept(name) ?? make()] as const)
  return Object.fromEntries([...found, [OF_EXCHANGE, kept(OF_EXCHANGE) ?? '']]) as EngineSecrets
}
