// Nats__Url: the servers that hubs find each other by, in one setting.
import { SettingsError } from '@pharmacy-relay/shared/env.ts'
import { z } from 'zod'
import { isLoopback } from '../../http/tls-rule.ts'

export interface NatsServers {
  /** `host:port`, at least one. */
  readonly hosts: readonly string[]
  /** Every host is spoken to by TLS, and its certificate checked. */
  readonly isEncrypted: boolean
  readonly credentials: { readonly user?: string; readonly pass?: string; readonly token?: string }
  /** All hosts are loopback addresses. */
  readonly isLoopback: boolean
}

const DEFAULT_PORT = '4222'

/** `nats://user:password@host:port` or `tls://…`, several with commas; a lone user is a token. Empty: null, no NATS. */
export const NatsUrlText = z.string().transform((text, context): NatsServers | null => {
  if (text === '') return null
  const urls = text.split(',').map((part) => (URL.canParse(part) ? new URL(part) : null))
  const servers = urls.every((url) => url !== null) ? serversOf(urls) : null
  if (servers !== null) return servers
  context.addIssue({
    code: 'custom',
    message: 'must be nats://host:4222 or tls://host:4222; several with commas, of one kind',
  })
  return z.NEVER
})

function serversOf(urls: readonly URL[]): NatsServers | null {
  const [first] = urls
  if (first === undefined || !urls.every((url) => isServer(url) && isLike(url, first))) return null
  return {
    hosts: urls.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
    isEncrypted: first.protocol === 'tls:',
    credentials: credentialsOf(first),
    isLoopback: urls.every(({ hostname }) => isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))),
  }
}

/** The same kind, and the same credentials where it names any. */
function isLike(url: URL, first: URL): boolean {
  const hasNone = url.username === '' && url.password === ''
  const hasSame = url.username === first.username && url.password === first.password
  return url.protocol === first.protocol && (hasNone || hasSame)
}

function isServer({ protocol, hostname, pathname, search, hash }: URL): boolean {
  const isBare = (pathname === '' || pathname === '/') && search === '' && hash === ''
  return (protocol === 'nats:' || protocol === 'tls:') && hostname !== '' && isBare
}

function credentialsOf({ username, password }: URL): NatsServers['credentials'] {
  if (username === '') return {}
  const user = decoded(username)
  return password === '' ? { token: user } : { user, pass: decoded(password) }
}

/** A lone % stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Whoever may publish at NATS speaks for devices, so in production beyond loopback it is by TLS and with credentials.
 * Throws SettingsError.
 */
export function refuseOpenNats(servers: NatsServers | null, isProduction: boolean): void {
  if (servers === null || !isProduction || servers.isLoopback) return
  const isProven = servers.credentials.user !== undefined || servers.credentials.token !== undefined
  if (servers.isEncrypted && isProven) return
  throw new SettingsError([
    'Nats__Url must be tls:// with a user and a password (or a token) in production, unless NATS is on this machine',
  ])
}
