// The Authorization header, who may call, and the internal key.
import { expect, test } from 'vitest'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { Caller } from './access-token.ts'
import { bearerToken, requireAccess } from './bearer.ts'
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

test('a caller whom the table does not name is refused, and told for whom it is', () => {
  const caller = (role: UserRole, subject: string): Caller => ({
    subject,
    role,
    name: 'x',
    pharmacyId: null,
    sessionId: null,
    signedInAt: null,
    deviceKey: null,
    expiresAt: new Date(),
  })
  const rule = { access: ['Admin', 'Service'], services: ['portal'] } as const
  requireAccess(caller('Admin', 'portal-admin'), rule)
  requireAccess(caller('Service', 'portal'), rule)
  for (const other of [caller('Service', 'storefront'), caller('Support', 'portal')]) {
    expect(() => requireAccess(other, rule)).toThrow('This is for Admin, Service (portal) only')
  }
})

test('secrets are equal only when every byte is, whatever their lengths', () => {
  expect(secretEquals('same', 'same')).toBe(true)
  expect(secretEquals('same', 'Same')).toBe(false)
  expect(secretEquals('same', 'same ')).toBe(false)
  expect(secretEquals('', 'x')).toBe(false)
})
