// The settings by which the payment provider is found, and by which it and the shop believe each other.
import { z } from 'zod'
import type { SettingsTable } from '@pharmacy-relay/shared/env.ts'
import type { HttpProviderOptions } from './provider/http-provider.ts'

/** Longest wait for one call of the provider, ms. */
const TIMEOUT_MS = 8_000

/** In production all but the secret before are required: an order could be placed and never paid. */
export function paymentSettings(production: boolean) {
  return {
    Payments__ProviderUrl: {
      schema: z
        .url({ protocol: production ? /^https$/ : /^https?$/ })
        .max(500)
        .transform((url) => url.replace(/\/+$/, '')),
      help: 'Where the payment provider is, https in production; in development the stand-in',
      fallback: production ? null : 'http://127.0.0.1:5197',
    },
    Payments__ApiKey: {
      schema: z.string().min(16).max(256),
      help: 'By which the payment provider knows the shop',
      fallback: null,
      secret: true,
    },
    Payments__WebhookSecret: {
      schema: z.string().min(32).max(256),
      help: 'By which events of the payment provider are signed, at least 32 characters',
      fallback: null,
      secret: true,
    },
    Payments__WebhookPreviousSecret: {
      schema: z.union([z.literal(''), z.string().min(32).max(256)]),
      help: 'The secret before, still believed while it is changed; empty for none',
      fallback: '',
      secret: true,
    },
  } as const satisfies SettingsTable
}

export function providerOptions(settings: {
  readonly Payments__ProviderUrl: string
  readonly Payments__ApiKey: string
  readonly Payments__WebhookSecret: string
  readonly Payments__WebhookPreviousSecret: string
}): HttpProviderOptions {
  const secrets = [settings.Payments__WebhookSecret, settings.Payments__WebhookPreviousSecret]
  return {
    url: settings.Payments__ProviderUrl,
    apiKey: settings.Payments__ApiKey,
    webhookSecrets: secrets.filter((secret) => secret !== ''),
    timeoutMs: TIMEOUT_MS,
  }
}
