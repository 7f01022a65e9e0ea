// Roles and databases of an installation, made by the server's administrator: SQL as text, each piece repeatable.
import { runSql, type Administrator } from './postgres-tools.ts'

const WALL_ROLES = ['pharmacy_request', 'pharmacy_keeper']
const FIRST_WITH_INHERIT = 16

export interface DatabaseRole {
  /** Of the role and of its database; lower case letters, digits, underscore. */
  readonly name: string
  readonly password: string
}

export async function serverMajor(as: Administrator): Promise<number> {
  const [version = ''] = await runSql(as, 'postgres', 'show server_version_num')
  return Math.floor(Number(version) / 10_000)
}

export async function databasesPresent(as: Administrator, names: readonly string[]): Promise<string[]> {
  const list = names.map(literal).join(',')
  return runSql(as, 'postgres', `select datname from pg_database where datname in (${list}) order by 1`)
}

/** Makes the role or gives it this password. */
export async function ensureRole(
  as: Administrator,
  { name, password }: DatabaseRole,
  rights = '',
): Promise<void> {
  await runSql(
    as,
    'postgres',
    `${roleIfMissing(name)}\nalter role ${name} login ${rights} password ${literal(password)};`,
  )
}

/** True when it was made. Nobody but its owner may connect. */
export async function ensureDatabase(as: Administrator, name: string, owner: string): Promise<boolean> {
  if ((await databasesPresent(as, [name])).length > 0) return false
  await runSql(
    as,
    'postgres',
    `create database ${name} owner ${owner} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
  )
  await runSql(as, 'postgres', `revoke connect, temporary on database ${name} from public`)
  return true
}

/** The roles behind which each pharmacy's rows stand; the owner may take them and does not have their rights by itself. */
export async function ensureWall(as: Administrator, owner: string, major: number): Promise<void> {
  const how = major >= FIRST_WITH_INHERIT ? ' with inherit false, set true' : ''
  const made = WALL_ROLES.map((role) => `${roleIfMissing(role)}\ngrant ${role} to ${owner}${how};`)
  await runSql(as, 'postgres', made.join('\n'))
}

/** Who reads everything for a backup and can write nothing: row-level security would hide every patient from the owner. */
export async function ensureBackupRole(
  as: Administrator,
  role: DatabaseRole,
  names: readonly string[],
): Promise<void> {
  await ensureRole(as, role, 'bypassrls')
  const connects = names.map((name) => `grant connect on database ${name} to ${role.name};`)
  await runSql(as, 'postgres', `grant pg_read_all_data to ${role.name};\n${connects.join('\n')}`)
}

export async function dropDatabases(as: Administrator, names: readonly string[]): Promise<void> {
  for (const name of names) await runSql(as, 'postgres', `drop database if exists ${name} with (force)`)
}

/** True when any table is there. */
export async function hasTables(as: Administrator, database: string): Promise<boolean> {
  const sql =
    "select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') limit 1"
  return (await runSql(as, database, sql)).length > 0
}

function roleIfMissing(name: string): string {
  return `do $$ begin create role ${name} nologin; exception when duplicate_object then null; end $$;`
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
