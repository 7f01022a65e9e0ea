// The Authorization header, roles, and the internal key.
import { expect, test } from 'vitest'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { Caller } from './access-token.ts'
import { bearerToken, requireRole } from './bearer.ts'
import { secretEquals } from './internal-key.ts'

test.each(['Bearer abc.DEF-_~+/=', 'bearer abc.DEF-_~+/=', 'BEARER abc.DEF-_~+/='])(
  '%s holds a token',
  (header) => {
    expect(bearerToken(header)).toBe('abc.DEF-_~+/=')
  },
)

test.each([
  [undefined, 'token_missing'],
  ['', 'token_missing'],
  ['Bearer', 'token_invalid'],
  ['Bearer ', 'token_invalid'],
  ['Bearer  two-spaces', 'token_invalid'],
  ['Bearer a, Bearer b', 'token_invalid'],
  ['Bearer a\u0000', 'token_invalid'],
  ['Basic dXNlcjpwYXNz', 'token_invalid'],
  ['abc', 'token_invalid'],
])('%j is refused as %s', (header, code) => {
  expect(() => bearerToken(header)).toThrow(expect.objectContaining({ code }) as Error)
})

test('only listed roles pass a list, everybody passes signed-in', () => {
  const caller = (role: UserRole): Caller => ({
    subject: 'x',
    role,
    name: 'x',
    pharmacyId: null,
    sessionId: null,
    expiresAt: new Date(),
  })
  const passes = (role: UserRole): boolean => {
    try {
      requireRole(caller(role), ['Admin', 'Service'])
      return true
    } catch {
      return false
    }
  }
  expect(UserRole.options.filter(passes)).toEqual(['Admin', 'Service'])
  for (const role of UserRole.options) requireRole(caller(role), 'signed-in')
  expect(() => requireRole(caller('Admin'), [])).toThrow('one of the roles')
})

test('secrets are equal only when every byte is, whatever their lengths', () => {
  expect(secretEquals('same', 'same')).toBe(true)
  expect(secretEquals('same', 'Same')).toBe(false)
  expect(secretEquals('same', 'same ')).toBe(false)
  expect(secretEquals('', 'x')).toBe(false)
})
