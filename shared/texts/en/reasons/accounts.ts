// Reasons about accounts as people read them, in English.
import type { ReasonTexts } from '../../../reasons/reason-text.ts'
import type { AccountReasonCode } from '../../../reasons/account-reason-codes.ts'

export const accountReasonsEn: Pick<ReasonTexts, AccountReasonCode> = {
  password_too_short: ({ min }) => `the password is too short: it needs at least ${min} characters`,
  password_too_long: ({ max }) => `the password is too long: it may have at most ${max} characters`,
  password_characters: 'the password has characters that cannot be typed everywhere: leave them out',
  password_guessable:
    'the password is easy to guess: four or five words that have nothing to do with each other are better',
  password_own_words: 'the password is little more than your name or your e-mail address',
  password_breached: 'the password is in a list of stolen passwords: choose another one',
  password_unchanged: 'that is the password you have already',
  password_old_wrong: 'the password you have now is not right',
  last_admin: 'this is the last active Admin: make somebody else Admin first',
  user_needs_pharmacy: 'this role belongs to a pharmacy: choose which',
  user_without_pharmacy: 'staff belong to no pharmacy',
  email_taken: 'somebody else has this e-mail address',
  user_disabled: 'this account is disabled: enable it first',
  no_way_to_send: 'there is no way to send a link: neither mail nor SMS is set up for this account',
  link_over: 'this link is used, replaced by a newer one, or too old: ask for a new one',
  code_needed: 'this account asks for a code of your authenticator app, too',
  code_wrong: 'this code is not right: take the newest one, and check that the clock of your phone is right',
  code_used: 'this code was used already: wait for the next one',
  code_clock_off: ({ off }) =>
    `the clock of your phone is ${off} off: set it to automatic time, then take the newest code`,
  factor_none: 'no authenticator app is being set up for this account',
  factor_locked:
    'the code cannot be checked, because the service was restored with another key: use a recovery code, and tell an Admin',
  factor_last: 'this is the only second factor of this account: set up another one first',
  passkey_needed: 'this account asks for your passkey or a recovery code, too',
  passkey_none: 'this account has no passkey',
  device_not_known:
    'this computer is not known as one of your pharmacy: have it paired there, then sign in again',
  gateway_unknown:
    'this computer was not told where pharmacists sign in: ask the support team for the address of the gateway',
  sign_in_refused: 'e-mail or password is not right, or this is no pharmacist of this pharmacy',
  sign_in_over: 'this sign-in is over: begin again with your password',
  not_signed_in: 'nobody is signed in here any more',
  passkey_refused: 'this passkey was not taken: try again, or sign in another way',
  passkey_exists: 'this passkey is set up already',
  passkey_too_many: ({ max }) => `an account has at most ${max} passkeys: remove one first`,
  passkey_alone:
    'you have one passkey and no recovery codes: add another passkey or make recovery codes, so that its loss does not keep you out',
  passkeys_need_name:
    'browsers make passkeys only for a name: the panel must be reached by https, or as localhost, and not by an address of numbers',
  reset_own: 'nobody resets his own second factor: ask another Admin',
  reset_nothing: 'this account has no second factor',
  reset_open: 'a reset of this account is asked for already: another Admin may confirm it',
  reset_none: 'no reset of this account is asked for',
  reset_objected: 'the owner of this account objected to the reset: talk to him before somebody asks again',
  reset_waits: ({ left }) => `another Admin confirms this reset, or it is done by itself in ${left}`,
  reset_untold: 'the owner of this account could not be told, so another Admin must confirm this reset',
  sms_not_set_up: 'no SMS provider is set up',
  sms_key_used: 'this key was used for another message',
  phone_unreadable: 'this is no phone number with the code of its country, such as +44 20 7946 0101',
  sms_code_over: 'this code is not right, used, or too old: ask for a new one if it does not work',
  phone_ticket_over: 'this proof of the phone is used, too old, or of another phone: ask for a new code',
}
