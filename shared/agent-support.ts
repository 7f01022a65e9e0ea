// What an agent hands out about itself: its pages on this computer, its log, and the support bundle.
import { z } from 'zod'
import { Instant, Uuid } from './ids.ts'

/** The link opens the agent's pages in a browser of this computer, once and until then. */
export const OpenedWindow = z.strictObject({ url: z.string().max(200), until: Instant })
export type OpenedWindow = z.infer<typeof OpenedWindow>

/** A browser that asks nothing for so long has to be let in again, by another link. */
export const WINDOW_REST_MS = 15 * 60_000

export const MAX_LOG_LINES = 500
/** Of the agent's own log, each a line of JSON as it was written; the oldest first. */
export const LogLines = z.array(z.string().max(8_192)).max(MAX_LOG_LINES)

/** Of a support bundle, in bytes, so that each fits into a line as Base64. */
export const BUNDLE_PART_BYTES = 45_000
export const MAX_BUNDLE_PARTS = 24

/** `bundle` null makes a new one and asks for its first part; the others come one after the other. */
export const WantedBundlePart = z.strictObject({
  bundle: Uuid.nullable(),
  part: z
    .int()
    .min(0)
    .max(MAX_BUNDLE_PARTS - 1),
})
export type WantedBundlePart = z.infer<typeof WantedBundlePart>

/** `data`: a part of a text in UTF-8, as Base64. */
export const BundlePart = z.strictObject({
  bundle: Uuid,
  fileName: z.string().regex(/^[\w.-]{1,120}$/),
  parts: z.int().min(1).max(MAX_BUNDLE_PARTS),
  data: z.base64().max(BUNDLE_PART_BYTES / 0.75),
})
export type BundlePart = z.infer<typeof BundlePart>
