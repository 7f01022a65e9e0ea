// The gateway's settings: the table of environment variables, and the shape that its parts receive.
import { z } from 'zod'
import {
  FlagText,
  OriginText,
  PortText,
  type SettingsOf,
  type SettingsTable,
  wholeNumberText,
} from '@pharmacy-relay/shared/env.ts'
import type { ConnectionLimits } from '../http/admission/client-connections.ts'
import type { OuterTimeouts } from '../http/admission/outer-server.ts'
import { hostFallback } from '../http/tls-rule.ts'
import { networkSettings } from '../http/private-network.ts'

const ROUTE_DEFAULTS = {
  development: {
    identity: 'http://127.0.0.1:5193',
    store: 'http://127.0.0.1:5141',
    pharmacy: 'http://127.0.0.1:5100',
  },
  production: {
    identity: 'http://identity-api:8080',
    store: 'http://store-api:8080',
    pharmacy: 'http://pharmacy-api:8080',
  },
} as const

/** The table of settings. In production the routes point at each API's own host name, else at loopback. */
export function gatewaySettings(production: boolean) {
  const routes = production ? ROUTE_DEFAULTS.production : ROUTE_DEFAULTS.development
  return {
    Gateway__Port: { schema: PortText, help: 'Port of the gateway', fallback: '5082' },
    Gateway__Host: {
      schema: z.string().min(1).max(253),
      help: 'Address to listen on',
      fallback: hostFallback(production),
    },
    ...networkSettings,
    Gateway__BehindTerminator: {
      schema: FlagText,
      help:
        'A TLS terminator stands in front, the only way in, and adds the client to X-Forwarded-For: true or false. ' +
        'Its own connections are one address: raise Gateway__Limits__ConnectionsPerAddress',
      fallback: 'false',
    },
    Gateway__Routes__Identity: {
      schema: OriginText,
      help: 'Where /Identity goes',
      fallback: routes.identity,
    },
    Gateway__Routes__Store: { schema: OriginText, help: 'Where /Store goes', fallback: routes.store },
    Gateway__Routes__Pharmacy: {
      schema: OriginText,
      help: 'Where /Pharmacy goes',
      fallback: routes.pharmacy,
    },
    Gateway__PublicScheme: {
      schema: z.enum(['http', 'https']),
      help: 'What clients speak, told to the services: https behind a TLS terminator',
      fallback: 'http',
    },
    ...rateSettings,
    ...timeoutSettings,
    ...limitSettings,
  } as const satisfies SettingsTable
}

const rateSettings = {
  Gateway__RateLimit__Permit: number(
    [1, 100_000],
    '100',
    'Requests per window and client address (IPv4, IPv6 /64)',
  ),
  Gateway__RateLimit__WindowSeconds: number([1, 3_600], '10', 'Length of the sliding window in seconds'),
  Gateway__RateLimit__ServicePermit: number(
    [1, 1_000_000],
    '2000',
    'Requests per window of one service on its own account',
  ),
  Gateway__RateLimit__PersonPermit: number(
    [1, 100_000],
    '400',
    'Requests per window of one who is signed in at the panel or the storefront; a page is up to six',
  ),
  Gateway__RateLimit__WidePermit: number([1, 100_000], '400', 'Requests per window and IPv6 /56'),
} as const satisfies SettingsTable

const timeoutSettings = {
  Gateway__Timeouts__HeadMs: number([100, 60_000], '10000', 'A request head must arrive within this time'),
  Gateway__Timeouts__RequestMs: number(
    [100, 600_000],
    '30000',
    'A whole request must arrive within this time',
  ),
  Gateway__Timeouts__IdleMs: number(
    [100, 600_000],
    '5000',
    'An idle client connection is closed after this time',
  ),
  Gateway__Timeouts__ClientStallMs: number(
    [100, 600_000],
    '60000',
    'A client that stops reading is cut after this time',
  ),
  Gateway__Timeouts__ConnectMs: number([50, 60_000], '2000', 'Connecting to a service may take this long'),
  Gateway__Timeouts__ReplyHeadMs: number(
    [50, 600_000],
    '30000',
    'A service must begin its reply within this time',
  ),
  Gateway__Timeouts__ReplyStallMs: number([50, 600_000], '30000', 'A reply body may pause this long'),
  Gateway__Timeouts__UpstreamIdleMs: number(
    [100, 600_000],
    '60000',
    'A pooled connection to a service is kept this long',
  ),
  Gateway__Timeouts__TunnelIdleMs: number(
    [100, 3_600_000],
    '60000',
    'A silent WebSocket is closed after this time',
  ),
} as const satisfies SettingsTable

