// Which webhooks are believed: what the provider signed, with a secret that we have, just now.
import { expect, test } from 'vitest'
import { isSigned, REPLAY_WINDOW_S, signatureOf } from './signature.ts'

const NOW = new Date('2026-11-20T09:00:00.000Z')
const SECONDS = NOW.getTime() / 1_000
const BODY = Buffer.from('{"id":"evt_1"}')
const [NEW, OLD] = ['the-secret-of-now', 'the-secret-before']

const header = (secret: string, seconds = SECONDS): string =>
  `t=${seconds},v1=${signatureOf(secret, String(seconds), BODY)}`
const isBelieved = (signature: string, bytes: Uint8Array = BODY): boolean =>
  isSigned({ bytes, signature }, { secrets: [NEW, OLD], now: NOW })

test('signed just now with the secret, or with the one before while it is changed', () => {
  expect(isBelieved(header(NEW))).toBe(true)
  expect(isBelieved(header(OLD))).toBe(true)
  expect(isBelieved(`${header('another')},v1=${header(NEW).slice(-64)}`)).toBe(true)
  expect(isBelieved(header(NEW, SECONDS - REPLAY_WINDOW_S))).toBe(true)
})

test.each([
  ['another secret', header('another')],
  ['an old time', header(NEW, SECONDS - REPLAY_WINDOW_S - 1)],
  ['a time to come', header(NEW, SECONDS + REPLAY_WINDOW_S + 1)],
  ['another time than was signed', header(NEW).replace(String(SECONDS), String(SECONDS - 1))],
  ['no signature', `t=${SECONDS}`],
  ['an empty one', ''],
  ['five of them', header(NEW) + `,v1=${'0'.repeat(64)}`.repeat(4)],
  ['one that is too short', header(NEW).slice(0, -2)],
])('C23: %s is not believed', (_what, signature) => {
  expect(isBelieved(signature)).toBe(false)
})

test('C23: a body that was changed is not believed', () => {
  expect(isBelieved(header(NEW), Buffer.from('{"id":"evt_2"}'))).toBe(false)
})
