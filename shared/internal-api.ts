// The internal key: options of the configuration section InternalApi, and the pure check of a presented key.
import { z } from 'zod'
import type { SettingsTable } from './env.ts'

/** The documented request header. The gateway removes it from everything that comes from outside. */
export const INTERNAL_KEY_HEADER = 'x-internal-key'
/** Set by the gateway on whatever it forwards; honest internal calls never carry it. */
export const GATEWAY_STAMP_HEADER = 'x-gateway-stamp'

export interface InternalApiOptions {
  readonly key: string
  /** Also accepted while a key is being replaced; null outside a rotation. */
  readonly previousKey: string | null
}

export const internalApiSettings = {
  InternalApi__Key: {
    schema: z.string().min(32).max(256),
    help: 'Shared by the three APIs, at least 32 characters; proves direct calls between services',
    fallback: null,
    secret: true,
  },
  InternalApi__PreviousKey: {
    schema: z.union([z.literal(''), z.string().min(32).max(256)]),
    help: 'The key before a rotation, still accepted',
    fallback: '',
    secret: true,
  },
} as const satisfies SettingsTable

export type KeyVerdict = 'accepted' | 'refused' | 'stamp_and_key'
/** Compares two secrets without telling by time where they differ; handed in because this package does no I/O. */
export type SecretEquals = (presented: string, expected: string) => boolean

/** Judges a presented key. A key together with the gateway's stamp cannot occur in honest traffic. */
export function checkInternalKey(
  presented: { readonly key: string | null; readonly stamped: boolean },
  options: InternalApiOptions,
  equals: SecretEquals,
): KeyVerdict {
  if (presented.key === null) return 'refused'
  if (presented.stamped) return 'stamp_and_key'
  const accepted = [options.key, ...(options.previousKey === null ? [] : [options.previousKey])]
  // Every comparison runs, so that time does not tell which key matched.
  return accepted.map((key) => equals(presented.key ?? '', key)).includes(true) ? 'accepted' : 'refused'
}
