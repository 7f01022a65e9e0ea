// The rule about listening in clear: in production only on loopback, or behind a TLS terminator that is said to be there.
import { SettingsError } from '@pharmacy-relay/shared/env.ts'

export interface ClearListener {
  readonly isProduction: boolean
  readonly host: string
  /** What the setting says that claims a terminator in front. */
  readonly behindTerminator: boolean
  /** The first part of the program's setting names: `Identity` for `Identity__Host`. */
  readonly section: string
}

/** Throws SettingsError, naming both ways out. */
export function refuseClearListener(listener: ClearListener): void {
  const { isProduction, host, behindTerminator, section } = listener
  if (!isProduction || behindTerminator || isLoopback(host)) return
  throw new SettingsError([
    `${section}__Host=${host} would be served without TLS to other machines. Put a TLS terminator in front and set ` +
      `${section}__BehindTerminator=true, or listen on 127.0.0.1`,
  ])
}

/** `localhost`, 127.0.0.0/8 and ::1. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
