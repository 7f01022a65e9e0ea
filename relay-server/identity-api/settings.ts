// The identity API's settings: where it listens, its database, its keys, the services it knows.
import { z } from 'zod'
import { EarlierSecretsText, SecretText } from '../auth/secret-texts.ts'
import {
  FlagText,
  OriginText,
  PortText,
  type SettingsOf,
  type SettingsTable,
} from '@pharmacy-relay/shared/env.ts'
import { hostFallback } from '../http/tls-rule.ts'
import { networkSettings } from '../http/private-network.ts'
import { MailUrlText } from './messages/mailer.ts'
import { internalApiSettings } from '@pharmacy-relay/shared/internal-api.ts'

const ClientText = z
  .string()
  .regex(/^[a-z][a-z-]{1,30}:[\x21-\x2b\x2d-\x7e]{16,256}$/, 'must look like portal:secret')

/** `portal:secret,store:secret` as client id → secrets; a client may stand twice while its secret is being replaced. */
const ServiceClientsText = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(ClientText).min(1).max(32))
  .transform((clients) => Map.groupBy(clients, clientIdOf))
  .transform(
    (clients) =>
      new Map([...clients].map(([id, texts]) => [id, texts.map((text) => text.slice(id.length + 1))])),
  )

function clientIdOf(text: string): string {
  return text.slice(0, text.indexOf(':'))
}

/** In production the documented port 8080. */
export function identitySettings(production: boolean) {
  return {
    Identity__Port: {
      schema: PortText,
      help: 'Port of the identity API',
      fallback: production ? '8080' : '5193',
    },
    Identity__Host: {
      schema: z.string().min(1).max(253),
      help: 'Address to listen on',
      fallback: hostFallback(production),
    },
    Identity__BehindTerminator: {
      schema: FlagText,
      help: 'true says that a TLS terminator stands in front, so that listening in clear beyond loopback is meant',
      fallback: 'false',
    },
    ...networkSettings,
    ...keySettings,
    ...messageSettings(production),
    ...smsSettings,
    ...databaseSettings(production),
    ...internalApiSettings,
    Services__Store: {
      schema: OriginText,
      help: 'The store API itself, not through the gateway: its staff log is told what Admins do to users',
      fallback: production ? null : 'http://127.0.0.1:5141',
    },
  } as const satisfies SettingsTable
}

const keySettings = {
  Identity__SealKey: {
    schema: SecretText,
    help: 'Seals the signing keys and second factors in the database, at least 32 characters',
    fallback: null,
    secret: true,
  },
  Identity__PreviousSealKey: {
    schema: z.union([z.literal(''), SecretText]),
    help: 'The seal key before it: each start seals anew what it sealed. It may go then',
    fallback: '',
    secret: true,
  },
  Identity__RefreshKey: {
    schema: SecretText,
    help: 'Makes refresh tokens and recovery codes, at least 32 characters; without the one before it another one ends all sign-ins',
    fallback: null,
    secret: true,
  },
  Identity__PreviousRefreshKeys: {
    schema: EarlierSecretsText,
    help: 'Refresh keys before it by commas, the newest first: with the first one people stay signed in, with all of them recovery codes are taken',
    fallback: '',
    secret: true,
  },
  Identity__ServiceClients: {
    schema: ServiceClientsText,
    help: 'Services and their secrets (at least 16 characters): portal:secret,store:secret,storefront:secret',
    fallback: null,
    secret: true,
  },
  Identity__BreachedPasswords: {
    schema: z.string(),
    help:
      'File of stolen passwords that nobody may choose: the first 8 bytes of each SHA-1, ascending ' +
      '(cut -c1-16 pwned-passwords-ordered-by-hash.txt | xxd -r -p); empty for none',
    fallback: '',
  },
  Identity__Seed: {
    schema: z.string(),
    help:
      'JSON file (mode 0600) of users to create at start, [{"email","name","role","password","pharmacyId"?}]; ' +
      'each is created once and never changed again',
    fallback: '',
  },
} as const satisfies SettingsTable

const smsSettings = {
  Sms__ProviderUrl: {
    schema: z.union([z.literal(''), z.url({ protocol: /^https$/ })]),
    help: 'Where the SMS provider takes messages, https only; empty: no SMS',
    fallback: '',
  },
  Sms__User: { schema: z.string().max(100), help: 'User at the SMS provider', fallback: '' },
  Sms__Password: {
    schema: z.string().max(200),
    help: 'Password at the SMS provider',
    fallback: '',
    secret: true,
  },
  Sms__Sender: {
    schema: z.string().min(1).max(16),
    help: 'Who messages come from, as phones show it',
    fallback: 'Pharmacy',
  },
  Sms__AuthorityFile: {
    schema: z.string(),
    help: 'PEM file of an authority that vouches for the SMS provider, besides those of Node; empty for none',
    fallback: '',
  },
} as const satisfies SettingsTable

function messageSettings(production: boolean) {
  return {
    Portal__PublicUrl: {
      schema: OriginText,
      help: 'The address of the panel as people see it; links that are sent to them begin with it',
      fallback: production ? null : 'http://127.0.0.1:5132',
    },
    Storefront__PublicUrl: {
      schema: z.union([z.literal(''), OriginText]),
      help: 'The address of the storefront as people see it; links for a password of people of pharmacies begin with it. Empty: with that of the panel',
      fallback: production ? '' : 'http://127.0.0.1:3000',
    },
    Mail__SmtpUrl: {
      schema: MailUrlText,
      help: 'Mail server, smtps://user:password@host or smtp://…:587 (STARTTLS, except on this computer); empty: no mails',
      fallback: '',
      secret: true,
    },
    Mail__From: {
      schema: z.string().min(3).max(254),
      help: 'Sender of mails: Pharmacy Relay <no-reply@example.org>',
      fallback: 'Pharmacy Relay <no-reply@localhost>',
    },
  } as const satisfies SettingsTable
}

function databaseSettings(production: boolean) {
  return {
    ConnectionStrings__cs_identity: {
      schema: z.string().max(2_000),
      help: 'PostgreSQL URL of the identity database; empty starts the built-in one (development)',
      fallback: production ? null : '',
      secret: true,
    },
  } as const satisfies SettingsTable
}

export type IdentitySettings = SettingsOf<ReturnType<typeof identitySettings>>
