// The statements on printer assignments: the newest one that came, and the newest one that could be applied.
import type { Database } from 'better-sqlite3'
import { PrinterAssignment, type CarriedAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { z } from 'zod'

export type AssignmentKind = 'newest' | 'applied'

const Row = z.object({ document: z.string() }).optional()

/** Null when there is none, and when another version of the agent stored one that this one cannot read. */
export function storedAssignment(database: Database, kind: AssignmentKind): PrinterAssignment | null {
  const row = Row.parse(database.prepare('SELECT document FROM assignment WHERE kind = ?').get(kind))
  if (row === undefined) return null
  return readerOf(PrinterAssignment).nullable().catch(null).parse(parsedJson(row.document))
}

/** Keeps the whole document in place of the newest; safe on the disk when it returns. */
export function storeNewest(database: Database, document: CarriedAssignment, changedAt: string): void {
  database
    .prepare(
      `INSERT INTO assignment (kind, document, changed_at) VALUES ('newest', ?, ?)
       ON CONFLICT (kind) DO UPDATE SET document = excluded.document, changed_at = excluded.changed_at`,
    )
    .run(JSON.stringify(document), changedAt)
}

/** The newest is the one that is applied; safe on the disk when it returns. */
export function newestIsApplied(database: Database, changedAt: string): void {
  database
    .prepare(
      `INSERT INTO assignment (kind, document, changed_at)
       SELECT 'applied', document, ? FROM assignment WHERE kind = 'newest'
       ON CONFLICT (kind) DO UPDATE SET document = excluded.document, changed_at = excluded.changed_at`,
    )
    .run(changedAt)
}

/** As before the first one. */
export function removeAssignments(database: Database): void {
  database.prepare('DELETE FROM assignment').run()
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
