// Fields of a pharmacy as the staff log keeps them: of a phone number its last four digits.
import type { CustomerFields } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { StaffValues } from '@pharmacy-relay/shared/api/staff-history.ts'

export function customerValues(
  fields: CustomerFields,
  names: readonly (keyof CustomerFields)[] = ['storeId', 'name', 'email', 'phone'],
): StaffValues {
  return Object.fromEntries(names.map((name) => [name, valueOf(fields, name)]))
}

function valueOf(fields: CustomerFields, name: keyof CustomerFields): string | null {
  const value = fields[name]
  return name === 'phone' && value !== null ? `…${value.slice(-4)}` : value
}
