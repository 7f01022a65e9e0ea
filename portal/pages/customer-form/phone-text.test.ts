// What a pharmacy's phone number looks like on a page.
import { expect, test } from 'vitest'
import { phoneText } from './phone-text.ts'

test.for([
  ['+442079460101', '+44 20 7946 0101'],
  ['+493012345678', '+49 30 12345678'],
  ['+902125550000', '+90 212 555 00 00'],
  ['+99912345678', '+99912345678'],
  ['', ''],
] as const)('%s is shown as %s', ([phone, shown]) => {
  expect(phoneText(phone).replaceAll('\u00A0', ' ')).toBe(shown)
})
