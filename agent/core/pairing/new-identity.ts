// Makes a copy a computer of its own: another installation and another key, then it pairs with the code it was given.
//
//   NewIdentityAsync ─▶ request on the disk ─▶ disconnected, labels held ─▶ key made for the new installation
//                    ─▶ installation ─▶ code brought
//
// Each step can be told from what is on the disk, so that a crash at any point goes on where it was. It is disconnected
// first: at another connection as what it was, the hub would give it another code, and this one would be worth nothing.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { randomUUID, X509Certificate } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { instant, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { HUB_CODES, HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { PAIRING_CODE_MS } from '@pharmacy-relay/shared/pairing.ts'
import type { Membership } from './membership.ts'
import {
  removeWantedIdentity,
  storeWantedIdentity,
  wantedIdentity,
  type WantedIdentity,
} from './pairing.queries.ts'

export interface NewIdentityParts {
  readonly database: Database
  readonly membership: Membership
  /** The certificate of this device at this moment, as PEM. */
  readonly certificate: () => string
  /** Another key, for the device of that name. */
  readonly renewKey: (installId: string) => Promise<void>
  readonly leave: (why: Reason) => Promise<void>
  /** Says goodbye to the hub; no connection begins while `isLeaving`. */
  readonly disconnect: (why: Reason) => Promise<void>
  /** Brings the code to the hub. Throws HubError, and what the disk throws. */
  readonly bring: (code: string) => Promise<unknown>
  readonly clock: Clock
  readonly logger: Logger
}

const AGAIN_MS = 20_000

export class NewIdentity {
  readonly #parts: NewIdentityParts
  #underWay: Promise<void> | null = null
  #cancelAgain: Cancel = () => undefined
  #isStopped = false

  constructor(parts: NewIdentityParts) {
    this.#parts = parts
  }

  /** True from the request until this is the new installation. */
  get isLeaving(): boolean {
    const { database, membership } = this.#parts
    const wanted = wantedIdentity(database)
    return wanted !== null && wanted.installId !== membership.installId
  }

  /**
   * The request is on the disk when it returns; what it takes begins in a later turn. Asked again before it is carried
   * out, it is the same new installation, and the newest code counts.
   */
  want(code: string): void {
    const { database, clock, logger } = this.#parts
    const before = wantedIdentity(database)
    if (before?.code !== code) {
      const installId = before?.installId ?? randomUUID()
      storeWantedIdentity(database, { installId, code, askedAt: instant(clock.wallMs()) })
    }
    logger.warn('pairing.new-identity-wanted')
    setImmediate(() => void this.resume())
  }

  /** Goes on with a request that is not carried out yet. Never throws: it is tried again. */
  async resume(): Promise<void> {
    this.#underWay ??= this.#carryOut().finally(() => (this.#underWay = null))
    await this.#underWay
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelAgain()
  }

  async #carryOut(): Promise<void> {
    const { database, clock, logger } = this.#parts
    if (this.#isStopped) return
    try {
      for (let wanted = wantedIdentity(database); wanted !== null; wanted = wantedIdentity(database)) {
        await this.#become(wanted)
        await this.#bring(wanted)
        removeWantedIdentity(database, wanted.code)
      }
    } catch (error) {
      logger.warn('pairing.new-identity-waits', { cause: causeOf(error) })
      if (!this.#isStopped) this.#cancelAgain = clock.after(AGAIN_MS, () => void this.resume())
    }
  }

  /** Throws when the code may be taken later. */
  async #bring({ code, askedAt }: WantedIdentity): Promise<void> {
    const { membership, bring, clock, logger } = this.#parts
    // Somebody may have paired it by hand meanwhile.
    if (membership.pharmacy !== null) return
    try {
      await bring(code)
    } catch (error) {
      const isTooOld = clock.wallMs() - Date.parse(askedAt) > PAIRING_CODE_MS
      const isRefused = error instanceof HubError && HUB_CODES[error.code] === 'final'
      if (!isTooOld && !isRefused) throw error
      logger.warn('pairing.new-identity-unpaired', { cause: causeOf(error) })
    }
  }

  async #become({ installId }: WantedIdentity): Promise<void> {
    const { membership, certificate, renewKey, leave, disconnect } = this.#parts
    if (membership.installId === installId) return
    await disconnect(reason('becoming_another', {}))
    await leave(reason('copied', {}))
    if (nameIn(certificate()) !== installId) await renewKey(installId)
    membership.become(installId)
  }
}

/** For whom a certificate was made. */
function nameIn(pem: string): string {
  return new X509Certificate(pem).subject.replace(/^CN=/, '')
}
