// What PostgreSQL is told of the roles that patroni uses: patroni gives them their passwords at the first start of all, and never again.
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type { EngineSecrets } from './engine-secrets.ts'

export const SUPERUSER_ROLE = 'postgres'
export const REPLICATION_ROLE = 'replicator'
export const REWIND_ROLE = 'rewinder'

/** PostgreSQL's default; our passwords are random. */
const ITERATIONS = 4_096
const SALT_BYTES = 16
const HASH_BYTES = 32

/** roles.sql, for psql: on a standby it changes nothing. In no log there is a password, as the server is told what it would keep of it. */
export function rolesSql(secrets: EngineSecrets): string {
  const roles = {
    [SUPERUSER_ROLE]: secrets.Postgres__Superuser,
    [REPLICATION_ROLE]: secrets.Postgres__Replication,
    [REWIND_ROLE]: secrets.Postgres__Rewind,
  }
  return `-- Made by relayctl cluster.
\\set ON_ERROR_STOP on
select pg_is_in_recovery() as standby \\gset
\\if :standby
  \\echo 'This is a standby: its primary is told.'
\\else
${Object.entries(roles)
  .map(
    ([role, password]) =>
      `  alter role ${role} password '${verifierOf(password, saltOf(role, password))}';\n`,
  )
  .join('')}\\endif
`
}

/** The salt follows from the password, so that the same secrets make the same file. */
function saltOf(role: string, password: string): Buffer {
  return createHash('sha256').update(`${role} ${password}`).digest().subarray(0, SALT_BYTES)
}

/** As PostgreSQL keeps a password of letters and digits (RFC 5802; scram_build_secret in its source). */
export function verifierOf(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, HASH_BYTES, 'sha256')
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}
