// The rule of access on its own: for every form of a table's entry, who may call.
import { expect, test } from 'vitest'
import { UserRole } from '../user-role.ts'
import {
  RECENT_SIGN_IN_MS,
  accessText,
  isRecentSignIn,
  may,
  mayAny,
  mayAskAboutOthers,
  rolesThatMay,
  type Access,
} from './access.ts'

const person = (role: UserRole) => ({ role, clientId: null })
const rule = (access: Access, services: readonly string[] | null = null) => ({ access, services })

test.each([
  ['public', UserRole.options, true],
  ['signed-in', UserRole.options, false],
  ['visitor', ['Pharmacist', 'Customer'], true],
  ['internal-key', [], false],
  [['Support', 'Pharmacist'], ['Support', 'Pharmacist'], false],
  [[], [], false],
] as const)('%j lets in exactly the roles %j', (access, roles, isForStrangers) => {
  expect(UserRole.options.filter((role) => may(person(role), rule(access)))).toEqual(roles)
  expect(rolesThatMay(rule(access))).toEqual(roles)
  expect(may(null, rule(access))).toBe(isForStrangers)
})

test('of services only those that are named may call, and one without a name never', () => {
  const named = rule(['Service', 'Admin'], ['portal'])
  expect(may({ role: 'Service', clientId: 'portal' }, named)).toBe(true)
  expect(may({ role: 'Service', clientId: 'storefront' }, named)).toBe(false)
  expect(may({ role: 'Service', clientId: null }, named)).toBe(false)
  expect(may(person('Admin'), named)).toBe(true)
  expect(may({ role: 'Service', clientId: 'storefront' }, rule(['Service']))).toBe(true)
})

test('what several endpoints stand behind is for who may call one of them', () => {
  const rules = [rule(['Admin']), rule(['Support'])]
  const roles = UserRole.options.filter((role) => mayAny(person(role), rules))
  expect(roles).toEqual(['Admin', 'Support'])
  expect(mayAny(person('Admin'), [])).toBe(false)
})

test('about others only the roles that the endpoint names may ask', () => {
  const entry = { others: ['Admin'] } as const
  expect(UserRole.options.filter((role) => mayAskAboutOthers(role, entry))).toEqual(['Admin'])
})

test('a sign-in is recent for ten minutes; services have none, and who does not know has none either', () => {
  const now = new Date('2026-11-20T09:00:00.000Z')
  const of = (role: UserRole, signedInAt: Date | null) => isRecentSignIn({ role, signedInAt }, now)
  const ago = (ms: number) => new Date(now.getTime() - ms)
  expect(of('Admin', ago(RECENT_SIGN_IN_MS))).toBe(true)
  expect(of('Admin', ago(RECENT_SIGN_IN_MS + 1))).toBe(false)
  expect(of('Admin', null)).toBe(false)
  expect(of('Service', null)).toBe(true)
})

test('documents name the roles, and the services where only some may call', () => {
  expect(accessText(rule(['Service', 'Admin'], ['portal']))).toBe('Admin, Service (portal)')
  expect(accessText(rule(['Service']))).toBe('Service')
})
