// Checkpoints of the staff log: lines of a file that say, signed, how far the chain was at a time.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import { Instant } from '@pharmacy-relay/shared/ids.ts'
import type { Link } from './audit-chain.ts'

/** One line. `key` is the start of the SHA-256 of the public key: tells a key of before from a forgery. */
const CheckpointLine = z.object({
  id: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: Instant,
  key: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.base64().length(88),
})
type CheckpointLine = z.infer<typeof CheckpointLine>

export interface Signer {
  line(link: Link, at: Date): string
  /** Throws an Error that names the line which is not this signer's. */
  read(text: string): Link[]
}

/** Where they are: the setting Store__AuditCheckpoints, or when that is empty a file of the data folder. */
export function checkpointFile(setting: string, dataFolder: string): string {
  return setting === '' ? path.join(dataFolder, 'audit', 'checkpoints.jsonl') : setting
}

/** RFC 8410: what stands before the 32 bytes of an Ed25519 key. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Ed25519, its key made of a secret of the store API: whoever has the database alone can sign nothing. `earlier`: the secrets before it, the
 * newest first. Each proves lines of its time alone: none that stands behind a line of a newer one.
 */
export function checkpointSigner(secret: string, earlier: readonly string[] = []): Signer {
  const key = signingKey(secret)
  const name = keyName(createPublicKey(key))
  const publicKeys = [key, ...earlier.map(signingKey)].map((one) => createPublicKey(one))
  return {
    line: ({ id, hash }, at) => {
      const said = { id, hash: hash.toString('hex'), at: at.toISOString(), key: name }
      return JSON.stringify({ ...said, signature: sign(null, signedText(said), key).toString('base64') })
    },
    read: (text) => linksIn(text, publicKeys).toSorted((one, other) => one.id - other.id),
  }
}

function signingKey(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'staff log checkpoints', 32))
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' })
}

/** `publicKeys`: the newest first. */
function linksIn(text: string, publicKeys: readonly KeyObject[]): Link[] {
  const places = new Map(publicKeys.map((key, place) => [keyName(key), place]))
  let newest = publicKeys.length
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const number = index + 1
    const said = parsed(line)
    if (said === null) throw new Error(`Line ${number} is no checkpoint`)
    const place = places.get(said.key)
    const publicKey = place === undefined ? undefined : publicKeys[place]
    if (place === undefined || publicKey === undefined) throw new Error(`Line ${number} ${ANOTHER_KEY}`)
    if (place > newest) throw new Error(`Line ${number} was signed with a key that was exchanged before it`)
    newest = place
    if (!verify(null, signedText(said), publicKey, Buffer.from(said.signature, 'base64')))
      throw new Error(`The signature in line ${number} is wrong: somebody changed this line`)
    return [{ id: said.id, hash: Buffer.from(said.hash, 'hex') }]
  })
}

const ANOTHER_KEY =
  'was signed with another key: Store__DeviceKeySecret was another one then, and is not among Store__PreviousDeviceKeySecrets'

function parsed(line: string): CheckpointLine | null {
  try {
    return CheckpointLine.parse(JSON.parse(line))
  } catch {
    return null
  }
}

function signedText({ id, hash, at, key }: Omit<CheckpointLine, 'signature'>): Buffer {
  return Buffer.from(JSON.stringify(['staff-log-checkpoint-1', id, hash, at, key]), 'utf8')
}

function keyName(publicKey: KeyObject): string {
  const der = publicKey.export({ format: 'der', type: 'spki' })
  return createHash('sha256').update(der).digest('hex').slice(0, 16)
}
