// Files that a computer sends into its task: a bundle is unpacked with a limit, and each is handed on only when it is what was sent.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { HelpBundle, HelpLabel } from '@pharmacy-relay/shared/api/support/help-bundle.ts'
import { MAX_FILE_BYTES } from '@pharmacy-relay/shared/api/support/task-file.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { RateBucket } from '../limits/rates.ts'
import { inWindow, type Window } from '../limits/window.ts'
import type { Session } from '../sessions/session.ts'

/** Of all devices of a hub: each may be 2 MiB. */
const MOST_AT_ONCE = 4
const A_SECOND = 1

export interface HelpBundleParts {
  /** Bundles of all devices that are under way. */
  readonly helpBundles: Window
  readonly clock: Clock
}

/** What leaves for the store API. */
export interface FileOfComputer {
  readonly taskId: number
  readonly clientId: string
  readonly fileName: string
  readonly sha256: string
  /** Base64. */
  readonly content: string
  readonly consentAt: string | null
  readonly consentText: string | null
}

/**
 * A device sends one file a second, a hub takes four at once: throws HubError RATE_LIMITED or QUEUE_FULL beyond that, NOT_REGISTERED before
 * the session is open.
 */
export async function oneFileAtATime<T>(
  session: Session,
  { helpBundles, clock }: HelpBundleParts,
  work: () => Promise<T>,
): Promise<T> {
  session.registered()
  session.bundleRate ??= new RateBucket({ perSecond: A_SECOND, clock })
  if (!session.bundleRate.take())
    throw new HubError('RATE_LIMITED', 'Too many files', { retryAfterMs: 1_000 })
  return inWindow(helpBundles, MOST_AT_ONCE, work)
}

/** Throws HubError FORBIDDEN with a reason: it is no text of at most 2 MiB, or not the one that was sent. */
export async function unpackedBundle({ packed, ...bundle }: HelpBundle): Promise<FileOfComputer> {
  const content = checked(await unpacked(packed), bundle.sha256)
  return { ...bundle, content, consentAt: null, consentText: null }
}

/** Throws HubError FORBIDDEN with a reason when it is not the one that was sent; what it is the store API sees by its bytes. */
export function checkedLabel({ png, ...label }: HelpLabel): FileOfComputer {
  return { ...label, content: checked(png, label.sha256) }
}

/** In Base64. */
function checked(bytes: Uint8Array, sha256: string): string {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new HubError('FORBIDDEN', reason('file_differs', {}))
  return Buffer.from(bytes).toString('base64')
}

/** Never more than 2 MiB in memory, whatever is in it. */
async function unpacked(packed: Uint8Array): Promise<Buffer> {
  try {
    const bytes = await promisify(gunzip)(packed, { maxOutputLength: MAX_FILE_BYTES })
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (bytes.length > 0 && !bytes.includes(0)) return bytes
  } catch (cause) {
    throw new HubError('FORBIDDEN', reason('file_not_allowed', {}), { cause })
  }
  throw new HubError('FORBIDDEN', reason('file_not_allowed', {}))
}
