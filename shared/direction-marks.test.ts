// Characters that turn text around: no form takes them into a name, and what a device reports with them shows that they are there.
import { describe, expect, test } from 'vitest'
import { ComputerRename, CustomerFields, CustomerListQuery } from './api/relay-panel.ts'
import { NewUser } from './api/identity-links.ts'
import { DeviceRegistration, SystemReport } from './device.ts'
import { SearchText } from './ids.ts'
import { PairingRequest } from './pairing.ts'
import { PrinterName, PrinterRow } from './printer.ts'

const MARKS = [
  ...Array.from({ length: 5 }, (_, at) => String.fromCodePoint(0x202a + at)),
  ...Array.from({ length: 4 }, (_, at) => String.fromCodePoint(0x2066 + at)),
]
const FIELDS = { storeId: 'P-1', email: 'a@example.org', phone: null }
const PERSON = {
  email: 'a@example.org',
  role: 'Support',
  pharmacyId: null,
  phone: null,
  language: 'en',
}
const DEVICE = {
  localIpAddress: '10.0.0.7',
  email: '',
  clientVersion: '1.0.0',
  pharmacyId: 1,
  role: 'None',
}

describe.each(MARKS)('%j', (mark) => {
  const name = `exe${mark}gnp`

  test('is refused in every name that a person gives', () => {
    expect(CustomerFields.safeParse({ ...FIELDS, name: 'Corner Pharmacy' }).success).toBe(true)
    expect(CustomerFields.safeParse({ ...FIELDS, name }).success).toBe(false)
    expect(ComputerRename.safeParse({ displayName: 'Till' }).success).toBe(true)
    expect(ComputerRename.safeParse({ displayName: name }).success).toBe(false)
    expect(NewUser.safeParse({ ...PERSON, name: 'Sam' }).success).toBe(true)
    expect(NewUser.safeParse({ ...PERSON, name }).success).toBe(false)
    expect(PrinterName.safeParse(`win:${name}`).success).toBe(false)
  })

  test('is left out of what is searched for', () => {
    expect(SearchText.parse(name)).toBe('exegnp')
    expect(CustomerListQuery.shape.name.parse(name)).toBe('exegnp')
  })

  test('shows as a mark in what a device reports, which is not refused for it', () => {
    const names = { computerName: name, username: name }
    const shown = 'exe\uFFFDgnp'
    expect(DeviceRegistration.parse({ ...DEVICE, ...names })).toMatchObject({
      computerName: shown,
      username: shown,
    })
    expect(PairingRequest.pick({ computerName: true, username: true }).parse(names)).toEqual({
      computerName: shown,
      username: shown,
    })
    expect(PrinterRow.parse({ id: 'cups:ZD421', name, detail: name })).toEqual({
      id: 'cups:ZD421',
      name: shown,
      detail: shown,
    })
    expect(SystemReport.shape.supportAppNumber.safeParse(name).success).toBe(false)
  })
})
