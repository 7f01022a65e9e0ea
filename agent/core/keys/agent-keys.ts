// The keys of an agent: made at its first start, opened at every other.
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { KeyStoreKind } from '../../contract/agent-api.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { deviceCertificateOf, type DeviceCertificate } from './device-certificate.ts'
import { makeDeviceKey } from './make-device-key.ts'
import { deviceKeyFile, successorKeyFile } from './device-key-files.ts'
import { damaged, readKeyFile, writeKeyFile, type KeptSecret, type KeyFile } from './key-file.ts'
import { bestKeyStore } from './best-key-store.ts'
import type { KeyStore } from './key-store.ts'

const DATA_KEY_BYTES = 32

export interface AgentKeys {
  /** The weaker one, when the two keys were made under different circumstances. */
  readonly store: KeyStoreKind
  readonly certificate: DeviceCertificate
  /** What is to follow it, while keys are exchanged (key-rotation.ts). */
  readonly successor: DeviceCertificate | null
  /** 32 bytes, for createSealer. */
  readonly dataKey: KeyObject
}

export interface AgentKeysParts {
  /** Held by this process, so that nobody else makes keys in it meanwhile. */
  readonly dataFolder: string
  /** The certificate's common name: stays when the computer is renamed. */
  readonly installId: string
  readonly nowMs: number
  readonly logger: Logger
}

/**
 * Throws ProblemError state_conflict in words when a key's file is damaged or not this agent's; it is never replaced,
 * since what it sealed and who trusts it would be lost without a word.
 */
export async function openAgentKeys(parts: AgentKeysParts): Promise<AgentKeys> {
  const { dataFolder, installId, nowMs, logger } = parts
  const kept = keeper(logger)
  const data = await kept(dataKeyFile(dataFolder), async () => ({
    secret: randomBytes(DATA_KEY_BYTES),
    certificate: null,
  }))
  const device = await kept(deviceKeyFile(dataFolder), async () => {
    const { pem, privateKey } = await makeDeviceKey({ name: installId, nowMs })
    return { secret: privateKey, certificate: pem }
  })
  const certificate = certificateIn(deviceKeyFile(dataFolder), device)
  return {
    store: data.keyStore === 'file' ? 'file' : device.keyStore,
    certificate,
    successor: await successorOf(certificate, parts),
    dataKey: used(dataKeyFile(dataFolder), data, ({ secret }) => {
      if (secret.length !== DATA_KEY_BYTES) throw new Error(`${secret.length} bytes`)
      return createSecretKey(secret)
    }),
  }
}

function certificateIn(file: KeyFile, kept: KeptSecret): DeviceCertificate {
  return used(file, kept, ({ secret, certificate }) =>
    deviceCertificateOf({ pem: certificate ?? '', privateKey: secret }),
  )
}

/** One that is damaged is given up, since the present key goes on; one that took its place already is a copy. */
async function successorOf(
  { fingerprint }: DeviceCertificate,
  { dataFolder, logger }: AgentKeysParts,
): Promise<DeviceCertificate | null> {
  const file = successorKeyFile(dataFolder)
  try {
    const kept = await readKeyFile(file, logger)
    const successor = kept === null ? null : certificateIn(file, kept)
    if (successor === null || successor.fingerprint !== fingerprint) return successor
  } catch (error) {
    logger.warn('keys.successor-given-up', { reason: causeOf(error) })
  }
  rmSync(file.path, { force: true })
  return null
}

type NewSecret = Omit<KeptSecret, 'keyStore'>

/** Finds out once, and only when something has to be made, which store works. */
function keeper(logger: Logger) {
  let best: Promise<KeyStore> | null = null
  return async (file: KeyFile, make: () => Promise<NewSecret>): Promise<KeptSecret> => {
    const present = await readKeyFile(file, logger)
    if (present !== null) return present
    try {
      const store = await (best ??= bestKeyStore(logger))
      const made = await make()
      writeKeyFile(file, store, made)
      made.secret.fill(0)
      logger.info('keys.made', { file: file.path, store: store.kind })
    } catch (error) {
      throw notKept(file, error)
    }
    // Read again: what cannot be opened shows now, and not at the next start.
    const kept = await readKeyFile(file, logger)
    if (kept === null) throw notKept(file, new Error('it is gone'))
    return kept
  }
}

/** Overwrites the secret afterwards. */
function used<T>(file: KeyFile, kept: KeptSecret, use: (kept: KeptSecret) => T): T {
  try {
    return use(kept)
  } catch (error) {
    throw damaged(file, error)
  } finally {
    kept.secret.fill(0)
  }
}

function notKept(file: KeyFile, error: unknown): ProblemError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ProblemError('state_conflict', `The key ${file.path} cannot be made: ${reason}`, {
    cause: error,
  })
}

function dataKeyFile(dataFolder: string): KeyFile {
  return {
    path: path.join(dataFolder, 'data.key'),
    advice:
      'move it away and start again: labels that were waiting can then not be read any more and have to be ' +
      "printed again from the pharmacy's program.",
  }
}
