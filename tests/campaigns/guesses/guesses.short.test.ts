// The short form of `npm run guesses`.
import { expect, test } from 'vitest'
import { runGuesses } from './run-guesses.ts'

test('I10 of 3,000 guesses from 500 addresses no more than 20 an hour of an account are checked, none gets in, and owners do', async () => {
  const options = { guesses: 3_000, addresses: 500, accounts: 3, seed: 20_261_126, say: () => undefined }
  const { faults, strangers, owners, checkedAt, unchecked } = await runGuesses(options)
  expect(faults).toEqual([])
  expect(strangers.rightGuesses).toBeGreaterThan(20)
  expect(owners.tries).toBeGreaterThan(3)
  const checked = [...checkedAt.values()].map((times) => times.length)
  // The guesses at each of the four are used up.
  expect(checked).toEqual([20, 20, 20, 20])
  expect(unchecked).toBeGreaterThan(2_000)
})
