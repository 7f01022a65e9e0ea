// Whether a request that changes something comes from our own pages: exact Origin, or the browser's word for it.
import type { IncomingHttpHeaders } from 'node:http'

export interface OriginRule {
  readonly publicOrigin: string
  /** Also accepts the origin in the request's own Host field when it names this machine. */
  readonly loopbackOrigins: boolean
}

const LOOPBACK = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/

/**
 * For unsafe methods. Origin must be ours to the letter (`null` is not); without Origin, Sec-Fetch-Site must say
 * same-origin. A request with neither is refused.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, rule: OriginRule): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  if (headers.origin === undefined) return site === 'same-origin'
  return isOurs(headers.origin, headers.host, rule)
}

/** For reads that are no navigation, such as the event stream: what a browser says must not point elsewhere. */
export function isNotForeign(headers: IncomingHttpHeaders, rule: OriginRule): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return headers.origin === undefined || isOurs(headers.origin, headers.host, rule)
}

function isOurs(origin: string, host: string | undefined, rule: OriginRule): boolean {
  if (origin === rule.publicOrigin) return true
  if (!rule.loopbackOrigins || host === undefined || !LOOPBACK.test(host)) return false
  return origin === `http://${host}`
}
