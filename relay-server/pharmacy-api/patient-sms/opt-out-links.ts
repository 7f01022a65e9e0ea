// The link of a message by which its patient ends all messages of that pharmacy. The same message has the same one, also after a restart.
import { createHash } from 'node:crypto'
import { OPT_OUT_PATH } from '@pharmacy-relay/shared/api/pharmacy/sms-opt-outs.ts'
import { DAY_MS } from '../sms/code-limits.ts'
import type { SmsHashes } from '../sms/sms-hashes.ts'

/** 13 months: a link is good for longer than a year after its message. */
export const OPT_OUT_MS = 396 * DAY_MS

export interface OptOutLink {
  /** Of the text; stored nowhere. */
  readonly url: string
  readonly tokenHash: Buffer
}

export interface OptOutLinks {
  ofMessage(id: string): OptOutLink
}

export function createOptOutLinks({
  publicUrl,
  hashes,
}: {
  /** Origin of the panel. */
  readonly publicUrl: string
  readonly hashes: SmsHashes
}): OptOutLinks {
  return {
    ofMessage: (id) => {
      const token = hashes.optOutToken(id)
      return { url: `${publicUrl}${OPT_OUT_PATH}${token}`, tokenHash: optOutHash(token) }
    },
  }
}

export function optOutHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
