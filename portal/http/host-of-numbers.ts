// Whether the browser came by an address of numbers, where no browser makes or shows a passkey.
import { isIP } from 'node:net'
import type { RequestContext } from './request-context.ts'

export function isHostOfNumbers({ request }: Pick<RequestContext, 'request'>): boolean {
  const hostname = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? ''
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
}
