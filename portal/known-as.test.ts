// Which hosts a proof of a device may name.
import { expect, it } from 'vitest'
import { knownAs } from './known-as.ts'

it.each([
  ['portal.example', true, true],
  ['portal.example:444', false, false],
  ['PORTAL.example', false, false],
  ['evil.example', false, false],
  ['portal.example@evil.example', false, false],
  ['localhost:5132', false, true],
  ['127.0.1.9:4000', false, true],
  ['[::1]:5132', false, true],
  ['127.evil.example', false, false],
  ['', false, false],
])('%j in production: %j, else: %j', (audience, production, development) => {
  const publicOrigin = 'https://portal.example'
  expect(knownAs({ publicOrigin, loopbackOrigins: false })(audience)).toBe(production)
  expect(knownAs({ publicOrigin, loopbackOrigins: true })(audience)).toBe(development)
})
