// What stands around PostgreSQL on several machines, for the campaign of failovers alone: some 150 MB with what it brings.
import { existsSync } from 'node:fs'
import { install, mayInstall, type Tool } from '../tools-install.ts'

const ENGINES: readonly Tool[] = [
  { package: 'etcd-server', file: '/usr/bin/etcd' },
  { package: 'patroni', file: '/usr/bin/patroni' },
  { package: 'haproxy', file: '/usr/sbin/haproxy' },
  { package: 'postgresql-15', file: '/usr/lib/postgresql/15/bin/postgres' },
]

/** Null when everything is there; else what is missing and how it comes, in words. */
export function missingEngines(): string | null {
  if (process.getuid?.() !== 0) return 'patroni is run as the account postgres, which root alone can do'
  const missing = ENGINES.filter(({ file }) => !existsSync(file)).map((tool) => tool.package)
  return missing.length === 0
    ? null
    : `missing: ${missing.join(', ')}. On Debian, as root: npm run tools -- --failovers`
}

/** Returns what went wrong, in words; null when everything is there. */
export async function installEngines(): Promise<string | null> {
  const missing = missingEngines()
  return missing === null || !mayInstall() ? missing : install(ENGINES)
}
