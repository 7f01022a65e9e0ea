// What a backup says of itself: at its begin who made it, at its end what is in it.
//
//   manifest.json  relay.conf  secrets/NAME  erasures/FILE  databases/SUFFIX.NNNN …  end.json
//
// A tar inside an age file, so that `age -d -i KEY FILE | tar -x` opens it by hand; the parts of a database, put together in
// order, are what pg_restore reads.
import { z } from 'zod'
import { RefusedError } from '../refused.ts'
import { VITAL, type Secrets } from '../machine/secrets.ts'

export const Manifest = z.object({
  format: z.literal(1),
  /** Databases as pg_dump writes them, or the whole server as it lies on its disk; left out in files of before. */
  kind: z.enum(['dump', 'server']).default('dump'),
  version: z.string().max(40),
  host: z.string().max(253),
  takenAt: z.iso.datetime(),
  postgresMajor: z.int(),
})
export type Manifest = z.infer<typeof Manifest>

/** Rows by table, as the snapshot had them from which the database was written. */
const Rows = z.record(z.string(), z.int().min(0))
export const BackupEnd = z.object({ rows: z.record(z.string(), Rows) })
export type BackupEnd = z.infer<typeof BackupEnd>

/** What is read before anything is begun. */
export interface BackupHead {
  readonly manifest: Manifest
  readonly config: string
  readonly secrets: Secrets
  /** Lists of erased patients by file name. */
  readonly erasures: Readonly<Record<string, string>>
}

/** Throws RefusedError in words for what this version cannot restore, or what would be of no use to anybody. */
export function judgeHead(
  { manifest, config, secrets }: BackupHead,
  ownVersion: string,
  kind: Manifest['kind'] = 'dump',
): void {
  if (manifest.kind !== kind)
    throw new RefusedError(
      kind === 'dump'
        ? 'This is a base of an archive: relayctl recover brings it back, with the log behind it'
        : 'This is a backup of relayctl backup, without a log behind it: relayctl restore brings it back',
    )
  const missing = VITAL.filter((name) => (secrets[name] ?? '') === '')
  if (missing.length > 0)
    throw new RefusedError(
      `This backup has no ${missing.slice(0, 3).join(', ')}: without its secrets nobody could read patients or sign in ` +
        'with a second factor. Take a backup that has them',
    )
  if (config === '')
    throw new RefusedError('This backup has no relay.conf: it was not made by relayctl backup')
  if (isLater(manifest.version, ownVersion))
    throw new RefusedError(
      `This backup was made by version ${manifest.version}, this is ${ownVersion}: install that version first`,
    )
}

/** Of versions such as 1.20.3. */
export function isLater(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0
}

/** How many rows differ, and in which tables. */
export function rowsThatDiffer(expected: BackupEnd['rows'], found: BackupEnd['rows']): string[] {
  return Object.entries(expected).flatMap(([suffix, tables]) =>
    Object.entries(tables)
      .filter(([table, count]) => found[suffix]?.[table] !== count)
      .map(
        ([table, count]) => `${suffix} ${table}: ${found[suffix]?.[table] ?? 'missing'} in place of ${count}`,
      ),
  )
}

export function rowsIn(rows: BackupEnd['rows']): number {
  return Object.values(rows)
    .flatMap((tables) => Object.values(tables))
    .reduce((sum, count) => sum + count, 0)
}
