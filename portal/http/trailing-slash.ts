// An address with a slash too many at its end leads to the page without it.
import type { RequestHandler } from 'express'
import { isSafe } from './posted-form.ts'

/** 308, so that the method stays. What changes something is not sent on: its form knows the address. */
export const dropTrailingSlash: RequestHandler = (request, response, next) => {
  const address = isSafe(request) ? withoutTrailingSlash(request.originalUrl) : null
  if (address === null) return next()
  response.set('Cache-Control', 'no-store').redirect(308, address)
}

/**
 * `/relay/?name=a` is `/relay?name=a`. Null when there is no slash to drop, and for addresses that a browser could
 * take for another host: with empty parts or backslashes.
 */
export function withoutTrailingSlash(address: string): string | null {
  const [path = '', ...query] = address.split('?')
  if (!/^(\/[^/\\]+)+\/$/.test(path)) return null
  return [path.slice(0, -1), ...query].join('?')
}
