// relayctl restore FILE: an empty place becomes the installation of a backup. Everything is asked before anything is begun.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { mergeErasures } from '../backup/erasures.ts'
import { refuseAltered } from '../backup/backup-files.ts'
import { judgeHead, rowsIn, rowsThatDiffer, type BackupHead } from '../backup/manifest.ts'
import { readBackup } from '../backup/read-backup.ts'
import { databasePourer, type DatabasePourer } from '../backup/restore-database.ts'
import { countRows } from '../backup/rows.queries.ts'
import { ensureInstallationRoles, movedUrls } from '../database/installation-roles.ts'
import { databasesPresent, dropDatabases, hasTables, serverMajor } from '../database/roles.queries.ts'
import { databaseName, databaseNames, readConfig, type Config } from '../machine/config-file.ts'
import { makeStateFolder } from '../machine/places.ts'
import { treeVersion } from '../machine/health.ts'
import { databases } from '../machine/programs.ts'
import { FIRST_ADMIN, noteComplete, writePrivate, writeSecrets } from '../machine/secret-files.ts'
import { withOptional } from '../machine/secrets.ts'
import { EXIT, RefusedError } from '../refused.ts'
import { openerFrom } from './backup-opener.ts'
import type { Command, CommandParts } from './command.ts'

interface Begun {
  readonly head: BackupHead
  readonly config: Config
  readonly pourer: DatabasePourer
}

export const restore: Command = async (parts) => {
  const { operand: file, options, report } = parts
  const opener = openerFrom(options)
  refuseInhabited(parts)
  refuseUnknownErasures(parts)
  await refuseAltered(file ?? '')
  const startedAtMs = performance.now()
  let begun: Begun | null = null
  try {
    const end = await readBackup(file ?? '', opener, {
      begin: async (head) => void (begun = await beginRestore(parts, head)),
      take: async (suffix, part) => begun?.pourer.take(suffix, part),
    })
    const done = begunOrThrow(begun)
    await done.pourer.finish()
    const differing = rowsThatDiffer(end.rows, await countAll(parts, done.config))
    if (differing.length > 0) throw new Error(`Not every row came back: ${differing.slice(0, 5).join('; ')}`)
    settle(parts, done)
    const seconds = (performance.now() - startedAtMs) / 1_000
    report.answer({ rows: rowsIn(end.rows), takenAt: done.head.manifest.takenAt, seconds }, [
      `${rowsIn(end.rows)} rows of ${done.head.manifest.takenAt} are back after ${seconds.toFixed(1)} s, every table counted.`,
      'Next: relayctl start. It erases again who was erased since. Certificates that were pinned since are unknown: pair those computers again.',
    ])
    return EXIT.done
  } catch (error) {
    await takeBack(parts, begun)
    throw error
  }
}

/** Nothing of ours may be there: whoever restores over it loses what was written since. */
function refuseInhabited({ places }: CommandParts): void {
  for (const place of [places.config, places.secrets])
    if (existsSync(place))
      throw new RefusedError(
        `${place} is there: a restore needs an empty place. Move it away first, with its databases`,
      )
}

/** A backup of yesterday does not know who was erased today. */
function refuseUnknownErasures({ places, options }: CommandParts): void {
  const folder = options.erasures ?? places.erasures
  const isKnown = existsSync(folder) && readdirSync(folder).length > 0
  if (isKnown || options['without-newer-erasures'] === true) return
  throw new RefusedError(
    `There is no list of erased patients in ${folder}, and who was erased after the backup would come back. Bring the list ` +
      'from the lost disk (--erasures FOLDER); if it is lost, or nobody was erased, say --without-newer-erasures',
  )
}

async function beginRestore(
  { administrator, report, places }: CommandParts,
  read: BackupHead,
): Promise<Begun> {
  judgeHead(read, treeVersion())
  const config = readConfig(read.config)
  const head = { ...read, secrets: movedUrls(administrator, read.secrets) }
  const major = await serverMajor(administrator)
  if (major < read.manifest.postgresMajor)
    throw new RefusedError(
      `The backup is of PostgreSQL ${read.manifest.postgresMajor}, this server is ${major}: use that version or a later one`,
    )
  for (const name of await databasesPresent(administrator, databaseNames(config)))
    if (await hasTables(administrator, name))
      throw new RefusedError(
        `The database ${name} has tables: a restore needs an empty place. dropdb ${name}, once nobody needs it`,
      )
  report.say(
    `backup of ${read.manifest.takenAt}, made on ${read.manifest.host}, version ${read.manifest.version}`,
  )
  makeStateFolder(places)
  await ensureInstallationRoles(administrator, config, head.secrets)
  const databaseOf = (suffix: string): string => databaseName(config, suffix)
  return { head, config, pourer: databasePourer({ as: administrator, major, databaseOf }) }
}

function begunOrThrow(begun: Begun | null): Begun {
  if (begun === null) throw new RefusedError('This backup has no databases')
  return begun
}

async function countAll({ administrator }: CommandParts, config: Config) {
  const counts: Record<string, Record<string, number>> = {}
  for (const { suffix } of databases)
    counts[suffix] = await countRows(administrator, databaseName(config, suffix))
  return counts
}

/** Last: with settings and secrets in place the installation counts as whole. */
function settle({ places, options }: CommandParts, { head }: Begun): void {
  mergeErasures(places.erasures, head.erasures, options.erasures ?? null)
  for (const folder of [path.dirname(places.config), places.backups]) mkdirSync(folder, { recursive: true })
  // A backup of a version before knows fewer.
  writeSecrets(places.secrets, withOptional(head.secrets))
  writePrivate(path.join(places.secrets, FIRST_ADMIN), '[]\n')
  writePrivate(places.config, head.config)
  noteComplete(places.secrets)
}

async function takeBack({ administrator }: CommandParts, begun: Begun | null): Promise<void> {
  if (begun === null) return
  await begun.pourer.abandon()
  await dropDatabases(administrator, databaseNames(begun.config))
}
