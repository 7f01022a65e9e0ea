// The statements on the pharmacy that this computer was paired with, and on the identity that it is to take on.
import type { Database } from 'better-sqlite3'
import { Id, Instant, Uuid } from '@pharmacy-relay/shared/ids.ts'
import { PairingCode } from '@pharmacy-relay/shared/pairing.ts'
import { z } from 'zod'

const PairingRow = z
  .object({ pharmacy_id: Id, pharmacy_name: z.string(), hub_url: z.string().nullable() })
  .transform((row) => ({
    pharmacyId: row.pharmacy_id,
    pharmacyName: row.pharmacy_name,
    hubUrl: row.hub_url,
  }))
/** `hubUrl`: where it was paired, because another platform has pharmacies of the same numbers; null: not known. */
export type Pharmacy = z.output<typeof PairingRow>

const NewIdentityRow = z
  .object({ install_id: Uuid, code: PairingCode, asked_at: Instant })
  .transform((row) => ({ installId: row.install_id, code: row.code, askedAt: row.asked_at }))
export type WantedIdentity = z.output<typeof NewIdentityRow>

export function storedPharmacy(database: Database): Pharmacy | null {
  const row = database.prepare('SELECT pharmacy_id, pharmacy_name, hub_url FROM pairing').get()
  return row === undefined ? null : PairingRow.parse(row)
}

export function storePharmacy(database: Database, entry: Pharmacy & { readonly pairedAt: string }): void {
  database
    .prepare(
      `INSERT INTO pairing (only_row, pharmacy_id, pharmacy_name, hub_url, paired_at)
       VALUES (1, @pharmacyId, @pharmacyName, @hubUrl, @pairedAt)
       ON CONFLICT (only_row) DO UPDATE SET pharmacy_id = excluded.pharmacy_id,
         pharmacy_name = excluded.pharmacy_name, hub_url = excluded.hub_url, paired_at = excluded.paired_at`,
    )
    .run(entry)
}

export function wantedIdentity(database: Database): WantedIdentity | null {
  const row = database.prepare('SELECT install_id, code, asked_at FROM new_identity').get()
  return row === undefined ? null : NewIdentityRow.parse(row)
}

/** Replaces an earlier one that was not taken on. */
export function storeWantedIdentity(database: Database, wanted: WantedIdentity): void {
  database
    .prepare(
      'INSERT OR REPLACE INTO new_identity (only_row, install_id, code, asked_at) VALUES (1, @installId, @code, @askedAt)',
    )
    .run(wanted)
}

/** Not one whose code came later. */
export function removeWantedIdentity(database: Database, code: string): void {
  database.prepare('DELETE FROM new_identity WHERE code = ?').run(code)
}

/** This installation is that one from now on, and belongs to no pharmacy. */
export function becomeInstallation(database: Database, installId: string): void {
  database.transaction(() => {
    database.prepare('UPDATE installation SET install_id = ?').run(installId)
    database.prepare('DELETE FROM pairing').run()
  })()
}
