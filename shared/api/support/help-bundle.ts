// Files of a computer on their way to a task, each in one message of the hub: the support bundle, packed, and the masked picture of a label.
import { z } from 'zod'
import { Id, Instant, lineOfForeignText, Uuid } from '../../ids.ts'
import { FileName } from './task-file.ts'

/** With its envelope it stays below what a hub takes at once. */
export const MAX_PACKED_BYTES = 120_000

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')

const Carried = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.byteLength > 0 && value.byteLength <= MAX_PACKED_BYTES,
  { error: `must be 1 to ${MAX_PACKED_BYTES} bytes` },
)
/** The same `clientId` again is the same file. */
const named = { taskId: Id, clientId: Uuid, fileName: FileName }

/** `sha256`: of the bytes before they were packed (gzip), at most 2 MiB of text. */
export const HelpBundle = z.strictObject({ ...named, sha256: Sha256, packed: Carried })
export type HelpBundle = z.infer<typeof HelpBundle>

/** The words to which the person at the computer said yes, as they stood there. */
export const ConsentText = lineOfForeignText(500)

/** A PNG, as the person saw it when he said yes. */
export const HelpLabel = z.strictObject({
  ...named,
  sha256: Sha256,
  png: Carried,
  consentAt: Instant,
  consentText: ConsentText,
})
export type HelpLabel = z.infer<typeof HelpLabel>
