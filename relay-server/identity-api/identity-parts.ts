// What the identity API's handlers are given.
import type { Kysely } from 'kysely'
import type { InternalApiOptions } from '@pharmacy-relay/shared/internal-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { IdentitySchema } from './database-schema.ts'
import type { AddressCheck } from './address-tickets/address-check.ts'
import type { DeviceCheck } from './device-sessions/device-check.ts'
import type { Ways } from './links/link-messages.ts'
import type { Background } from './messages/background.ts'
import type { PasswordRules } from './passwords/password-rules.ts'
import type { IdentityMetrics } from './metrics.ts'
import type { SmsParts } from './sms/send-sms.ts'
import type { SigningKeys } from './keys/signing-keys.ts'

export interface IdentityParts {
  readonly db: Kysely<IdentitySchema>
  readonly keys: SigningKeys
  /** Makes refresh tokens, texts of known devices and recovery codes. */
  readonly refreshKey: string
  /** It, and the one before it: whoever is signed in stays so when it is exchanged. */
  readonly tokenKeys: readonly string[]
  /** It, and all before it: a recovery code lies in a drawer for years. */
  readonly codeKeys: readonly string[]
  /** The first seals the secrets of second factors, each opens. */
  readonly sealKeys: readonly string[]
  /** Client id → its secrets; two while one is being replaced. */
  readonly serviceClients: ReadonlyMap<string, readonly string[]>
  /** Addresses and CIDR ranges whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  readonly passwordRules: PasswordRules
  /** How messages reach people. */
  readonly ways: Ways
  readonly background: Background
  /** Something was written for the staff log. */
  readonly wakeStaffLog: () => void
  /** Null: no SMS provider is set up. */
  readonly sms: SmsParts | null
  readonly checkAddress: AddressCheck
  readonly checkDevice: DeviceCheck
  readonly internalApi: InternalApiOptions | null
  readonly metrics: IdentityMetrics
  readonly logger: Logger
  readonly now: () => Date
}
