// The statements on the certificates of other computers that are trusted here.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { KnownFingerprint } from './peer-trust.ts'

const Row = z.object({
  device_key: z.string(),
  fingerprint: z.string(),
  how: z.enum(['first_use', 'endorsed', 'confirmed']),
  since: z.string(),
})

/** By device key; a device without any is not in it. */
export function knownFingerprints(database: Database): Map<string, KnownFingerprint[]> {
  const rows = z
    .array(Row)
    .parse(database.prepare('SELECT * FROM known_peer ORDER BY since, fingerprint').all())
  const known = new Map<string, KnownFingerprint[]>()
  for (const { device_key, fingerprint, how, since } of rows)
    known.set(device_key, [...(known.get(device_key) ?? []), { fingerprint, how, since }])
  return known
}

/** Replaces what is known of these devices, in one transaction; safe on the disk when it returns. `namedAt`: ISO 8601. */
export function storeFingerprints(
  database: Database,
  peers: ReadonlyMap<string, readonly KnownFingerprint[]>,
  namedAt: string,
): void {
  const remove = database.prepare('DELETE FROM known_peer WHERE device_key = ?')
  const add = database.prepare(
    'INSERT INTO known_peer (device_key, fingerprint, how, since, named_at) VALUES (?, ?, ?, ?, ?)',
  )
  database.transaction(() => {
    for (const [deviceKey, known] of peers) {
      remove.run(deviceKey)
      for (const { fingerprint, how, since } of known) add.run(deviceKey, fingerprint, how, since, namedAt)
    }
  })()
}

/** Forgets the devices that no assignment has named since `before` (ISO 8601). */
export function forgetFingerprints(database: Database, before: string): void {
  database.prepare('DELETE FROM known_peer WHERE named_at < ?').run(before)
}
