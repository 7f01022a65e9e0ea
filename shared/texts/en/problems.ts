// What every code of a failure says to people, in English.
import type { ProblemTexts } from '../problem-texts.ts'

export const problems: ProblemTexts = {
  request_refused: { title: 'The request could not be read', advice: 'Go back and try again.' },
  token_missing: { title: 'Please sign in', advice: 'This page is for signed-in staff.' },
  token_invalid: { title: 'Your sign-in has ended', advice: 'Sign in again to go on.' },
  role_not_allowed: {
    title: 'Your role does not allow this',
    advice: 'Ask for another role if you need it.',
  },
  sign_in_again: {
    title: 'Please confirm that it is you',
    advice: 'This step asks for your password again when the last time is more than ten minutes ago.',
  },
  stamp_and_key: { title: 'Refused', advice: 'This request may not come from outside.' },
  not_found: {
    title: 'Not found',
    advice: 'It may have been removed, or the address has a typing mistake.',
  },
  request_timeout: { title: 'The request took too long', advice: 'Check your connection and try again.' },
  state_conflict: {
    title: 'Not possible in the current state',
    advice: 'Go back, look at it again and repeat.',
  },
  device_offline: { title: 'The computer is offline', advice: 'Try again when it is connected.' },
  version_stale: {
    title: 'Somebody else changed this in the meantime',
    advice: 'Load the current values and enter your change again.',
  },
  too_large: { title: 'That is too much at once', advice: 'Shorten the entries and try again.' },
  target_too_long: { title: 'The address is too long', advice: 'Use shorter filters.' },
  invalid: { title: 'Some entries are not valid', advice: 'Go back and correct them.' },
  version_required: {
    title: 'The request was incomplete',
    advice: 'Open the page again and repeat the change.',
  },
  rate_limited: { title: 'Too many requests', advice: 'Wait a moment and try again.' },
  head_too_large: {
    title: 'The request was too large',
    advice: 'Delete the cookies of this site and sign in again.',
  },
  internal: {
    title: 'Something went wrong on our side',
    advice: 'Try again. If it stays, report the reference below.',
  },
  not_supported: { title: 'Not supported', advice: 'This function is not available.' },
  upstream_unavailable: {
    title: 'A service did not answer',
    advice: 'It usually comes back within a minute. Try again.',
  },
  unavailable: {
    title: 'Not available right now',
    advice: 'It usually comes back within a minute. Try again.',
  },
  device_timeout: {
    title: 'The computer did not answer in time',
    advice: 'Check that it is awake and try again.',
  },
  upstream_timeout: { title: 'A service did not answer in time', advice: 'Try again in a moment.' },
}
