// The statements on printer assignments: the newest one that came, and the newest one that could be applied.
import type { Database } from 'better-sqlite3'
import { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { z } from 'zod'

export type AssignmentKind = 'newest' | 'applied'

const Row = z.object({ document: z.string() }).optional()

/** Null when there is none, and when another version of the agent stored one that this one cannot read. */
export function storedAssignment(database: Database, kind: AssignmentKind): PrinterAssignment | null {
  const row = Row.parse(database.prepare('SELECT document FROM assignment WHERE kind = ?').get(kind))
  return row === undefined ? null : PrinterAssignment.nullable().catch(null).parse(parsedJson(row.document))
}

/** Replaces the one of this kind; safe on the disk when it returns. */
export function storeAssignment(
  database: Database,
  entry: {
    readonly kind: AssignmentKind
    readonly assignment: PrinterAssignment
    readonly changedAt: string
  },
): void {
  const { kind, assignment, changedAt } = entry
  database
    .prepare(
      `INSERT INTO assignment (kind, document, changed_at) VALUES (?, ?, ?)
       ON CONFLICT (kind) DO UPDATE SET document = excluded.document, changed_at = excluded.changed_at`,
    )
    .run(kind, JSON.stringify(assignment), changedAt)
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
