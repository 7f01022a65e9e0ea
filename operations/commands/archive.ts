// relayctl archive and relayctl base: the log of the database server as it is written, and the whole server from which it goes on.
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { walFolder } from '../archive/archive-files.ts'
import { allowArchive } from '../archive/log.queries.ts'
import { keepArchive } from '../archive/wal-keeper.ts'
import { writeBase } from '../archive/write-base.ts'
import { majorOf } from '../backup/write-backup.ts'
import { chooseTool, installedMajors } from '../database/postgres-tools.ts'
import { databaseName } from '../machine/config-file.ts'
import { openInstallation } from '../machine/installation.ts'
import type { Places } from '../machine/places.ts'
import { BACKUP_URL } from '../machine/secrets.ts'
import { EXIT, RefusedError } from '../refused.ts'
import type { Command } from './command.ts'

const MIB = 1_024 ** 2
const ARCHIVE_UNIT = 'pharmacy-relay-archive.service'
const SYSTEMCTL_LIMIT_MS = 30_000
const run = promisify(execFile)

/** `to`: as it was said; null: where it is otherwise. */
export function archiveIn(places: Places, to: string | null): string {
  return to ?? path.join(places.backups, 'archive')
}

const receivingIn = (places: Places): string => path.join(places.state, 'wal')

/** Runs until it is ended by SIGTERM or SIGINT. */
export const archive: Command = async ({ places, options, report }) => {
  const installation = openInstallation(places)
  const recipient = installation.config['Backup__Recipient'] ?? ''
  if (recipient === '') throw new RefusedError('relay.conf says no Backup__Recipient: write one there')
  const ending = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort())
  const folder = archiveIn(places, options.to ?? null)
  report.say(`archive: into ${walFolder(folder)}`)
  await keepArchive({
    url: installation.secrets[BACKUP_URL] ?? '',
    tool: chooseTool('pg_receivewal', await majorOf(installation), installedMajors()),
    receiving: receivingIn(places),
    archive: folder,
    recipient,
    say: (line) => report.say(line),
    signal: ending.signal,
  })
  return EXIT.done
}

/** It has read the URL of backups at its start; one that does not run stays so. */
export async function restartArchive({ isTryOut }: Places): Promise<void> {
  if (!isTryOut) await run('systemctl', ['try-restart', ARCHIVE_UNIT], { timeout: SYSTEMCTL_LIMIT_MS })
}

export const base: Command = async ({ places, administrator, options, report }) => {
  const installation = openInstallation(places)
  await allowArchive(administrator, databaseName(installation.config, 'backup'))
  const folder = archiveIn(places, options.to ?? null)
  const startedAtMs = performance.now()
  const { file, bytes, removed } = await writeBase({ installation, archive: folder, now: new Date() })
  // From now on the log stands behind something: the unit's condition holds.
  mkdirSync(receivingIn(places), { recursive: true, mode: 0o700 })
  if (!places.isTryOut) await run('systemctl', ['start', ARCHIVE_UNIT], { timeout: SYSTEMCTL_LIMIT_MS })
  const seconds = (performance.now() - startedAtMs) / 1_000
  report.answer({ file, bytes, removed, seconds }, [
    file,
    `${(bytes / MIB).toFixed(1)} MiB, the whole database server and all secrets, ${seconds.toFixed(1)} s; ${removed} files that nobody needs any more are gone.`,
    'The log behind it: relayctl archive, which pharmacy-relay-archive.service runs from now on. Copy both to another machine.',
  ])
  return EXIT.done
}
