// relayctl watch: measures what no program can, and writes what a Prometheus on this machine needs.
import { existsSync, mkdirSync, renameSync, statfsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { archivedUntil } from '../archive/archive-files.ts'
import { newestBackup } from '../backup/backup-files.ts'
import { lastDrill } from '../backup/drill-note.ts'
import { servedOrigins, servedUntil } from '../doctor/served-certificate.ts'
import type { Config } from '../machine/config-file.ts'
import { configIn } from '../machine/installation.ts'
import { makeStateFolder, type Places } from '../machine/places.ts'
import { makesBackups } from '../machine/secret-files.ts'
import { EXIT } from '../refused.ts'
import { alerts } from '../watch/alerts.ts'
import { dashboard } from '../watch/dashboard.ts'
import { figuresText, type OwnFigures } from '../watch/own-figures.ts'
import { rulesFile } from '../watch/rules-file.ts'
import { scrapeConfig } from '../watch/scrape-config.ts'
import { archiveIn } from './archive.ts'
import type { Command } from './command.ts'

const RULES = 'alerts.yml'
const OF_BACKUPS = ['BackupOld', 'DrillOld']

export const watch: Command = async ({ places, options, report }) => {
  const config = configIn(places)
  const folder = options.to ?? places.watch
  const figures = await measured(places, config)
  makeStateFolder(places)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const rules = path.join(folder, RULES)
  // Of several machines one makes backups.
  const asked = makesBackups(places) ? alerts : alerts.filter(({ name }) => !OF_BACKUPS.includes(name))
  const files = {
    'relay.prom': figuresText(figures),
    [RULES]: rulesFile(asked),
    'prometheus.yml': scrapeConfig({ config, machine: os.hostname(), rules }),
    'dashboard.json': `${JSON.stringify(dashboard(), null, 2)}\n`,
  }
  for (const [name, text] of Object.entries(files)) writeWhole(path.join(folder, name), text)
  report.answer({ folder, figures }, [
    `${folder}: ${Object.keys(files).join(', ')}`,
    `${asked.length} alerts; a page for each: docs/on-call. How Prometheus reads them: operations/README.md`,
  ])
  return EXIT.done
}

async function measured(places: Places, config: Config): Promise<OwnFigures> {
  const origins = Object.entries(servedOrigins(config))
  const until = await Promise.all(
    origins.map(async ([of, origin]) => [of, await servedUntil(origin)] as const),
  )
  const disks = { programs: places.state, backups: places.backups }
  const there = Object.entries(disks).filter(([, folder]) => existsSync(folder))
  return {
    now: new Date(),
    backupAt: newestBackup(places.backups)?.takenAt ?? null,
    drillAt: lastDrill(places),
    archivedUntil: archivedUntil(archiveIn(places, null)),
    certificates: Object.fromEntries(until),
    disks: Object.fromEntries(there.map(([of, folder]) => [of, freePart(folder)])),
  }
}

/** 0 to 1, three digits. */
function freePart(folder: string): number {
  const { bavail, blocks } = statfsSync(folder)
  return blocks === 0 ? 0 : Math.round((bavail / blocks) * 1_000) / 1_000
}

/** Whoever reads it meanwhile has the one before. Prometheus is another account. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.new`
  writeFileSync(draft, text, { mode: 0o644 })
  renameSync(draft, file)
}
