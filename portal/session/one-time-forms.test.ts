// Values of forms that are sent once: the first use alone counts, and what is forgotten was never issued.
import { expect, test } from 'vitest'
import { OneTimeForms } from './one-time-forms.ts'

const NOW_MS = 1_000_000
const OWNER = { sessionId: 'session-1', purpose: 'key P-1' }

test('a value is good for one use, by its session and for its purpose', () => {
  const forms = new OneTimeForms()
  const value = forms.issue(OWNER, NOW_MS)
  expect(forms.take({ ...OWNER, sessionId: 'session-2' }, value, NOW_MS)).toBe('unknown')
  expect(forms.take({ ...OWNER, purpose: 'key P-2' }, value, NOW_MS)).toBe('unknown')
  expect(forms.take(OWNER, value, NOW_MS)).toBe('issued')
  expect(forms.take(OWNER, value, NOW_MS)).toBe('used')
  expect(forms.take(OWNER, '', NOW_MS)).toBe('unknown')
})

test('a value whose use failed is neither good nor used', () => {
  const forms = new OneTimeForms()
  const value = forms.issue(OWNER, NOW_MS)
  forms.take(OWNER, value, NOW_MS)
  forms.forget(OWNER, value, NOW_MS)
  expect(forms.take(OWNER, value, NOW_MS)).toBe('unknown')
})

test('a value ends after an hour, and when its session has opened 16 newer forms', () => {
  const forms = new OneTimeForms()
  const old = forms.issue(OWNER, NOW_MS)
  expect(forms.take(OWNER, old, NOW_MS + 3_600_000)).toBe('unknown')
  const pushedOut = forms.issue(OWNER, NOW_MS)
  const kept = Array.from({ length: 16 }, () => forms.issue(OWNER, NOW_MS))
  expect(forms.take(OWNER, pushedOut, NOW_MS)).toBe('unknown')
  expect(kept.map((value) => forms.take(OWNER, value, NOW_MS))).toEqual(kept.map(() => 'issued'))
})

test('sessions are remembered up to a number, the longest unseen goes first', () => {
  const forms = new OneTimeForms()
  const first = forms.issue(OWNER, NOW_MS)
  for (let at = 0; at < 2_000; at += 1) forms.issue({ ...OWNER, sessionId: `other-${at}` }, NOW_MS)
  expect(forms.take(OWNER, first, NOW_MS)).toBe('unknown')
})
