// What relayctl watch measures, as the text that node_exporter's textfile collector reads. Pure.
import { metrics } from './metrics.ts'

export interface OwnFigures {
  readonly now: Date
  /** Null: there is none. */
  readonly backupAt: Date | null
  readonly drillAt: Date | null
  /** Null: there is no base, and no log that stands behind one. */
  readonly archivedUntil: Date | null
  /** Until when what is served is good, by panel, shop, gateway; null: nothing answered. */
  readonly certificates: Readonly<Record<string, Date | null>>
  /** Free part of the disks of programs and backups. */
  readonly disks: Readonly<Record<string, number>>
}

const DAY_MS = 86_400_000

/** What is not known has no line, which rules ask for by absent(). */
export function figuresText(figures: OwnFigures): string {
  const { now, backupAt, drillAt, archivedUntil, certificates, disks } = figures
  const days = Object.entries(certificates).flatMap(([of, until]): [string, number][] =>
    until === null ? [] : [[of, Math.floor((until.getTime() - now.getTime()) / DAY_MS)]],
  )
  return [
    ...lines('relay_watch_time_seconds', [['', unixTime(now)]]),
    ...lines('relay_backup_success_time_seconds', backupAt === null ? [] : [['', unixTime(backupAt)]]),
    ...lines('relay_restore_drill_success_time_seconds', drillAt === null ? [] : [['', unixTime(drillAt)]]),
    ...lines(
      'relay_archive_until_time_seconds',
      archivedUntil === null ? [] : [['', unixTime(archivedUntil)]],
    ),
    ...lines('relay_certificate_days_left', days),
    ...lines('relay_disk_free_ratio', Object.entries(disks)),
    '',
  ].join('\n')
}

function unixTime(at: Date): number {
  return Math.floor(at.getTime() / 1_000)
}

function lines(name: string, values: readonly (readonly [string, number])[]): string[] {
  const row = metrics.find((metric) => metric.name === name)
  if (row === undefined) throw new RangeError(`${name} is not in the table of metrics`)
  const series = values.map(([of, value]) => `${name}${of === '' ? '' : `{of="${of}"}`} ${value}`)
  return [`# HELP ${name} ${row.meaning}`, `# TYPE ${name} ${row.type}`, ...series]
}
