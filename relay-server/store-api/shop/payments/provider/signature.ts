// Whether a webhook comes from the provider, and now: t=SECONDS,v1=HMAC-SHA256 over `t.BODY`, as docs.stripe.com/webhooks has it.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Largest difference to the time of signing, before and after. */
export const REPLAY_WINDOW_S = 300
const HEADER = /^t=(\d{1,12})((?:,v1=[0-9a-f]{64}){1,4})$/

/** `v1` of a body, hexadecimal. */
export function signatureOf(secret: string, seconds: string, bytes: Uint8Array): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex')
}

export interface SignedBytes {
  readonly bytes: Uint8Array
  /** The header's value. */
  readonly signature: string
}

/** `secrets`: the one that is used, and the one before while it is changed. */
export function isSigned(
  { bytes, signature }: SignedBytes,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: Date },
): boolean {
  const [, seconds = '', list = ''] = HEADER.exec(signature) ?? []
  if (seconds === '' || Math.abs(now.getTime() / 1_000 - Number(seconds)) > REPLAY_WINDOW_S) return false
  const given = list.split(',v1=').slice(1)
  return secrets.some((secret) => {
    const right = Buffer.from(signatureOf(secret, seconds, bytes), 'hex')
    return given.some((one) => timingSafeEqual(Buffer.from(one, 'hex'), right))
  })
}
