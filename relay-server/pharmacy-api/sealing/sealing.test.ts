// What is sealed, how phones are found, and which keys are refused.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSettings } from '@pharmacy-relay/shared/env.ts'
import { silentLogger, type LogFields } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { pharmacySettings } from '../settings.ts'
import { KeysText, refuseSharedKeys } from './key-ring.ts'
import { createPhoneIndex } from './phone-index.ts'
import { readPhone } from './phone-number.ts'
import { createRowSealer, type SealedRow } from './row-sealer.ts'

const keyText = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64url')}`
const OLD = KeysText.parse(keyText('old', 1))
const BOTH = KeysText.parse(`${keyText('new', 2)}, ${keyText('old', 1)}`)
const ROW: SealedRow = { table: 'PatientPhones', pharmacyId: 1, id: 'a-row' }
const CONTENT = { name: 'Çağlayan', phone: '+905321234567' }

test('A sealed value opens in its own row with the key that its row names, and is 45 bytes longer than its text', () => {
  const byOld = createRowSealer({ keys: OLD, logger: silentLogger }).seal(ROW, CONTENT)
  const sealer = createRowSealer({ keys: BOTH, logger: silentLogger })
  const byNew = sealer.seal(ROW, CONTENT)
  expect([byOld.keyId, byNew.keyId]).toEqual(['old', 'new'])
  expect(sealer.open(ROW, byOld)).toEqual(CONTENT)
  expect(sealer.open(ROW, byNew)).toEqual(CONTENT)
  expect(byNew.sealed.length - Buffer.byteLength(JSON.stringify(CONTENT))).toBe(45)
  expect(sealer.seal(ROW, CONTENT).sealed.equals(byNew.sealed)).toBe(false)
})

test('H21: a sealed value in another row, table or pharmacy, changed or of a key that is gone, does not open and is an alarm', () => {
  const alarms: LogFields[] = []
  const logger = {
    ...silentLogger,
    warn: (_event: string, fields: LogFields = {}) => void alarms.push(fields),
  }
  const sealer = createRowSealer({ keys: BOTH, logger })
  const value = sealer.seal(ROW, CONTENT)
  const changed = Buffer.from(value.sealed)
  changed[20] = (changed[20] ?? 0) ^ 1
  const later = Buffer.from(value.sealed)
  later[0] = 2
  const tries: [SealedRow, typeof value][] = [
    [{ ...ROW, id: 'another-row' }, value],
    [{ ...ROW, pharmacyId: 2 }, value],
    [{ ...ROW, table: 'PatientPrescriptions' }, value],
    [ROW, { ...value, sealed: changed }],
    [ROW, { ...value, sealed: later }],
    [ROW, { ...value, sealed: Buffer.alloc(3) }],
    [ROW, { ...value, keyId: 'old' }],
    [ROW, { ...value, keyId: 'gone' }],
  ]
  for (const [row, tried] of tries) {
    const open = () => sealer.open(row, tried)
    expect(open).toThrow(ProblemError)
    expect(open).toThrow(expect.objectContaining({ code: 'unavailable' }))
  }
  expect(alarms).toHaveLength(tries.length * 2)
  expect(JSON.stringify(alarms)).not.toMatch(/layan|532/)
})

test('A phone has one hash in a pharmacy and another one in the next; older keys are searched with', () => {
  const index = createPhoneIndex({ keys: BOTH })
  const { phoneHash, indexKeyId } = index.hash(1, CONTENT.phone)
  expect([phoneHash.length, indexKeyId]).toEqual([16, 'new'])
  expect(index.hash(1, CONTENT.phone).phoneHash.equals(phoneHash)).toBe(true)
  expect(index.hash(2, CONTENT.phone).phoneHash.equals(phoneHash)).toBe(false)
  expect(index.hashes(1, CONTENT.phone)).toEqual([
    index.hash(1, CONTENT.phone),
    createPhoneIndex({ keys: OLD }).hash(1, CONTENT.phone),
  ])
})

test('H24: a phone written in five ways is one number, by the country of the pharmacy', () => {
  const written = ['0532 123 45 67', '+90 (532) 123-45-67', '00905321234567', '5321234567', '٠٥٣٢١٢٣٤٥٦٧']
  expect(written.map((text) => readPhone(text, 'TR'))).toEqual(written.map(() => '+905321234567'))
  // The same digits are a fixed line in Germany; with its country code a phone is the same anywhere.
  expect(readPhone('0532 123 45 67', 'DE')).toBe('+495321234567')
  expect(readPhone('+905321234567', 'DE')).toBe('+905321234567')
  for (const none of ['', '12', 'hello', '0532 123 45 67 ext. 5', '+90 532 123 45 6 7 8 9 0 1 2'])
    expect(readPhone(none, 'TR')).toBe(null)
  expect(readPhone('0532 123 45 67', 'XX')).toBe(null)
})

test('Keys are 32 bytes under ids of their own, data keys are no index keys, and production names the settings that lack', () => {
  expect(BOTH.map(({ id }) => id)).toEqual(['new', 'old'])
  for (const wrong of [
    '',
    'a',
    'a:short',
    `A:${'x'.repeat(43)}`,
    `${keyText('a', 1)},${keyText('a', 2)}`,
    `${keyText('a', 1)},`,
  ])
    expect(KeysText.safeParse(wrong).success, wrong).toBe(false)
  expect(() => refuseSharedKeys({ dataKeys: BOTH, indexKeys: OLD })).toThrow('Pharmacy__IndexKeys')
  refuseSharedKeys({ dataKeys: OLD, indexKeys: KeysText.parse(`x:${randomBytes(32).toString('base64url')}`) })
  const production = () => readSettings(pharmacySettings(true), { Pharmacy__IndexKeys: 'secret-of-nobody' })
  expect(production).toThrow(/Pharmacy__DataKeys is required(.|\n)*Pharmacy__IndexKeys: /)
  expect(production).not.toThrow(/secret-of-nobody/)
})
