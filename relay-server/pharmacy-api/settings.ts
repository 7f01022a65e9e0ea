// The pharmacy API's settings: where it listens, its database, whose tokens it believes.
import { z } from 'zod'
import { FlagText, OriginText, PortText, type SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { serviceSecretSettings } from '../auth/service-token.ts'
import { networkSettings } from '../http/private-network.ts'
import { hostFallback } from '../http/tls-rule.ts'
import { internalApiSettings } from '@pharmacy-relay/shared/internal-api.ts'
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
    Services__Identity: {
      schema: OriginText,
      help: 'Where the identity API is; its published keys prove access tokens',
      fallback: production ? null : 'http://127.0.0.1:5193',
    },
    ...sealingSettings(production),
    ...serviceSecretSettings('pharmacy'),
    ...internalApiSettings,
  } as const satisfies SettingsTable
}
