// The rule about listening in clear: in production beyond loopback only for machines of ours, or behind a TLS terminator that
// is said to be there.
import { SettingsError } from '@pharmacy-relay/shared/env.ts'
import { privateNetwork } from './private-network.ts'

export interface ClearListener {
  readonly isProduction: boolean
  readonly host: string
  /** What the setting says that claims a terminator in front. */
  readonly behindTerminator: boolean
  /** The first part of the program's setting names: `Identity` for `Identity__Host`. */
  readonly section: string
  /** Network__Private. */
  readonly privateRanges: readonly string[]
}

/** The address to listen on by default: in production the programs reach each other by their host names. */
export function hostFallback(production: boolean): string {
  return production ? '0.0.0.0' : '127.0.0.1'
}

/**
 * Whose connections are taken, by their address; null: everybody's. Throws SettingsError, naming each way out.
 */
export function clearPeers(listener: ClearListener): ((address: string) => boolean) | null {
  const { isProduction, host, behindTerminator, section, privateRanges } = listener
  if (!isProduction || isLoopback(host)) return null
  if (privateRanges.length > 0) return privateNetwork(privateRanges).has
  if (behindTerminator) return null
  throw new SettingsError([
    `${section}__Host=${host} would be served without TLS to other machines. Name the networks of your own machines in ` +
      'Network__Private, which alone are served then (10.0.0.0/8), put a TLS terminator in front and set ' +
      `${section}__BehindTerminator=true, or listen on 127.0.0.1 with ${section}__Host`,
  ])
}

/** `localhost`, 127.0.0.0/8 and ::1. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
