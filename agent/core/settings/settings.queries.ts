// The statements on settings, and on the id that the installation was made with.
import type { Database } from 'better-sqlite3'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { z } from 'zod'

const SettingRows = z.array(z.object({ name: z.string(), value: z.string() }))
const InstallationRow = z.object({ install_id: Uuid })

export function storedSettings(database: Database): Map<string, string> {
  const rows = SettingRows.parse(database.prepare('SELECT name, value FROM setting').all())
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export function storeSetting(
  database: Database,
  entry: { name: string; value: string; changedAt: string },
): void {
  database
    .prepare(
      `INSERT INTO setting (name, value, changed_at) VALUES (@name, @value, @changedAt)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`,
    )
    .run(entry)
}

export function removeSetting(database: Database, name: string): void {
  database.prepare('DELETE FROM setting WHERE name = ?').run(name)
}

/** The id made at the first start; the given one is kept only when there is none yet. */
export function installIdOr(database: Database, made: { installId: string; createdAt: string }): string {
  database
    .prepare(
      'INSERT INTO installation (only_row, install_id, created_at) VALUES (1, @installId, @createdAt) ON CONFLICT DO NOTHING',
    )
    .run(made)
  return InstallationRow.parse(database.prepare('SELECT install_id FROM installation').get()).install_id
}
