// The secrets of the engines on several machines, by the names of their files.

export const ENGINE_SECRETS = [
  'Postgres__Superuser',
  'Postgres__Replication',
  'Postgres__Rewind',
  'Patroni__Rest',
  'Nats__User',
  'Nats__Routes',
] as const

export type EngineSecrets = Readonly<Record<(typeof ENGINE_SECRETS)[number], string>>
