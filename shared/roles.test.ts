// Every naming of a role, and the mappings between them.
import { describe, expect, it } from 'vitest'
import { DeviceRole, ROLES, RoleNumber, hubRole, roleName, roleNumber } from './device-role.ts'
import { UserRole, pageRole } from './user-role.ts'

describe('device roles', () => {
  it('have the documented names and numbers', () => {
    expect(ROLES.map(({ hub, number, name }) => [hub, number, name])).toEqual([
      ['None', 0, 'None'],
      ['Server', 1, 'PrinterComputer'],
      ['Client', 2, 'Client'],
    ])
  })
  it.each(DeviceRole.options)('%s comes back from its number', (role) => {
    expect(hubRole(roleNumber(role))).toBe(role)
  })
  it('name the number as people read it', () => {
    expect([0, 1, 2].map((number) => roleName(RoleNumber.parse(number)))).toEqual([
      'None',
      'PrinterComputer',
      'Client',
    ])
  })
  it.each([3, -1, 1.5, '1', null])('refuse %j as a number', (value) => {
    expect(RoleNumber.safeParse(value).success).toBe(false)
  })
  it.each(['PrinterComputer', 'server', '', 1])('refuse %j on a hub', (value) => {
    expect(DeviceRole.safeParse(value).success).toBe(false)
  })
})

describe('user roles', () => {
  it('have the documented page names', () => {
    expect(UserRole.options.map(pageRole)).toEqual([
      'admin',
      'support',
      'super_support',
      'pharmacist',
      'customer',
      'service',
    ])
  })
})
