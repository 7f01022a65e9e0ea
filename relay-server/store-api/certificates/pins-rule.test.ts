// What of a report changes the pins of a computer, and what vouches for nothing.
import { describe, expect, test } from 'vitest'
import { newCertificate, type TestCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { NO_PINS, pinsAfter, pinsProven, type Pins } from './pins.ts'

const pinned = ({ pem, fingerprint }: TestCertificate): Pins => ({ ...NO_PINS, pinned: { pem, fingerprint } })

test('a report that changes nothing gives the same pins, however often it comes', () => {
  const one = newCertificate()
  const pins = pinned(one)
  expect(pinsAfter(pins, { certificate: one.pem }).pins).toBe(pins)
  expect(pinsAfter(pins, { certificate: null }).pins).toBe(pins)
})

test('a proof of the next key makes it the present one; of any other it makes nothing', () => {
  const [one, two] = [newCertificate(), newCertificate()]
  const successor = { certificate: two.pem, endorsement: one.endorse(two) }
  const exchanging = pinsAfter(pinned(one), { certificate: one.pem, successor }).pins
  expect(pinsProven(exchanging, one.fingerprint)).toBe(exchanging)
  expect(pinsProven(exchanging, two.fingerprint)).toMatchObject({ ...pinned(two), endorsements: [{}] })
  expect(pinsProven(exchanging, newCertificate().fingerprint)).toBeNull()
})

describe('a successor is not taken', () => {
  test.each([
    [
      'signed by a stranger',
      (one: TestCertificate, two: TestCertificate) => ({
        ...one.endorse(two),
        signature: newCertificate().endorse(two).signature,
      }),
    ],
    ['of a stranger', (_one: TestCertificate, two: TestCertificate) => newCertificate().endorse(two)],
    ['for another', (one: TestCertificate) => one.endorse(newCertificate())],
    [
      'with another certificate for the old one',
      (one: TestCertificate, two: TestCertificate) => ({
        ...one.endorse(two),
        previousCertificate: newCertificate().pem,
      }),
    ],
  ])('with an endorsement %s', (_case, endorsementOf) => {
    const [one, two] = [newCertificate(), newCertificate()]
    const successor = { certificate: two.pem, endorsement: endorsementOf(one, two) }
    expect(pinsAfter(pinned(one), { certificate: one.pem, successor })).toEqual({
      pins: pinned(one),
      fault: 'not_endorsed',
    })
  })

  test('that is the present one, or no certificate', () => {
    const one = newCertificate()
    const endorsement = one.endorse(one)
    for (const [certificate, fault] of [
      [one.pem, 'not_endorsed'],
      ['nothing', 'not_a_certificate'],
    ] as const)
      expect(
        pinsAfter(pinned(one), { certificate: one.pem, successor: { certificate, endorsement } }),
      ).toEqual({
        pins: pinned(one),
        fault,
      })
  })
})
