// The store API's settings: where it listens, its database, whose tokens it believes, leases and secrets.
import { z } from 'zod'
import {
  FlagText,
  OriginText,
  PortText,
  wholeNumberText,
  type SettingsTable,
} from '@pharmacy-relay/shared/env.ts'
import { Currency } from '@pharmacy-relay/shared/api/shop/amounts.ts'
import { OLDEST_PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { EarlierSecretsText, SecretText } from '../auth/secret-texts.ts'
import { serviceSecretSettings } from '../auth/service-token.ts'
import { internalApiSettings } from '@pharmacy-relay/shared/internal-api.ts'
import { hostFallback } from '../http/tls-rule.ts'
import { networkSettings } from '../http/private-network.ts'
import { invoiceSettings } from './shop/invoices/invoice-settings.ts'
import { canScheduleIn } from './scheduler/task-schedule.ts'
import { paymentSettings } from './shop/payments/payment-settings.ts'

const deviceKeySettings = {
  Store__DeviceKeySecret: {
    schema: SecretText,
    help: 'Makes device keys of computers and hashes of pairing codes, and signs checkpoints, at least 32 characters; paired computers keep their keys',
    fallback: null,
    secret: true,
  },
  Store__PreviousDeviceKeySecrets: {
    schema: EarlierSecretsText,
    help: 'Those before it by commas, the newest first: with the first one open pairing codes are taken, all of them prove the checkpoints of their time',
    fallback: '',
    secret: true,
  },
} as const satisfies SettingsTable

/** In production the documented port 8080, and nothing that has to be secret or right has a default. */
export function storeSettings(production: boolean) {
  return {
    Store__Port: { schema: PortText, help: 'Port of the store API', fallback: production ? '8080' : '5141' },
    Store__Host: {
      schema: z.string().min(1).max(253),
      help: 'Address to listen on',
      fallback: hostFallback(production),
    },
    Store__BehindTerminator: {
      schema: FlagText,
      help: 'true says that a TLS terminator stands in front, so that listening in clear beyond loopback is meant',
      fallback: 'false',
    },
    ...networkSettings,
    ...databaseSettings(production),
    ...serviceSettings(production),
    ...deviceKeySettings,
    Store__OldestProtocol: {
      schema: wholeNumberText(OLDEST_PROTOCOL_VERSION, 1_000_000),
      help: 'Agents that speak an older protocol of the relay hub are refused, and shown as too old',
      fallback: String(OLDEST_PROTOCOL_VERSION),
    },
    ...auditSettings,
    ...serviceSecretSettings('store'),
    ...leaseSettings,
    ...shopSettings,
    ...schedulerSettings,
    ...invoiceSettings(production),
    ...paymentSettings(production),
    ...internalApiSettings,
  } as const satisfies SettingsTable
}

function serviceSettings(production: boolean) {
  return {
    Services__Identity: {
      schema: OriginText,
      help: 'Where the identity API is; its published keys prove access tokens, its hub says which ended',
      fallback: production ? null : 'http://127.0.0.1:5193',
    },
    Services__Gateway: {
      schema: OriginText,
      help: 'The gateway, through which customers are signed in at the identity API',
      fallback: production ? null : 'http://127.0.0.1:5082',
    },
  } as const satisfies SettingsTable
}

function databaseSettings(production: boolean) {
  return {
    ConnectionStrings__cs_store: {
      schema: z.string().max(2_000),
      help: 'PostgreSQL URL of the store database; empty starts the built-in one (development)',
      fallback: production ? null : '',
      secret: true,
    },
  } as const satisfies SettingsTable
}

const auditSettings = {
  Store__AuditCheckpoints: {
    schema: z.string().max(1_000),
    help: 'File of signed checkpoints of the staff log, best on another disk than the database; empty: audit/checkpoints.jsonl in Data__Folder',
    fallback: '',
  },
} as const satisfies SettingsTable

const shopSettings = {
  Shop__Currency: {
    schema: Currency,
    help: 'Currency of all prices of the shop, as in EUR; orders keep the one that they were placed in',
    fallback: 'EUR',
  },
  Shop__HoldMinutes: {
    schema: wholeNumberText(1, 1_440),
    help: 'How long an order that is not paid holds its pieces',
    fallback: '20',
  },
} as const satisfies SettingsTable

const schedulerSettings = {
  Scheduler__TimeZone: {
    schema: z.string().max(64).refine(canScheduleIn, 'must be a time zone such as Europe/Istanbul'),
    help: 'The time zone of nightly tasks and of the days that they sum up, a name such as Europe/Istanbul; not one whose clocks change by half an hour',
    fallback: 'UTC',
  },
} as const satisfies SettingsTable

const leaseSettings = {
  Store__LeaseSeconds: {
    schema: wholeNumberText(5, 300),
    help: 'How long a relay hub counts as alive after it was last heard',
    fallback: '15',
  },
  Store__SweepSeconds: {
    schema: wholeNumberText(1, 60),
    help: 'How often sessions of relay hubs that are gone are looked for',
    fallback: '5',
  },
} as const satisfies SettingsTable
