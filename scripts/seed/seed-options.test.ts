// What a person may write after `npm run seed --`, and what is answered.
import { expect, test } from 'vitest'
import { seedOptions } from './seed-options.ts'
import { outcomeText } from './seed-store.ts'

test('options have defaults, and are understood with a blank or an equals sign', () => {
  expect(seedOptions([])).toEqual({
    pharmacies: 10_000,
    computers: 10,
    shop: false,
    products: 100_000,
    orders: 1_000_000,
    wantsHelp: false,
  })
  expect(seedOptions(['--shop', '--orders', '500'])).toMatchObject({ shop: true, orders: 500 })
  expect(seedOptions(['--pharmacies', '500', '--computers=4'])).toMatchObject({
    pharmacies: 500,
    computers: 4,
  })
  expect(seedOptions(['--help']).wantsHelp).toBe(true)
})

test.each([
  [['--pharmacies', 'many'], '--pharmacies must be a whole number from 1 to 100000, not "many"'],
  [['--pharmacies', '0'], '--pharmacies must be a whole number from 1'],
  [['--computers', '501'], '--computers must be a whole number from 1 to 500, not "501"'],
  [['--shop', '--products', '0'], '--products must be a whole number from 1'],
  [['--computers'], '--computers'],
  [['--colour', 'red'], '--colour'],
  [['500'], '500'],
])('%j is refused in words', (args, text) => expect(() => seedOptions(args)).toThrow(text))

test('what was written is told apart from what is there', () => {
  const now = { pharmacies: 610, computers: 2_440, online: 1_700 }
  expect(outcomeText({ added: { pharmacies: 10, computers: 640 }, now }, 1.25)).toBe(
    'Added 10 pharmacies and 640 computers in 1.3 s. Now there are 610 pharmacies with 2,440 computers, 1,700 of them online.',
  )
  expect(outcomeText({ added: { pharmacies: 0, computers: 0 }, now }, 0.2)).toContain('nothing was written')
})
