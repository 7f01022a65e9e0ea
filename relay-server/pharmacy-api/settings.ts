// The pharmacy API's settings: where it listens, its database, whose tokens it believes.
import { z } from 'zod'
import {
  FlagText,
  OriginText,
  PortText,
  wholeNumberText,
  type SettingsTable,
} from '@pharmacy-relay/shared/env.ts'
import { MAX_OPT_OUT_ORIGIN } from '@pharmacy-relay/shared/api/pharmacy/sms-opt-outs.ts'
import { serviceSecretSettings } from '../auth/service-token.ts'
import { networkSettings } from '../http/private-network.ts'
import { hostFallback } from '../http/tls-rule.ts'
import { internalApiSettings } from '@pharmacy-relay/shared/internal-api.ts'
import { retentionSettings } from './retention/retention-years.ts'
import { sealingSettings } from './sealing/sealing-settings.ts'

/** In production the documented port 8080, and nothing that has to be secret or right has a default. */
export function pharmacySettings(production: boolean) {
  return {
    Pharmacy__Port: {
      schema: PortText,
      help: 'Port of the pharmacy API',
      fallback: production ? '8080' : '5100',
    },
    Pharmacy__Host: {
      schema: z.string().min(1).max(253),
      help: 'Address to listen on',
      fallback: hostFallback(production),
    },
    Pharmacy__BehindTerminator: {
      schema: FlagText,
      help: 'true says that a TLS terminator stands in front, so that listening in clear beyond loopback is meant',
      fallback: 'false',
    },
    ...networkSettings,
    ConnectionStrings__cs_medicine: {
      schema: z.string().max(2_000),
      help: 'PostgreSQL URL of the pharmacy database; empty starts the built-in one (development)',
      fallback: production ? null : '',
      secret: true,
    },
    ...serviceSettings(production),
    ...sealingSettings(production),
    ...retentionSettings(production),
    ...serviceSecretSettings('pharmacy'),
    ...smsSettings,
    ...internalApiSettings,
  } as const satisfies SettingsTable
}

function serviceSettings(production: boolean) {
  return {
    Services__Identity: {
      schema: OriginText,
      help: 'Where the identity API is; its published keys prove access tokens',
      fallback: production ? null : 'http://127.0.0.1:5193',
    },
    Services__Gateway: {
      schema: OriginText,
      help: 'The gateway, through which the store API is asked whether a customer has a phone',
      fallback: production ? null : 'http://127.0.0.1:5082',
    },
    Portal__PublicUrl: {
      schema: OriginText.refine((origin) => origin.length <= MAX_OPT_OUT_ORIGIN, {
        message: `must have ${MAX_OPT_OUT_ORIGIN} characters at most, so that text messages have room for their link`,
      }),
      help: 'The address of the panel as people see it, at most 40 characters; the links in messages to patients begin with it',
      fallback: production ? null : 'http://127.0.0.1:5132',
    },
  } as const satisfies SettingsTable
}

const smsSettings = {
  Pharmacy__SmsKey: {
    schema: z.string().min(32).max(256),
    help: 'Makes what the database has in place of phone numbers and codes of text messages, at least 32 characters; another one ends open codes',
    fallback: null,
    secret: true,
  },
  Pharmacy__SmsCodesPerHour: {
    schema: wholeNumberText(1, 100_000),
    help: 'Codes by SMS that go out within an hour at most, whoever asks for them',
    fallback: '500',
  },
  Pharmacy__PatientSmsPerDay: {
    schema: wholeNumberText(1, 100_000),
    help: 'Text messages to patients that one pharmacy may ask for on a day',
    fallback: '300',
  },
} as const satisfies SettingsTable
