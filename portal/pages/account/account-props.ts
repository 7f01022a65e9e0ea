// What the page of one's own account is given, and its sections with it.
import type { UserSession } from '@pharmacy-relay/shared/api/identity-account.ts'
import type { Passkey } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import type { IdentityUser } from '@pharmacy-relay/shared/api/identity-user.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { PasswordFaults } from '../../views/credentials/new-password.tsx'
import type { FrameProps } from '../../views/frame-props.ts'
import type { AccountNotice } from './account-notices.ts'

export interface FactorFacts {
  /** ISO instant; null without one. */
  readonly activeSince: string | null
  readonly recoveryCodesLeft: number
}

/** What was refused, at its section. */
export interface AccountFaults {
  readonly password: (PasswordFaults & { readonly oldPassword: string | null }) | null
  readonly email: { readonly typed: string; readonly fault: string } | null
  /** Of new recovery codes. */
  readonly code: string | null
  readonly passkey: string | null
}

export interface PasskeyFacts {
  readonly passkeys: readonly Passkey[]
  /** What is missing so that the loss of one keeps nobody out; null for nothing. */
  readonly warning: Reason | null
  /** The browser came by an address of numbers, where it makes none. */
  readonly isHostOfNumbers: boolean
}

export const NO_FAULTS: AccountFaults = { password: null, email: null, code: null, passkey: null }

export interface AccountPageProps {
  readonly frame: FrameProps
  readonly user: IdentityUser
  readonly factor: FactorFacts
  readonly passkeys: PasskeyFacts
  readonly sessions: readonly UserSession[]
  readonly faults: AccountFaults
  readonly notice: AccountNotice | null
  readonly now: Date
}

/** What a section is given. */
export interface SectionProps {
  readonly page: AccountPageProps
  readonly t: Texts
}
