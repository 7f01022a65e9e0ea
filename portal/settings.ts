// The portal's settings: the table of environment variables, and the shape that its parts receive.
import { z } from 'zod'
import {
  FlagText,
  OriginText,
  PortText,
  wholeNumberText,
  type SettingsOf,
  type SettingsTable,
} from '@pharmacy-relay/shared/env.ts'
import { hostFallback } from '@pharmacy-relay/relay-server/http/tls-rule.ts'
import { networkSettings } from '@pharmacy-relay/relay-server/http/private-network.ts'
import { serviceSecretSettings } from '@pharmacy-relay/relay-server/auth/service-token.ts'
import { NatsUrlText, type NatsServers } from '@pharmacy-relay/relay-server/hub/mesh/nats-servers.ts'
import { isZone } from './session/reader-zone.ts'
import { DEFAULT_HUB_SETTINGS, type HubSettings } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'

/** 32 bytes or more in base64url. */
const KeyText = z.string().regex(/^[A-Za-z0-9_-]{43,512}$/, 'must be base64url of at least 32 bytes')

/** In production what has no sensible default has none: where browsers and the gateway are. */
export function portalSettings(production: boolean) {
  return {
    Portal__Port: { schema: PortText, help: 'Port of the portal and its relay hub', fallback: '5132' },
    Portal__Host: {
      schema: z.string().min(1).max(253),
      help: 'Address to listen on',
      fallback: hostFallback(production),
    },
    Portal__PublicUrl: {
      schema: z.union([z.literal(''), OriginText]),
      help: 'Origin that browsers use; requests that change something must come from it. Empty (development): http://127.0.0.1:<Portal__Port>',
      fallback: production ? null : '',
    },
    Services__Gateway: {
      schema: OriginText,
      help: 'The gateway, through which every API is reached',
      fallback: production ? null : 'http://127.0.0.1:5082',
    },
    Portal__GatewayPublicUrl: {
      schema: z.union([z.literal(''), OriginText]),
      help: 'The gateway as computers of pharmacies reach it, told to them when they pair; https beyond this computer. Empty: that of Services__Gateway in development, in production none',
      fallback: '',
    },
    ...commonSettings,
  } as const satisfies SettingsTable
}

const commonSettings = {
  Portal__BehindTerminator: {
    schema: FlagText,
    help: 'A TLS terminator stands in front and adds the client to X-Forwarded-For: true or false',
    fallback: 'false',
  },
  ...networkSettings,
  ...serviceSecretSettings('portal'),
  Portal__CookieKey: {
    schema: KeyText,
    help: 'Encrypts the session cookie: at least 32 bytes, base64url',
    fallback: null,
    secret: true,
  },
  Portal__PreviousCookieKey: {
    schema: z.union([z.literal(''), KeyText]),
    help: 'The cookie key before a rotation, still accepted',
    fallback: '',
    secret: true,
  },
  Portal__Session__IdleMinutes: {
    schema: wholeNumberText(1, 1_440),
    help: 'A session ends after this time without a person doing anything, 1 to 1440',
    fallback: '15',
  },
  Portal__Session__AbsoluteHours: {
    schema: wholeNumberText(1, 168),
    help: 'A session ends this long after the sign-in, 1 to 168',
    fallback: '12',
  },
  Portal__SecondFactorGraceDays: {
    schema: wholeNumberText(0, 3_650),
    help: 'So many days after an account could first sign in it can use the panel without a second factor, 0 to 3650; afterwards it has to set one up first',
    fallback: '7',
  },
  Portal__TimeZone: {
    schema: z.string().refine(isZone, 'must be a time zone such as Europe/Istanbul'),
    help: 'The time zone of pages whose reader has not told his own, as a browser without scripts: a name such as Europe/Istanbul',
    fallback: 'UTC',
  },
  Hub__HeartbeatMs: {
    schema: wholeNumberText(100, 600_000),
    help: 'Mean time between two heartbeats of a device in ms, a tenth of it up or down by chance',
    fallback: String(DEFAULT_HUB_SETTINGS.heartbeatMs),
  },
  Nats__Url: {
    schema: NatsUrlText,
    help: 'Where the relay hubs of several portals find each other: nats://user:password@host:4222 or tls://…, several with commas. Empty: this portal is the only one',
    fallback: '',
    secret: true,
  },
  Hub__MaxSessions: {
    schema: wholeNumberText(1, 20_000),
    help: 'Devices that this hub serves at the same time',
    fallback: '20000',
  },
  Hub__DrainSeconds: {
    schema: wholeNumberText(1, 60),
    help: 'Over how long a portal that stops sends its devices to the others, one each 50 ms where they are few, 1 to 60; without Nats__Url there are none, and it takes 0.8 s',
    fallback: '30',
  },
} as const satisfies SettingsTable

export type PortalSettings = SettingsOf<ReturnType<typeof portalSettings>>

/** How long a session lives, in ms. */
export interface SessionLimits {
  readonly idleMs: number
  readonly absoluteMs: number
}

export interface PortalOptions {
  readonly host: string
  readonly port: number
  /** The origin that browsers use. */
  readonly publicOrigin: string
  /** The origin in the request's own Host field is accepted too, when it names this machine: development only. */
  readonly loopbackOrigins: boolean
  readonly behindTerminator: boolean
  readonly gatewayUrl: string
  /** As computers of pharmacies reach it; null: they are told none. */
  readonly gatewayPublicUrl: string | null
  /** The current key first. */
  readonly cookieKeys: readonly string[]
  readonly sessionLimits: SessionLimits
  /** How long an account may go without a second factor, in ms. */
  readonly secondFactorGraceMs: number
  /** Of readers who have not told their own. */
  readonly timeZone: string
  readonly hub: HubSettings
  /** Null when this portal is the only one. */
  readonly nats: NatsServers | null
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The settings in the shape that the portal's parts receive. */
export function portalOptions(settings: PortalSettings, production: boolean): PortalOptions {
  const previous = settings.Portal__PreviousCookieKey
  return {
    host: settings.Portal__Host,
    port: settings.Portal__Port,
    publicOrigin: settings.Portal__PublicUrl || `http://127.0.0.1:${settings.Portal__Port}`,
    loopbackOrigins: !production,
    behindTerminator: settings.Portal__BehindTerminator,
    gatewayUrl: settings.Services__Gateway,
    gatewayPublicUrl: settings.Portal__GatewayPublicUrl || (production ? null : settings.Services__Gateway),
    cookieKeys: [settings.Portal__CookieKey, ...(previous === '' ? [] : [previous])],
    sessionLimits: {
      idleMs: settings.Portal__Session__IdleMinutes * MINUTE_MS,
      absoluteMs: settings.Portal__Session__AbsoluteHours * HOUR_MS,
    },
    secondFactorGraceMs: settings.Portal__SecondFactorGraceDays * DAY_MS,
    timeZone: settings.Portal__TimeZone,
    hub: hubSettings(settings),
    nats: settings.Nats__Url,
  }
}

function hubSettings(settings: PortalSettings): HubSettings {
  return {
    ...DEFAULT_HUB_SETTINGS,
    heartbeatMs: settings.Hub__HeartbeatMs,
    heartbeatJitterMs: Math.floor(settings.Hub__HeartbeatMs / 10),
    maxSessions: settings.Hub__MaxSessions,
    drainMs: settings.Hub__DrainSeconds * SECOND_MS,
  }
}
