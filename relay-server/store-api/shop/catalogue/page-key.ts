// Where the next page of a list begins: the place of its last row, as callers hand it back.
import { z } from 'zod'
import { Id } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** The sort that it belongs to, the value there, and the id that tells equal ones apart. */
const PageKey = z.tuple([z.string().max(20), z.union([z.string().max(500), z.int()]), Id])
export type PageKey = z.infer<typeof PageKey>

export function keyText(key: PageKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Throws ProblemError `invalid` for what is no key, or one of another order. */
export function readKey(text: string, sort: string): PageKey {
  const key = PageKey.safeParse(jsonOf(text))
  if (key.success && key.data[0] === sort) return key.data
  const errors = [{ path: 'query.after', message: 'must be next of a page in the same order' }]
  throw new ProblemError('invalid', 'Some fields are not valid', { errors })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
