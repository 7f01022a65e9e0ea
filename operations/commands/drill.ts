// relayctl drill: restores the newest backup beside the live databases, counts every row, drops it, says RPO and RTO.
import { newestBackup, refuseAltered, type BackupFile } from '../backup/backup-files.ts'
import { noteDrill } from '../backup/drill-note.ts'
import { judgeHead, rowsIn, rowsThatDiffer, type BackupEnd } from '../backup/manifest.ts'
import { readBackup } from '../backup/read-backup.ts'
import { databasePourer } from '../backup/restore-database.ts'
import { countRows } from '../backup/rows.queries.ts'
import { dropDatabases, ensureDatabase, serverMajor } from '../database/roles.queries.ts'
import type { Administrator } from '../database/postgres-tools.ts'
import { databaseName } from '../machine/config-file.ts'
import { treeVersion } from '../machine/health.ts'
import { configIn } from '../machine/installation.ts'
import { databases } from '../machine/programs.ts'
import { EXIT, RefusedError } from '../refused.ts'
import { openerFrom } from './backup-opener.ts'
import type { Command } from './command.ts'

export const drill: Command = async ({ places, administrator, options, report }) => {
  const config = configIn(places)
  const opener = openerFrom(options)
  const newest = backupIn(options.to ?? places.backups)
  const trialOf = (suffix: string): string => `${databaseName(config, 'drill')}_${suffix}`
  const names = databases.map(({ suffix }) => trialOf(suffix))
  const startedAt = new Date()
  const startedAtMs = performance.now()
  await refuseAltered(newest.file)
  const pourer = databasePourer({
    as: administrator,
    major: await serverMajor(administrator),
    databaseOf: trialOf,
  })
  try {
    const end = await readBackup(newest.file, opener, {
      begin: async (head) => {
        judgeHead(head, treeVersion())
        // What a drill that was killed left behind.
        await dropDatabases(administrator, names)
        for (const { suffix } of databases)
          await ensureDatabase(administrator, trialOf(suffix), databaseName(config, suffix))
      },
      take: async (suffix, part) => pourer.take(suffix, part),
    })
    await pourer.finish()
    const rtoS = (performance.now() - startedAtMs) / 1_000
    const differing = rowsThatDiffer(end.rows, await rowsOf(administrator, trialOf))
    if (differing.length > 0) throw new Error(`The backup lacks rows: ${differing.slice(0, 5).join('; ')}`)
    const rpoS = (startedAt.getTime() - newest.takenAt.getTime()) / 1_000
    const result = { doneAt: new Date().toISOString(), rpoS, rtoS, rows: rowsIn(end.rows) }
    noteDrill(places, result)
    report.answer({ file: newest.file, ...result }, wordsOf(newest.file, result))
    return EXIT.done
  } finally {
    await pourer.abandon()
    await dropDatabases(administrator, names)
  }
}

interface Drilled {
  readonly rpoS: number
  readonly rtoS: number
  readonly rows: number
}

function wordsOf(file: string, { rpoS, rtoS, rows }: Drilled): string[] {
  return [
    `${file}: ${rows} rows, every table as it was.`,
    `RPO ${rpoS.toFixed(0)} s (what would be lost now), RTO ${rtoS.toFixed(1)} s (data; + start of the programs).`,
  ]
}

function backupIn(folder: string): BackupFile {
  const newest = newestBackup(folder)
  if (newest === null) throw new RefusedError(`There is no backup in ${folder}: relayctl backup`)
  return newest
}

async function rowsOf(as: Administrator, databaseOf: (suffix: string) => string): Promise<BackupEnd['rows']> {
  const rows: Record<string, Record<string, number>> = {}
  for (const { suffix } of databases) rows[suffix] = await countRows(as, databaseOf(suffix))
  return rows
}
