// What an agent hands out about itself: its pages on this computer, its log, and the support bundle.
import { z } from 'zod'
import { count, endpoint } from './endpoint.ts'
import { Instant } from '@pharmacy-relay/shared/ids.ts'

/** The link opens the agent's pages in a browser of this computer, once and until then. */
export const OpenedWindow = z.strictObject({ url: z.string().max(200), until: Instant })
export type OpenedWindow = z.infer<typeof OpenedWindow>

/** A browser that asks nothing for so long has to be let in again, by another link. */
export const WINDOW_REST_MS = 15 * 60_000

export const MAX_LOG_LINES = 500
/** Of the agent's own log, each a line of JSON as it was written; the oldest first. */
export const LogLines = z.array(z.string().max(8_192)).max(MAX_LOG_LINES)

/** Of a support bundle: 800,000 of its log, and what it says of the computer. */
export const MAX_BUNDLE_CHARACTERS = 1_500_000

/** Without the name of anything: files are passed on. */
export function bundleFileName(at: string): string {
  return `support-bundle-${at.slice(0, 19).replaceAll(/[T:]/g, '-')}.txt`
}

export const support = {
  /** The newest, the oldest of them first, at most 1 MiB. */
  logs: endpoint({
    method: 'GET',
    path: '/v1/logs',
    summary: `lines of the agent's log; ?lines= up to ${MAX_LOG_LINES}`,
    params: z.strictObject({ lines: count(MAX_LOG_LINES).default(100) }),
    reply: LogLines,
  }),
  /** What support needs, without labels, keys and names. Within 10 s. */
  bundle: endpoint({
    method: 'GET',
    path: '/v1/support-bundle',
    summary: 'what support needs, text/plain',
    reply: z.string().max(MAX_BUNDLE_CHARACTERS),
    replyType: 'text',
  }),
} as const
