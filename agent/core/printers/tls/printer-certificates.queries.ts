// The statements on the certificates of printers that are trusted here.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'

const Row = z.object({
  printer: z.string(),
  fingerprint: z.string(),
  how: z.enum(['first_use', 'confirmed']),
  since: z.string(),
})
export type KeptCertificate = z.infer<typeof Row>

/** By HOST:PORT of the printer. */
export function keptCertificates(database: Database): Map<string, KeptCertificate> {
  const rows = z.array(Row).parse(database.prepare('SELECT * FROM printer_certificate ORDER BY since').all())
  return new Map(rows.map((row) => [row.printer, row]))
}

/** In place of the one before; safe on the disk when it returns. */
export function keepCertificate(
  database: Database,
  { printer, fingerprint, how, since }: KeptCertificate,
): void {
  database
    .prepare(
      'INSERT OR REPLACE INTO printer_certificate (printer, fingerprint, how, since) VALUES (?, ?, ?, ?)',
    )
    .run(printer, fingerprint, how, since)
}

export function forgetCertificate(database: Database, printer: string): void {
  database.prepare('DELETE FROM printer_certificate WHERE printer = ?').run(printer)
}
