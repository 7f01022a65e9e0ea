// The storefront's settings: the table of environment variables, and the shape that its parts receive.
import { z } from 'zod'
import { Currency } from '@pharmacy-relay/shared/api/shop/amounts.ts'
import {
  FlagText,
  OriginText,
  PortText,
  wholeNumberText,
  type SettingsOf,
  type SettingsTable,
} from '@pharmacy-relay/shared/env.ts'
import { serviceSecretSettings } from '@pharmacy-relay/relay-server/auth/service-token.ts'
import { networkSettings } from '@pharmacy-relay/relay-server/http/private-network.ts'
import { hostFallback } from '@pharmacy-relay/relay-server/http/tls-rule.ts'
import { isZone } from '../session/reader-zone.ts'
import type { SessionLimits } from '../settings.ts'

/** 32 bytes or more in base64url. */
const KeyText = z.string().regex(/^[A-Za-z0-9_-]{43,512}$/, 'must be base64url of at least 32 bytes')

/** In production what has no sensible default has none: where browsers and the gateway are. */
export function storefrontSettings(production: boolean) {
  return {
    Storefront__Port: { schema: PortText, help: 'Port of the storefront', fallback: '3000' },
    Storefront__Host: {
      schema: z.string().min(1).max(253),
      help: 'Address to listen on',
      fallback: hostFallback(production),
    },
    Storefront__PublicUrl: {
      schema: z.union([z.literal(''), OriginText]),
      help: 'Origin that browsers use; requests that change something must come from it. Empty (development): http://127.0.0.1:<Storefront__Port>',
      fallback: production ? null : '',
    },
    Services__Gateway: {
      schema: OriginText,
      help: 'The gateway, through which every API is reached',
      fallback: production ? null : 'http://127.0.0.1:5082',
    },
    Shop__Currency: {
      schema: Currency,
      help: 'Currency of the prices, as the store API has it',
      fallback: 'EUR',
    },
    ...commonSettings,
  } as const satisfies SettingsTable
}

const commonSettings = {
  Storefront__BehindTerminator: {
    schema: FlagText,
    help: 'A TLS terminator stands in front and adds the client to X-Forwarded-For: true or false',
    fallback: 'false',
  },
  ...networkSettings,
  ...serviceSecretSettings('storefront'),
  Storefront__CookieKey: {
    schema: KeyText,
    help: 'Encrypts the cookies: at least 32 bytes, base64url; another one than the portal has',
    fallback: null,
    secret: true,
  },
  Storefront__PreviousCookieKey: {
    schema: z.union([z.literal(''), KeyText]),
    help: 'The cookie key before a rotation, still accepted',
    fallback: '',
    secret: true,
  },
  Storefront__Session__IdleMinutes: {
    schema: wholeNumberText(1, 1_440),
    help: 'A sign-in ends after this time without a person doing anything, 1 to 1440',
    fallback: '15',
  },
  Storefront__Session__AbsoluteHours: {
    schema: wholeNumberText(1, 168),
    help: 'A sign-in ends after this time in any case, 1 to 168',
    fallback: '12',
  },
  Storefront__TimeZone: {
    schema: z.string().refine(isZone, 'must be a time zone such as Europe/Istanbul'),
    help: 'The time zone that times are written in: a name such as Europe/Istanbul',
    fallback: 'UTC',
  },
} as const satisfies SettingsTable

export type StorefrontSettings = SettingsOf<ReturnType<typeof storefrontSettings>>

export interface StorefrontOptions {
  readonly host: string
  readonly port: number
  /** The origin that browsers use. */
  readonly publicOrigin: string
  /** The origin in the request's own Host field is accepted too, when it names this machine: development only. */
  readonly loopbackOrigins: boolean
  readonly behindTerminator: boolean
  readonly gatewayUrl: string
  /** ISO 4217. */
  readonly currency: string
  /** The current key first. */
  readonly cookieKeys: readonly string[]
  readonly sessionLimits: SessionLimits
  readonly timeZone: string
}

const MINUTE_MS = 60_000

export function storefrontOptions(settings: StorefrontSettings, production: boolean): StorefrontOptions {
  const previous = settings.Storefront__PreviousCookieKey
  return {
    host: settings.Storefront__Host,
    port: settings.Storefront__Port,
    publicOrigin: settings.Storefront__PublicUrl || `http://127.0.0.1:${settings.Storefront__Port}`,
    loopbackOrigins: !production,
    behindTerminator: settings.Storefront__BehindTerminator,
    gatewayUrl: settings.Services__Gateway,
    currency: settings.Shop__Currency,
    cookieKeys: [settings.Storefront__CookieKey, ...(previous === '' ? [] : [previous])],
    sessionLimits: {
      idleMs: settings.Storefront__Session__IdleMinutes * MINUTE_MS,
      absoluteMs: settings.Storefront__Session__AbsoluteHours * 60 * MINUTE_MS,
    },
    timeZone: settings.Storefront__TimeZone,
  }
}
