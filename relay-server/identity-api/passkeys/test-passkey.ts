// Test support: a passkey in software, for calls in great number and for answers that no browser would give.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { GivenCredential, NewCredential } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { openChallenge, type ChallengeUse } from './challenges.queries.ts'
import { verifyRegistration } from './ceremonies.ts'
import { insertPasskey, type PasskeyRow } from './passkeys.queries.ts'
import type { UserRow } from '../users/users.queries.ts'

/** What the answer says; by default what a browser at the panel would. */
export interface Said {
  readonly origin?: string
  readonly rpId?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly crossOrigin?: boolean
  readonly userHandle?: string
}

export interface TestPasskey {
  readonly id: string
  make(challenge: string, said?: Said): NewCredential
  answer(challenge: string, said?: Said): GivenCredential
}

const PANEL = { origin: 'https://panel.example', rpId: 'panel.example', isVerified: true, counter: 0 }
const FLAGS = { present: 1, verified: 4, attested: 64 }

export function createTestPasskey(): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const cose = Buffer.concat([hex('a5010203262001215820'), fromUrl(x), hex('225820'), fromUrl(y)])
  const id = credentialId.toString('base64url')
  const credential = { id, rawId: id, type: 'public-key' as const }
  return {
    id,
    make: (challenge, said = {}) => {
      const attested = Buffer.concat([Buffer.alloc(16), hex('0020'), credentialId, cose])
      const data = Buffer.concat([authenticatorData(said, FLAGS.attested), attested])
      const head = Buffer.concat([hex('a363666d74646e6f6e656761747453746d74a068617574684461746158')])
      const attestationObject = Buffer.concat([head, Buffer.from([data.length]), data]).toString('base64url')
      const clientDataJSON = clientData('webauthn.create', challenge, said).toString('base64url')
      return { ...credential, response: { clientDataJSON, attestationObject, transports: ['internal'] } }
    },
    answer: (challenge, said = {}) => {
      const data = authenticatorData(said, 0)
      const client = clientData('webauthn.get', challenge, said)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        ...(said.userHandle === undefined ? {} : { userHandle: said.userHandle }),
      }
      return { ...credential, response }
    },
  }
}

/** One that the user has set up. */
export async function keptPasskey(
  parts: IdentityParts,
  user: UserRow,
): Promise<{ readonly passkey: TestPasskey; readonly row: PasskeyRow }> {
  const passkey = createTestPasskey()
  const challenge = await challengeFor(parts, { purpose: 'register', userId: user.id })
  const made = await verifyRegistration(parts, { user, credential: passkey.make(challenge) })
  if (made === null) throw new Error('the passkey was not taken')
  const fields = { userId: user.id, name: 'A key', createdAt: parts.now(), lastUsedAt: null }
  const row = await insertPasskey(parts.db, { row: { ...made, ...fields }, max: 100 })
  if (row === null) throw new Error('the user has too many passkeys')
  return { passkey, row }
}

export async function challengeFor({ db, now }: IdentityParts, use: ChallengeUse): Promise<string> {
  return openChallenge(db, { use, now: now() })
}

function authenticatorData(said: Said, more: number): Buffer {
  const { rpId, isVerified, counter } = { ...PANEL, ...said }
  const rest = Buffer.alloc(5)
  rest.writeUInt8(FLAGS.present | (isVerified ? FLAGS.verified : 0) | more)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
}

function clientData(type: string, challenge: string, said: Said): Buffer {
  const { origin = PANEL.origin, crossOrigin = false } = said
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const fromUrl = (text: string): Buffer => Buffer.from(text, 'base64url')
