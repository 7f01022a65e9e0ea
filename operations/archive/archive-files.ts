// What lies in an archive: base backups, and behind each the log of the database server, a file a segment; which of it is still needed. Pure but for
// reading names.
//
//   FOLDER/base-2026-11-27T22-40-00Z-000000010000000000000003.tar.age    the whole server, and the segment from which the log goes on
//   FOLDER/wal/000000010000000000000003.zst.age                          16 MiB of log, mostly some KB when it is packed
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const BASE = /^base-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z-([0-9A-F]{24})\.tar\.age$/
const SEALED = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.zst\.age$/
/** As PostgreSQL names them: timeline, number; complete ones alone. */
export const SEGMENT = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)$/
/** A trial of an older one is possible for as long as it is kept. */
export const BASES_KEPT = 2

export interface BaseFile {
  readonly file: string
  readonly takenAt: Date
  /** The first segment that it needs. */
  readonly segment: string
}

export function baseName(at: Date, segment: string): string {
  return `base-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${segment}.tar.age`
}

/** Oldest first. */
export function basesIn(archive: string): BaseFile[] {
  return namesIn(archive).flatMap((name): BaseFile[] => {
    const [, day, hour, minute, second, segment] = BASE.exec(name) ?? []
    if (segment === undefined) return []
    return [
      {
        file: path.join(archive, name),
        takenAt: new Date(`${day}T${hour}:${minute}:${second}Z`),
        segment,
      },
    ]
  })
}

export const walFolder = (archive: string): string => path.join(archive, 'wal')
export const sealedName = (segment: string): string => `${segment}.zst.age`

export interface SealedSegment {
  readonly segment: string
  readonly file: string
  /** When the database server had filled it: everything that was committed before is in the archive. */
  readonly until: Date
}

/** In the order of the log. */
export function segmentsIn(archive: string): SealedSegment[] {
  const folder = walFolder(archive)
  return namesIn(folder).flatMap((name): SealedSegment[] => {
    const [, segment] = SEALED.exec(name) ?? []
    if (segment === undefined) return []
    const file = path.join(folder, name)
    return [{ segment, file, until: statSync(file).mtime }]
  })
}

/** Until when all that was written is there; null: no base, with which the log would be of use. */
export function archivedUntil(archive: string): Date | null {
  const base = basesIn(archive).at(-1)
  if (base === undefined) return null
  const segment = segmentsIn(archive)
    .filter((one) => !one.segment.endsWith('.history'))
    .at(-1)
  return segment === undefined || segment.until < base.takenAt ? base.takenAt : segment.until
}

/** What nobody can use any more: bases beyond the newest two, and segments that the older of these does not need. */
export function superfluous(bases: readonly BaseFile[], segments: readonly SealedSegment[]): string[] {
  const kept = bases.slice(-BASES_KEPT)
  const oldest = kept[0]
  if (oldest === undefined) return []
  const before = segments.filter(
    ({ segment }) => !segment.endsWith('.history') && numberOf(segment) < numberOf(oldest.segment),
  )
  return [...bases.slice(0, -BASES_KEPT), ...before].map(({ file }) => file)
}

/** Without the timeline: after a recovery the numbers go on. */
export const numberOf = (segment: string): string => segment.slice(8)

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}
