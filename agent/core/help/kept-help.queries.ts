// The statements on what people here ask of support and the hub has not taken yet, in the order in which they did; words are sealed.
import type { Database } from 'better-sqlite3'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { z } from 'zod'

const KeptRow = z.object({
  clientId: Uuid,
  /** The task at the hub, or the `clientId` of the request that is not there yet. */
  conversation: z.string(),
  sealed: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  madeAt: z.string(),
  /** Why the hub does not take it; null: it was not sent, or is to be sent again. */
  refusal: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(Reason)
    .nullable(),
})
export type KeptRow = z.infer<typeof KeptRow>

const Size = z.object({ rows: z.int(), bytes: z.int() })

const COLUMNS = `client_id AS clientId, conversation, sealed, made_at AS madeAt, refusal`

export function keptRows(database: Database): KeptRow[] {
  return z.array(KeptRow).parse(database.prepare(`SELECT ${COLUMNS} FROM kept_help ORDER BY n`).all())
}

export function keptRow(database: Database, clientId: string): KeptRow | null {
  const row = database.prepare(`SELECT ${COLUMNS} FROM kept_help WHERE client_id = ?`).get(clientId)
  return KeptRow.nullable().parse(row ?? null)
}

export function keptSize(database: Database): z.infer<typeof Size> {
  const sql = 'SELECT count(*) AS rows, coalesce(sum(length(sealed)), 0) AS bytes FROM kept_help'
  return Size.parse(database.prepare(sql).get())
}

/** One that is there stays as it is. Safe on the disk when it returns. */
export function keepRow(
  database: Database,
  row: Pick<KeptRow, 'clientId' | 'conversation' | 'sealed' | 'madeAt'> & { readonly pharmacyId: number },
): void {
  database
    .prepare(
      `INSERT INTO kept_help (client_id, pharmacy_id, conversation, sealed, made_at)
       VALUES (@clientId, @pharmacyId, @conversation, @sealed, @madeAt) ON CONFLICT (client_id) DO NOTHING`,
    )
    .run(row)
}

export function replaceSealed(database: Database, clientId: string, sealed: Uint8Array): void {
  database.prepare('UPDATE kept_help SET sealed = ? WHERE client_id = ?').run(sealed, clientId)
}

export function setRefusal(database: Database, clientId: string, refusal: Reason | null): void {
  const text = refusal === null ? null : JSON.stringify(refusal)
  database.prepare('UPDATE kept_help SET refusal = ? WHERE client_id = ?').run(text, clientId)
}

export function forgetKept(database: Database, clientId: string): void {
  database.prepare('DELETE FROM kept_help WHERE client_id = ?').run(clientId)
}

/** A request and what was written behind it. */
export function forgetConversation(database: Database, conversation: string): void {
  database.prepare('DELETE FROM kept_help WHERE conversation = ?').run(conversation)
}

/** The request is at the hub: what was written behind it belongs to its task from now on. */
export function becameTask(database: Database, clientId: string, taskId: number): void {
  database.transaction(() => {
    forgetKept(database, clientId)
    database
      .prepare('UPDATE kept_help SET conversation = ? WHERE conversation = ?')
      .run(String(taskId), clientId)
  })()
}

/** Of other pharmacies, and what nobody took in time. */
export function forgetStrayHelp(
  database: Database,
  { pharmacyId, before }: { readonly pharmacyId: number | null; readonly before: string },
): void {
  database
    .prepare('DELETE FROM kept_help WHERE pharmacy_id IS NOT @pharmacyId OR made_at < @before')
    .run({ pharmacyId, before })
}
