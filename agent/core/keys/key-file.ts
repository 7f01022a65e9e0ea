// One secret in a file, written whole or not at all, and never replaced because it cannot be read.
//
//   pharmacy-relay key 1 SHA-256-of-all-that-follows ⏎ {"keyStore":…,"certificate":…} ⏎ sealed bytes
import { createHash } from 'node:crypto'
import { closeSync, fchmodSync, fstatSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { KeyStoreKind } from '../../contract/agent-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { z } from 'zod'
import { keyStoreOf } from './best-key-store.ts'
import type { KeyStore } from './key-store.ts'

const FORMAT = 1
const MAX_FILE_BYTES = 65_536
const OTHERS = 0o077

const Head = z.strictObject({
  keyStore: KeyStoreKind,
  /** PEM; null where a secret has none. */
  certificate: z.string().max(8_192).nullable(),
})

export interface KeptSecret extends z.infer<typeof Head> {
  /** The caller overwrites it after use. */
  readonly secret: Uint8Array
}

export interface KeyFile {
  readonly path: string
  /** What a person does to go on without it, and what that costs; part of a sentence. */
  readonly advice: string
}

/**
 * Null when there is none. Throws ProblemError state_conflict in words when it is damaged, newer, closed to this user,
 * or sealed by another account or computer; nothing is changed then.
 */
export async function readKeyFile(file: KeyFile, logger: Logger): Promise<KeptSecret | null> {
  const bytes = bytesOf(file, logger)
  if (bytes === null) return null
  try {
    const { head, sealed } = parsed(file, bytes)
    return { ...head, secret: await unsealed(file, head.keyStore, sealed) }
  } finally {
    bytes.fill(0)
  }
}

/** Replaces what is there in one step: after a crash it is the old or the new one. Throws Error of the key store or the disk. */
export function writeKeyFile(
  file: KeyFile,
  store: KeyStore,
  { secret, certificate }: Omit<KeptSecret, 'keyStore'>,
): void {
  const head = JSON.stringify({ keyStore: store.kind, certificate } satisfies z.infer<typeof Head>)
  const sealed = store.seal(secret, path.basename(file.path))
  const body = Buffer.concat([Buffer.from(`${head}\n`), sealed])
  const bytes = Buffer.concat([Buffer.from(`pharmacy-relay key ${FORMAT} ${sha256(body)}\n`), body])
  try {
    writeWhole(file.path, bytes)
  } finally {
    for (const secrets of [sealed, body, bytes]) secrets.fill(0)
  }
}

/** For who finds out that the content is not what it should be. */
export function damaged({ path: name, advice }: KeyFile, cause?: unknown): ProblemError {
  return new ProblemError(
    'state_conflict',
    `${name} is damaged and cannot be read. To go on without it, ${advice}`,
    { cause },
  )
}

function bytesOf(file: KeyFile, logger: Logger): Buffer | null {
  let handle: number | null = null
  try {
    handle = openSync(file.path, 'r')
    const { mode, size } = fstatSync(handle)
    if (size > MAX_FILE_BYTES) throw damaged(file)
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
      fchmodSync(handle, 0o600)
      logger.warn('keys.were-readable', { file: file.path, mode: (mode & 0o777).toString(8) })
    }
    return readFileSync(handle)
  } catch (error) {
    if (error instanceof ProblemError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new ProblemError('state_conflict', `${file.path} cannot be read: ${reasonOf(error)}`, {
      cause: error,
    })
  } finally {
    if (handle !== null) closeSync(handle)
  }
}

function parsed(file: KeyFile, bytes: Buffer): { head: z.infer<typeof Head>; sealed: Uint8Array } {
  const bodyAt = bytes.indexOf('\n') + 1
  const title = bytes.toString('latin1', 0, Math.min(bodyAt, 128))
  const [, format, digest] = /^pharmacy-relay key (\d{1,4}) ([0-9a-f]{64})\n$/.exec(title) ?? []
  if (format === undefined) throw damaged(file)
  if (Number(format) > FORMAT)
    throw new ProblemError(
      'state_conflict',
      `${file.path} was written by a newer agent. Install the newer agent again.`,
    )
  const body = bytes.subarray(bodyAt)
  if (Number(format) !== FORMAT) throw damaged(file)
  const sealedAt = body.indexOf('\n') + 1
  if (sha256(body) !== digest || sealedAt === 0) throw damaged(file)
  const head = Head.safeParse(JSON.parse(body.toString('utf8', 0, sealedAt)))
  if (!head.success) throw damaged(file, head.error)
  return { head: head.data, sealed: body.subarray(sealedAt) }
}

async function unsealed(file: KeyFile, kind: KeyStoreKind, sealed: Uint8Array): Promise<Uint8Array> {
  try {
    const store = await keyStoreOf(kind)
    return store.open(sealed, path.basename(file.path))
  } catch (error) {
    throw new ProblemError(
      'state_conflict',
      `${file.path} was sealed by another user or on another computer, and cannot be opened here ` +
        `(${reasonOf(error)}). Start the agent as the user that ran it before. To go on without it, ${file.advice}`,
      { cause: error },
    )
  }
}

function writeWhole(name: string, bytes: Uint8Array): void {
  const draft = `${name}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, bytes, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(draft, name)
  // Windows has no handle on a folder to flush.
  if (process.platform === 'win32') return
  const folder = openSync(path.dirname(name), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
