// What people here ask of support, kept on the disk and sealed until the hub has it: over restarts, in order, each once.
import type { Database } from 'better-sqlite3'
import { HelpRequest } from '@pharmacy-relay/shared/api/support/help.ts'
import { ConsentText, MAX_PACKED_BYTES, Sha256 } from '@pharmacy-relay/shared/api/support/help-bundle.ts'
import { FileName } from '@pharmacy-relay/shared/api/support/task-file.ts'
import { MessageText } from '@pharmacy-relay/shared/api/support/message-text.ts'
import { Instant } from '@pharmacy-relay/shared/ids.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { z } from 'zod'
import type { Sealer } from '../keys/sealer.ts'
import * as rows from './kept-help.queries.ts'

export const KEPT = { maxRows: 40, maxBytes: 262_144, maxAgeMs: 30 * 86_400_000 } as const

const Carried = z.base64().max(4 * Math.ceil(MAX_PACKED_BYTES / 3))
const KeptItem = readerOf(
  z.discriminatedUnion('kind', [
    HelpRequest.omit({ clientId: true }).extend({
      kind: z.literal('request'),
      /** The check was made, or failed; false: it is still to be made. */
      isChecked: z.boolean(),
    }),
    z.strictObject({ kind: z.literal('words'), text: MessageText }),
    /** Packed, in Base64. */
    z.strictObject({
      kind: z.literal('bundle'),
      fileName: FileName,
      sha256: Sha256,
      packed: Carried,
    }),
    /** The PNG in Base64, and what the person said yes to. */
    z.strictObject({
      kind: z.literal('label'),
      fileName: FileName,
      sha256: Sha256,
      content: Carried,
      consentAt: Instant,
      consentText: ConsentText,
    }),
    z.strictObject({ kind: z.literal('answer'), isSolved: z.boolean() }),
  ]),
)
export type KeptItem = z.infer<typeof KeptItem>
export type KeptFile = Extract<KeptItem, { readonly kind: 'bundle' | 'label' }>

export interface Kept {
  readonly clientId: string
  readonly conversation: string
  readonly madeAt: string
  readonly refusal: Reason | null
  readonly item: KeptItem
}

export interface KeptHelpParts {
  readonly database: Database
  readonly sealer: Pick<Sealer, 'seal' | 'open'>
  /** Of this computer; null: it is in none. */
  readonly pharmacyId: () => number | null
  readonly clock: Clock
  readonly logger: Logger
}

export class KeptHelp {
  readonly #parts: KeptHelpParts

  constructor(parts: KeptHelpParts) {
    this.#parts = parts
  }

  /** The oldest first. What cannot be opened any more is forgotten. */
  all(): Kept[] {
    return rows.keptRows(this.#parts.database).flatMap((row) => this.#opened(row) ?? [])
  }

  one(clientId: string): Kept | null {
    const row = rows.keptRow(this.#parts.database, clientId)
    return row === null ? null : this.#opened(row)
  }

  /**
   * On the disk when it returns; the same id again changes nothing. Throws ProblemError state_conflict: in no pharmacy, or
   * too much is kept.
   */
  keep(clientId: string, conversation: string, item: KeptItem): void {
    const { database, clock } = this.#parts
    const pharmacyId = this.#parts.pharmacyId()
    if (pharmacyId === null) throw new ProblemError('state_conflict', reason('not_paired', {}))
    if (rows.keptRow(database, clientId) !== null) return
    const sealed = this.#sealed(clientId, item)
    const size = rows.keptSize(database)
    if (size.rows >= KEPT.maxRows || size.bytes + sealed.length > KEPT.maxBytes)
      throw new ProblemError('state_conflict', reason('help_kept_full', { max: KEPT.maxRows }))
    const madeAt = instant(clock.wallMs())
    rows.keepRow(database, { clientId, pharmacyId, conversation, sealed, madeAt })
  }

  replace(clientId: string, item: KeptItem): void {
    rows.replaceSealed(this.#parts.database, clientId, this.#sealed(clientId, item))
  }

  refuse(clientId: string, why: Reason): void {
    rows.setRefusal(this.#parts.database, clientId, why)
  }

  /** It is sent again. */
  tryAgain(clientId: string): void {
    rows.setRefusal(this.#parts.database, clientId, null)
  }

  /** It is at the hub, or nobody wants it any more. */
  forget(clientId: string): void {
    rows.forgetKept(this.#parts.database, clientId)
  }

  forgetConversation(conversation: string): void {
    rows.forgetConversation(this.#parts.database, conversation)
  }

  becameTask(clientId: string, taskId: number): void {
    rows.becameTask(this.#parts.database, clientId, taskId)
  }

  /** Of a pharmacy that this computer left, and what is too old for anybody. */
  forgetStray(): void {
    const { database, pharmacyId, clock } = this.#parts
    const before = instant(clock.wallMs() - KEPT.maxAgeMs)
    rows.forgetStrayHelp(database, { pharmacyId: pharmacyId(), before })
  }

  #sealed(clientId: string, item: KeptItem): Uint8Array {
    return this.#parts.sealer.seal(Buffer.from(JSON.stringify(item)), aboutOf(clientId))
  }

  #opened({ sealed, ...row }: rows.KeptRow): Kept | null {
    const { clientId } = row
    try {
      const plain = Buffer.from(this.#parts.sealer.open(sealed, aboutOf(clientId)))
      return { ...row, item: KeptItem.parse(JSON.parse(plain.toString())) }
    } catch (error) {
      // Sealed with another key, as after files were copied: nobody reads it again. Its words may stand in the error.
      this.#parts.logger.warn('help.not-opened', { cause: error instanceof Error ? error.name : 'unknown' })
      this.forget(clientId)
      return null
    }
  }
}

function aboutOf(clientId: string): string {
  return `help ${clientId}`
}