const limitSettings = {
  Gateway__Limits__BodyBytes: number([0, 104_857_600], '1048576', 'Largest request body in bytes'),
  Gateway__Limits__LargeBodyBytes: number(
    [0, 104_857_600],
    '5242880',
    'Largest body on the paths that take large ones',
  ),
  Gateway__Limits__UploadBytes: number(
    [0, 104_857_600],
    '67108864',
    'Largest file on the paths that take whole files (lists of drugs)',
  ),
  Gateway__Limits__Connections: number([1, 1_000_000], '10000', 'Connections in all of who proved nothing'),
  Gateway__Limits__ConnectionsPerAddress: number(
    [1, 1_000_000],
    '100',
    'Connections per address (IPv4, IPv6 /64) of who proved nothing; an IPv6 /56 has four times as many',
  ),
  Gateway__Limits__ConnectionsPerService: number([1, 100_000], '1000', 'Connections of one proven service'),
  Gateway__Limits__NewConnections: number(
    [1, 1_000_000],
    '2000',
    'New connections per address in 10 s; an IPv6 /56 has four times as many',
  ),
  Gateway__Limits__UpstreamSockets: number([1, 10_000], '128', 'Pooled connections to one service'),
  Gateway__Limits__UpstreamQueue: number(
    [0, 100_000],
    '1000',
    'Requests waiting for a connection to one service',
  ),
} as const satisfies SettingsTable

function number([min, max]: readonly [number, number], fallback: string, help: string) {
  return { schema: wholeNumberText(min, max), help: `${help}, ${min} to ${max}`, fallback }
}

export interface RatePolicy {
  readonly permit: number
  readonly windowMs: number
  readonly servicePermit: number
  /** Of one person who is signed in, at all his browsers together. */
  readonly personPermit: number
  readonly widePermit: number
}

/** All in milliseconds. */
export interface GatewayTimeouts extends OuterTimeouts {
  readonly connectMs: number
  readonly replyHeadMs: number
  readonly replyStallMs: number
  readonly upstreamIdleMs: number
  readonly tunnelIdleMs: number
}

export interface GatewayLimits {
  /** Of paths without another one; those of paths stand in the route table. */
  readonly bodyBytes: number
  readonly upstreamSockets: number
  readonly upstreamQueue: number
}

export interface GatewayOptions {
  readonly host: string
  readonly port: number
  readonly publicScheme: 'http' | 'https'
  readonly behindTerminator: boolean
  readonly rate: RatePolicy
  readonly timeouts: GatewayTimeouts
  readonly limits: GatewayLimits
  readonly connections: ConnectionLimits
}

export type GatewaySettings = SettingsOf<ReturnType<typeof gatewaySettings>>

/** The settings in the shape that the gateway's parts receive. */
export function gatewayOptions(settings: GatewaySettings): GatewayOptions {
  return {
    host: settings.Gateway__Host,
    port: settings.Gateway__Port,
    publicScheme: settings.Gateway__PublicScheme,
    behindTerminator: settings.Gateway__BehindTerminator,
    rate: {
      permit: settings.Gateway__RateLimit__Permit,
      windowMs: settings.Gateway__RateLimit__WindowSeconds * 1000,
      servicePermit: settings.Gateway__RateLimit__ServicePermit,
      personPermit: settings.Gateway__RateLimit__PersonPermit,
      widePermit: settings.Gateway__RateLimit__WidePermit,
    },
    timeouts: {
      headMs: settings.Gateway__Timeouts__HeadMs,
      requestMs: settings.Gateway__Timeouts__RequestMs,
      idleMs: settings.Gateway__Timeouts__IdleMs,
      clientStallMs: settings.Gateway__Timeouts__ClientStallMs,
      connectMs: settings.Gateway__Timeouts__ConnectMs,
      replyHeadMs: settings.Gateway__Timeouts__ReplyHeadMs,
      replyStallMs: settings.Gateway__Timeouts__ReplyStallMs,
      upstreamIdleMs: settings.Gateway__Timeouts__UpstreamIdleMs,
      tunnelIdleMs: settings.Gateway__Timeouts__TunnelIdleMs,
    },
    limits: {
      bodyBytes: settings.Gateway__Limits__BodyBytes,
      upstreamSockets: settings.Gateway__Limits__UpstreamSockets,
      upstreamQueue: settings.Gateway__Limits__UpstreamQueue,
    },
    connections: connectionLimits(settings),
  }
}

function connectionLimits(settings: GatewaySettings): ConnectionLimits {
  const perAddress = settings.Gateway__Limits__ConnectionsPerAddress
  return {
    strangers: { perAddress, perNetwork: 4 * perAddress, total: settings.Gateway__Limits__Connections },
    opensPerAddress: settings.Gateway__Limits__NewConnections,
    perProven: settings.Gateway__Limits__ConnectionsPerService,
  }
}
