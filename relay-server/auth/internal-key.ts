// Checks X-Internal-Key on a request; one body for a missing and a wrong key, an alarm for key and gateway stamp together.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import {
  GATEWAY_STAMP_HEADER,
  INTERNAL_KEY_HEADER,
  checkInternalKey,
  type InternalApiOptions,
} from '@pharmacy-relay/shared/internal-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** Compares secrets in constant time, also when their lengths differ. */
export function secretEquals(presented: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(presented), digest(expected))
}

/** Throws ProblemError `token_invalid`, or `stamp_and_key` for what honest traffic cannot send. */
export function requireInternalKey(request: Request, options: InternalApiOptions, logger: Logger): void {
  const presented = {
    key: request.get(INTERNAL_KEY_HEADER) ?? null,
    stamped: request.get(GATEWAY_STAMP_HEADER) !== undefined,
  }
  const verdict = checkInternalKey(presented, options, secretEquals)
  if (verdict === 'stamp_and_key') {
    logger.warn('alarm.internal-key-through-gateway', { path: request.path })
    throw new ProblemError('stamp_and_key', 'Refused')
  }
  if (verdict === 'refused') throw new ProblemError('token_invalid', 'The credentials are not valid')
}
