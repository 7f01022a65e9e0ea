// Reasons about accounts: why a password, a code or a change of a user is not taken. texts/LANGUAGE/account-reasons.ts says them.

export const ACCOUNT_REASONS = {
  // Why a new password is not taken.
  password_too_short: { min: 'count' },
  password_too_long: { max: 'count' },
  password_characters: {},
  password_guessable: {},
  password_own_words: {},
  password_breached: {},
  password_unchanged: {},
  password_old_wrong: {},

  // Why a change of a user is not made.
  last_admin: {},
  user_needs_pharmacy: {},
  user_without_pharmacy: {},
  email_taken: {},
  user_disabled: {},
  no_way_to_send: {},
  link_over: {},

  // Why a code of a second factor is not taken.
  code_needed: {},
  code_wrong: {},
  code_used: {},
  code_clock_off: { off: 'duration' },
  factor_none: {},
  factor_locked: {},
  factor_last: {},

  // Why a passkey is not taken, and what is missing beside the only one.
  passkey_needed: {},
  passkey_none: {},
  passkey_refused: {},
  passkey_exists: {},
  passkey_too_many: { max: 'count' },
  passkey_alone: {},
  passkeys_need_name: {},

  // Why a pharmacist is not signed in at a computer.
  device_not_known: {},
  gateway_unknown: {},
  sign_in_refused: {},
  sign_in_over: {},
  not_signed_in: {},

  // Why somebody's second factor is not reset.
  reset_own: {},
  reset_nothing: {},
  reset_open: {},
  reset_none: {},
  reset_objected: {},
  reset_waits: { left: 'duration' },
  reset_untold: {},

  // Why a text message is not sent.
  sms_not_set_up: {},
  sms_key_used: {},

  // Why a phone is not proved by a code.
  phone_unreadable: {},
  sms_code_over: {},
  phone_ticket_over: {},
} as const

export type AccountReasonCode = keyof typeof ACCOUNT_REASONS
