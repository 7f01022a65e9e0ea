// Roles and databases of one installation, out of its settings and secrets.
import { databases } from '../machine/programs.ts'
import { databaseName, databaseNames, type Config } from '../machine/config-file.ts'
import { BACKUP_URL, newSecret, type Secrets } from '../machine/secrets.ts'
import { RefusedError } from '../refused.ts'
import type { Administrator } from './postgres-tools.ts'
import { ensureBackupRole, ensureDatabase, ensureRole, ensureWall, serverMajor } from './roles.queries.ts'

const LOCAL = 'postgresql://127.0.0.1:5432/'
const PREFIX = /^[a-z][a-z0-9_]{0,30}$/
const OLDEST = 15

/** URLs with new passwords by the setting that holds them; where the administrator is, there are the databases. */
export function databaseUrls(as: Administrator, config: Config): Record<string, string> {
  const base = 'url' in as ? as.url : LOCAL
  const urls = databases.map(({ suffix, setting }) => {
    const name = databaseName(config, suffix)
    return [setting, urlOf(base, name, name)] as const
  })
  const backup = databaseName(config, 'backup')
  return { ...Object.fromEntries(urls), [BACKUP_URL]: urlOf(base, backup, 'postgres') }
}

/** Makes what is missing and gives each role the password of its secret. Returns the databases that were made. */
export async function ensureInstallationRoles(
  as: Administrator,
  config: Config,
  secrets: Secrets,
): Promise<string[]> {
  const prefix = config['Databases__Prefix'] ?? ''
  if (!PREFIX.test(prefix))
    throw new RefusedError('Databases__Prefix takes lower case letters, digits and underscores')
  const major = await serverMajor(as)
  if (major < OLDEST) throw new RefusedError(`PostgreSQL ${major} is too old: ${OLDEST} to 18 are needed`)
  await ensureRoles(as, { config, secrets, major })
  const made: string[] = []
  for (const name of databaseNames(config)) if (await ensureDatabase(as, name, name)) made.push(name)
  const backup = roleIn(secrets[BACKUP_URL] ?? '')
  await ensureBackupRole(as, backup, databaseNames(config))
  return made
}

/** Roles alone: a restore needs them before its databases. */
async function ensureRoles(
  as: Administrator,
  { config, secrets, major }: { readonly config: Config; readonly secrets: Secrets; readonly major: number },
): Promise<void> {
  for (const { setting } of databases) await ensureRole(as, roleIn(secrets[setting] ?? ''))
  await ensureWall(as, databaseName(config, 'pharmacy'), major)
}

/** Their roles have the passwords of these URLs from now on. Connections that are there stay. */
export async function givePasswords(as: Administrator, urls: readonly string[]): Promise<void> {
  for (const url of urls) await ensureRole(as, roleIn(url))
}

/** Secrets of a backup for the server that it is restored to: where an URL names the administrator, the databases are there. */
export function movedUrls(as: Administrator, secrets: Secrets): Secrets {
  if (!('url' in as)) return secrets
  const to = new URL(as.url)
  const moved = [...databases.map(({ setting }) => setting), BACKUP_URL].map((setting) => {
    const url = new URL(secrets[setting] ?? '')
    const target = new URL(to.href)
    target.username = url.username
    target.password = url.password
    target.pathname = url.pathname
    return [setting, target.href] as const
  })
  return { ...secrets, ...Object.fromEntries(moved) }
}

function urlOf(base: string, role: string, database: string): string {
  const url = new URL(base)
  url.username = role
  url.password = newSecret()
  url.pathname = `/${database}`
  return url.href
}

function roleIn(url: string) {
  const { username, password } = new URL(url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}
