// The publisher's key: made once, kept where no repository is, read to sign.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { digestOf, isKnown } from '../../agent/core/updates/signature.ts'
import { repository } from '../command.ts'

/** Of the pass phrase, when the key has one. */
export const PASS_PHRASE_VARIABLE = 'UPDATE_KEY_PASSPHRASE'

/**
 * Writes an Ed25519 key to `file` (for its owner only) and its public half beside it, which is built into agents. Throws
 * Error in words, and never writes over a key, nor into this repository.
 */
export function makeKey(file: string, passPhrase: string | undefined): { readonly publicFile: string } {
  const absolute = path.resolve(file)
  const publicFile = `${absolute}.pub.pem`
  if (`${absolute}${path.sep}`.startsWith(`${repository}${path.sep}`))
    throw new Error('The key must not lie in the repository: name a file elsewhere')
  for (const each of [absolute, publicFile])
    if (existsSync(each)) throw new Error(`${each} is there already, and no key is written over`)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const sealed = passPhrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase: passPhrase }
  writeFileSync(absolute, privateKey.export({ type: 'pkcs8', format: 'pem', ...sealed }), { mode: 0o600 })
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }))
  return { publicFile }
}

/** Ed25519 or ECDSA P-256, in PEM. Throws Error in words. */
export function readKey(file: string, passPhrase: string | undefined): KeyObject {
  const pem = readFileSync(file, 'utf8')
  const key = createPrivateKey(passPhrase === undefined ? pem : { key: pem, passphrase: passPhrase })
  if (isKnown(key)) return key
  throw new Error(`${file} is no key of Ed25519 or ECDSA P-256`)
}

/** In Base64, as agents read it. */
export function signatureOf(text: Buffer, key: KeyObject): string {
  return sign(digestOf(key), text, key).toString('base64')
}

/** As the setting UpdateKey takes it. */
export function publicText(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')
}
