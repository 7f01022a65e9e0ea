// find-by-phone as documented: for services alone, yes or no.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf, startPlace, storeApi, type Place } from '../test/test-app.ts'

let place: Place
beforeAll(async () => {
  place = await startPlace('find_by_phone')
  const body = { storeId: 'P-7001', name: 'Called', email: 'c@example.org', phone: '+441234567890' }
  await place.site.call(storeApi.createCustomer, { body })
})
afterAll(() => place.stop())

const find = (phone: string, role: 'Service' | 'Admin' = 'Service') =>
  place.site.call(storeApi.findCustomerByPhone, { query: { phone } }, { role })

test('a service hears whether a customer has the number, and nothing more', async () => {
  expect(await find('+441234567890')).toEqual({ exists: true })
  expect(await find('+441234567891')).toEqual({ exists: false })
  // A part of a number is no number.
  expect(await find('+4412345678')).toEqual({ exists: false })
})

test('nobody but a service may ask, and a number without its country is refused', async () => {
  expect((await refusalOf(find('+441234567890', 'Admin'))).code).toBe('role_not_allowed')
  expect((await refusalOf(find('01234567890'))).code).toBe('invalid')
})
