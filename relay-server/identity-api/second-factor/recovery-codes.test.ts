// How recovery codes are kept: a copy of the database, even with the key beside it, gives none back soon.
import { createHmac, randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { newRecoveryCodes, recoveryProofs, saltOf } from './recovery-codes.ts'

const OWNER = { guid: '0b7c1f5e-6f0e-4a54-9a39-6f2f7a4f2f11', key: 'k'.repeat(43) }

describe('recovery codes', () => {
  test('are kept with a salt of 16 bytes as HMAC of their argon2id', async () => {
    const { codes, proofs } = await newRecoveryCodes(OWNER)
    expect(new Set(codes).size).toBe(10)
    const [code = '', proof = Buffer.alloc(0)] = [codes[0], proofs[0]]
    const salt = saltOf(proof)
    expect([salt.length, proof.length]).toEqual([16, 48])
    // OWASP's parameters of argon2id (2), written here once more.
    const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 2 }
    const digest = await hashRaw(code.replace('-', ''), { ...cost, salt })
    const expected = createHmac('sha256', OWNER.key).update(`recovery code ${OWNER.guid} `).update(digest)
    expect(proof.subarray(16)).toEqual(expected.digest())
  })

  test('have another salt each time they are made, one for the ten', async () => {
    const [one, other] = [await newRecoveryCodes(OWNER), await newRecoveryCodes(OWNER)]
    const salts = new Set([...one.proofs, ...other.proofs].map((proof) => saltOf(proof).toString('hex')))
    expect(salts.size).toBe(2)
  })

  test('are worth nothing to another user, with another key or another salt', async () => {
    const salt = randomBytes(16)
    const { guid, key } = OWNER
    const proofs = await Promise.all([
      recoveryProofs('ABCDE-FGHJK', { guid, keys: [key, 'other'] }, salt),
      recoveryProofs('ABCDE-FGHJK', { guid: '1b7c1f5e-6f0e-4a54-9a39-6f2f7a4f2f11', keys: [key] }, salt),
      recoveryProofs('ABCDE-FGHJK', { guid, keys: [key] }, randomBytes(16)),
    ])
    expect(new Set(proofs.flat().map((proof) => proof.subarray(16).toString('hex'))).size).toBe(4)
  })
})
