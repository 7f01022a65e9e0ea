// Every naming of a device's role, and the one mapping between them.
import { z } from 'zod'
import { growing } from './wire.ts'

/** The role on hubs: the documented enumeration DeviceRole. One that is not known has no role. */
export const DeviceRole = growing(z.enum(['None', 'Server', 'Client']), 'None').meta({ id: 'DeviceRole' })
export type DeviceRole = z.infer<typeof DeviceRole>

/** The role in REST and in the database: RelayComputer.Role, 0 = None, 1 = PrinterComputer, 2 = Client. */
export const RoleNumber = z
  .union([z.literal(0), z.literal(1), z.literal(2)])
  .meta({ id: 'RoleNumber', description: '0 = None, 1 = PrinterComputer, 2 = Client' })
export type RoleNumber = z.infer<typeof RoleNumber>

/** The role as people read it in descriptions. */
export type RoleName = 'None' | 'PrinterComputer' | 'Client'

interface RoleNames {
  readonly hub: DeviceRole
  readonly number: RoleNumber
  readonly name: RoleName
}

export const ROLES = [
  { hub: 'None', number: 0, name: 'None' },
  { hub: 'Server', number: 1, name: 'PrinterComputer' },
  { hub: 'Client', number: 2, name: 'Client' },
] as const satisfies readonly RoleNames[]

export function roleNumber(role: DeviceRole): RoleNumber {
  return entry((r) => r.hub === role).number
}

export function hubRole(number: RoleNumber): DeviceRole {
  return entry((r) => r.number === number).hub
}

export function roleName(number: RoleNumber): RoleName {
  return entry((r) => r.number === number).name
}

function entry(matches: (role: RoleNames) => boolean): RoleNames {
  const found = ROLES.find(matches)
  if (found === undefined) throw new RangeError('not a device role')
  return found
}
