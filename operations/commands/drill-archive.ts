// relayctl drill --archive: brings the newest base and the log behind it back beside the live server, counts every row, removes it, says RPO and RTO.
import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withDatabase } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { basesIn, numberOf, segmentsIn, type BaseFile } from '../archive/archive-files.ts'
import { beginSegment, logPosition, type Position } from '../archive/log.queries.ts'
import { missingRows } from '../archive/same-rows.ts'
import { recoverServer, removeSecondPlace } from '../archive/second-place.ts'
import { refuseAltered } from '../backup/backup-files.ts'
import { noteDrill } from '../backup/drill-note.ts'
import { rowsIn, type BackupEnd } from '../backup/manifest.ts'
import { countRows, withSnapshot } from '../backup/rows.queries.ts'
import { databaseName } from '../machine/config-file.ts'
import { openInstallation, type Installation } from '../machine/installation.ts'
import { makeStateFolder } from '../machine/places.ts'
import { databases } from '../machine/programs.ts'
import { BACKUP_URL } from '../machine/secrets.ts'
import { EXIT, RefusedError } from '../refused.ts'
import { archiveIn } from './archive.ts'
import { openerFrom } from './backup-opener.ts'
import type { Command } from './command.ts'

/** A segment a minute, and the time to seal it. */
const ARCHIVED_LIMIT_MS = 180_000
const LOOK_MS = 500

export const drillArchive: Command = async ({ places, options, report }) => {
  const installation = openInstallation(places)
  const opener = openerFrom(options)
  const archive = archiveIn(places, options.to ?? null)
  const newest = basesIn(archive).at(-1)
  if (newest === undefined) throw new RefusedError(`There is no base in ${archive}: relayctl base`)
  await refuseAltered(newest.file)
  const url = installation.secrets[BACKUP_URL] ?? ''
  const rpoS = notArchivedS(archive, newest, await logPosition(url))
  const live = await countLive(installation, url)
  await untilArchived(archive, await beginSegment(url))
  makeStateFolder(places)
  const folder = mkdtempSync(path.join(places.state, 'drill-'))
  try {
    const startedAtMs = performance.now()
    const target = { lsn: live.lsn }
    const say = (line: string): void => report.say(line)
    const server = await recoverServer({ folder, base: newest, archive, opener, target, say })
    const rtoS = (performance.now() - startedAtMs) / 1_000
    try {
      const recovered = await countAll(installation, server.url)
      const missing = missingRows(live.rows, recovered, live.between)
      if (missing.length > 0) throw new Error(`The archive lacks rows: ${missing.slice(0, 5).join('; ')}`)
    } finally {
      await server.stop()
    }
    const result = { doneAt: new Date().toISOString(), rpoS, rtoS, rows: rowsIn(live.rows) }
    noteDrill(places, result)
    report.answer({ file: newest.file, segments: server.segments, ...result }, [
      `${newest.file}: with ${server.segments} segments of log ${result.rows} rows, every table as it was.`,
      `RPO ${rpoS.toFixed(0)} s (what would have been lost as it began), RTO ${rtoS.toFixed(1)} s (data; + start of the programs).`,
    ])
    return EXIT.done
  } finally {
    removeSecondPlace(folder)
  }
}

/** For how long something that was written has not been in the archive, at most; 0: everything is. */
function notArchivedS(archive: string, { takenAt }: BaseFile, { segment }: Position): number {
  const newest = segmentsIn(archive)
    .filter((one) => !one.segment.endsWith('.history'))
    .at(-1)
  if (newest !== undefined && numberOf(newest.segment) >= numberOf(segment)) return 0
  return Math.max(0, (Date.now() - (newest?.until ?? takenAt).getTime()) / 1_000)
}

interface Counted {
  readonly rows: BackupEnd['rows']
  /** The log up to here has what was counted. */
  readonly lsn: string
  readonly between: number
}

/** Each database in a snapshot of its own; the position before them and behind them says what else may have been written. */
async function countLive({ config }: Installation, url: string): Promise<Counted> {
  const before = await logPosition(url)
  const rows: Record<string, Record<string, number>> = {}
  for (const { suffix } of databases)
    rows[suffix] = await withSnapshot(withDatabase(url, databaseName(config, suffix)), () =>
      Promise.resolve(),
    )
  const behind = await logPosition(url)
  return { rows, lsn: behind.lsn, between: behind.bytes - before.bytes }
}

async function countAll({ config }: Installation, urlOf: (database: string) => string) {
  const rows: Record<string, Record<string, number>> = {}
  for (const { suffix } of databases) {
    const database = databaseName(config, suffix)
    rows[suffix] = await countRows({ url: urlOf(database) }, database)
  }
  return rows
}

async function untilArchived(archive: string, { segment }: Position): Promise<void> {
  const endMs = performance.now() + ARCHIVED_LIMIT_MS
  while (!segmentsIn(archive).some((one) => numberOf(one.segment) >= numberOf(segment))) {
    if (performance.now() > endMs)
      throw new RefusedError(`${segment} does not come into ${archive}: is relayctl archive running?`)
    await wait(LOOK_MS)
  }
}
