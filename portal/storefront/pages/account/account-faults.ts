// What was refused on the account page, each beside its form.
import { NO_PASSWORD_FAULTS, type PasswordFaults } from '../../../views/credentials/new-password.tsx'

export interface AccountFaults {
  readonly details: string | null
  readonly oldPassword: string | null
  readonly password: PasswordFaults
  readonly address: string | null
  /** The address whose form was sent; its form is open. */
  readonly open: number | 'new' | null
  /** What was typed into the form that was refused, and where an address leads on to; null where nothing is to be kept. */
  readonly typed: Readonly<Record<string, string>> | null
}

export const NO_FAULTS: AccountFaults = {
  details: null,
  oldPassword: null,
  password: NO_PASSWORD_FAULTS,
  address: null,
  open: null,
  typed: null,
}
