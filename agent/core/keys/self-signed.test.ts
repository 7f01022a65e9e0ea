// What is written as DER is read back by OpenSSL: names of any letters, moments of any year.
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { selfSigned } from './self-signed.ts'

const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

function read({ name = 'PC-1', notBefore = '2026-11-20T09:00:00Z', notAfter = '2036-11-20T09:00:00Z' }) {
  const parts = { name, notBefore: new Date(notBefore), notAfter: new Date(notAfter), ...keys }
  return new X509Certificate(selfSigned(parts))
}

test.each(['P', 'till 2, back office + "lab"', 'Kräuter-Apotheke', 'x'.repeat(64), '薬'.repeat(64)])(
  'the name %s is its whole subject and issuer',
  (name) => {
    const certificate = read({ name })
    expect(certificate.toLegacyObject().subject).toEqual({ CN: name })
    expect(certificate.toLegacyObject().issuer).toEqual({ CN: name })
    expect(certificate.verify(keys.publicKey)).toBe(true)
  },
)

test.each([
  ['1949-12-31T23:59:59Z', '1950-01-01T00:00:00Z'],
  ['1970-01-01T00:00:00Z', '1980-02-29T12:30:01Z'],
  ['2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z'],
  ['2051-06-07T08:09:10Z', '2061-06-07T08:09:10Z'],
])('it is valid from %s to %s', (notBefore, notAfter) => {
  const { validFromDate, validToDate } = read({ notBefore, notAfter })
  expect([validFromDate, validToDate]).toEqual([new Date(notBefore), new Date(notAfter)])
})

test('a fraction of a second is left out', () => {
  expect(read({ notBefore: '2026-11-20T09:00:00.987Z' }).validFromDate).toEqual(
    new Date('2026-11-20T09:00:00Z'),
  )
})

test('another one has another serial number, which is positive', () => {
  const serials = Array.from({ length: 50 }, () => read({}).serialNumber)
  expect(new Set(serials).size).toBe(serials.length)
  for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/)
})
