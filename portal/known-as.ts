// By which host devices may say that they reached this hub: a proof that names another one was meant for another.
import { isIPv4 } from 'node:net'
import type { PortalOptions } from './settings.ts'

type Names = Pick<PortalOptions, 'publicOrigin' | 'loopbackOrigins'>

/**
 * The host and port of the public address. Beyond production also every name of this computer itself, with any port:
 * only programs on it stand between.
 */
export function knownAs({ publicOrigin, loopbackOrigins }: Names): (audience: string) => boolean {
  const { host } = new URL(publicOrigin)
  return (audience) => audience === host || (loopbackOrigins && isLoopback(audience))
}

function isLoopback(audience: string): boolean {
  const hostname = URL.parse(`http://${audience}`)?.hostname ?? ''
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
}
