// Exchanges this device's key for a new one, without a moment in which peers know neither.
//
//   rotate ─▶ successor on the disk ─▶ told to the hub with the old key's word for it
//          ─▶ the hub's document names it: peers are told both ─▶ 60 s ─▶ it takes the old one's place
//
// A crash at any point goes on where it was: device.key is the old or the new one, never half, and until the last step
// the old one is what this device is. A peer that is behind waits with its labels until its own document comes.
import { rmSync } from 'node:fs'
import type { KeysStatus } from '../../contract/peers.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { SystemReport } from '@pharmacy-relay/shared/device.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { AgentKeys } from './agent-keys.ts'
import { deviceCertificateOf, type DeviceCertificate } from './device-certificate.ts'
import { makeDeviceKey } from './make-device-key.ts'
import { deviceKeyFile, successorKeyFile } from './device-key-files.ts'
import { endorse } from './endorse.ts'
import { readKeyFile, writeKeyFile } from './key-file.ts'
import { bestKeyStore, keyStoreOf } from './best-key-store.ts'

export interface KeyRotationParts {
  readonly dataFolder: string
  /** For whom certificates are made. */
  readonly installId: () => string
  readonly keys: AgentKeys
  readonly clock: Clock
  readonly logger: Logger
  /** What the hub is told has changed. */
  readonly onChange: () => void
}

type ReportedCertificates = Pick<SystemReport, 'certificate' | 'successor'>

/** How long after the hub named the successor: documents reach peers within seconds, and a busy hub within a minute. */
export const SETTLE_MS = 60_000

export class KeyRotation {
  readonly #parts: KeyRotationParts
  #present: DeviceCertificate
  #successor: DeviceCertificate | null
  /** Made once per successor: every signature is another one, and the hub would be told again and again. */
  #reported: ReportedCertificates
  #making: Promise<void> | null = null
  #cancel: Cancel | null = null
  #isStopped = false

  constructor(parts: KeyRotationParts) {
    this.#parts = parts
    this.#present = parts.keys.certificate
    this.#successor = parts.keys.successor
    this.#reported = reportedOf(this.#present, this.#successor)
  }

  /** Who this device is at this moment: for every new link anew. */
  identity(): DeviceCertificate {
    return this.#present
  }

  reported(): ReportedCertificates {
    return this.#reported
  }

  status(): KeysStatus {
    const { fingerprint } = this.#present
    if (this.#successor === null) return { fingerprint, successor: null }
    const state = this.#cancel === null ? 'waiting' : 'known'
    return { fingerprint, successor: { fingerprint: this.#successor.fingerprint, state } }
  }

  /** Begins an exchange; while one is under way it goes on and no other begins. Throws Error of key store or disk. */
  async rotate(): Promise<KeysStatus> {
    if (this.#successor === null) await (this.#making ??= this.#make().finally(() => (this.#making = null)))
    return this.status()
  }

  /**
   * Another key at once, for a device that becomes another one: nobody vouches for it, and an exchange that was under way
   * is given up. Throws Error of key store or disk.
   */
  async renew(installId: string): Promise<void> {
    const { dataFolder, clock, logger } = this.#parts
    await this.#making?.catch(() => undefined)
    this.#cancel?.()
    this.#cancel = null
    const { pem, privateKey } = await makeDeviceKey({ name: installId, nowMs: clock.wallMs() })
    try {
      const certificate = deviceCertificateOf({ pem, privateKey })
      const kept = { secret: privateKey, certificate: pem }
      writeKeyFile(deviceKeyFile(dataFolder), await bestKeyStore(logger), kept)
      rmSync(successorKeyFile(dataFolder).path, { force: true })
      this.#become(certificate, null)
      logger.warn('keys.renewed', { fingerprint: certificate.fingerprint })
    } finally {
      privateKey.fill(0)
    }
  }

  /** This device's newest document. */
  heard({ successorFingerprint }: Pick<PrinterAssignment, 'successorFingerprint'>): void {
    const isTaken = this.#successor !== null && successorFingerprint === this.#successor.fingerprint
    if (!isTaken) {
      this.#cancel?.()
      this.#cancel = null
      return
    }
    if (this.#cancel === null && !this.#isStopped) this.#goOverLater()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  async #make(): Promise<void> {
    const { dataFolder, installId, clock, logger } = this.#parts
    const { pem, privateKey } = await makeDeviceKey({ name: installId(), nowMs: clock.wallMs() })
    try {
      const successor = deviceCertificateOf({ pem, privateKey })
      const kept = { secret: privateKey, certificate: pem }
      writeKeyFile(successorKeyFile(dataFolder), await bestKeyStore(logger), kept)
      this.#become(this.#present, successor)
      logger.info('keys.successor-made', { fingerprint: successor.fingerprint })
    } finally {
      privateKey.fill(0)
    }
  }

  #goOverLater(): void {
    this.#cancel = this.#parts.clock.after(SETTLE_MS, () => {
      void this.#goOver().catch((error: unknown) => {
        this.#parts.logger.error('keys.not-exchanged', error)
        if (!this.#isStopped) this.#goOverLater()
      })
    })
  }

  async #goOver(): Promise<void> {
    const { dataFolder, logger } = this.#parts
    const successor = this.#successor
    const kept = await readKeyFile(successorKeyFile(dataFolder), logger)
    if (kept === null || successor === null) throw new Error('the new key is gone')
    try {
      // Replaced in one step; the file of the successor is then only a copy.
      writeKeyFile(deviceKeyFile(dataFolder), await keyStoreOf(kept.keyStore), kept)
    } finally {
      kept.secret.fill(0)
    }
    const previous = this.#present.fingerprint
    this.#cancel = null
    this.#become(successor, null)
    rmSync(successorKeyFile(dataFolder).path, { force: true })
    logger.info('keys.exchanged', { previous, fingerprint: successor.fingerprint })
  }

  #become(present: DeviceCertificate, successor: DeviceCertificate | null): void {
    this.#present = present
    this.#successor = successor
    this.#reported = reportedOf(present, successor)
    this.#parts.onChange()
  }
}

function reportedOf(present: DeviceCertificate, successor: DeviceCertificate | null): ReportedCertificates {
  if (successor === null) return { certificate: present.pem }
  const endorsement = endorse(present, successor.fingerprint)
  return { certificate: present.pem, successor: { certificate: successor.pem, endorsement } }
}
