// Which certificate each TLS printer is known by: what the settings pin, else the first that was seen, until a person
// here says yes to another one.
//
//   seen ─┬─ pinned by the settings: that one, or refused
//         ├─ kept (SQLite): that one, or refused until `agent trust PRINTER`
//         └─ neither: kept from now on
import type { Database } from 'better-sqlite3'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { PrinterCertificateRow } from '../../../contract/printer-certificates.ts'
import { tcpAddressText } from '../tcp-address.ts'
import type { PinnedAddress } from './pinned-address.ts'
import {
  forgetCertificate,
  keepCertificate,
  keptCertificates,
  type KeptCertificate,
} from './printer-certificates.queries.ts'

export interface KnownCertificatesParts {
  readonly database: Database
  /** As the settings name them; one may stand there twice, with an old and a new certificate. */
  readonly pinned: () => readonly PinnedAddress[]
  readonly clock: Clock
  readonly logger: Logger
  /** Another certificate is trusted than before. */
  readonly onChange: () => void
}

/** Printers are HOST:PORT. */
export interface PrinterTrust {
  /** Whether labels may go to whoever has this certificate. One that is seen first is on the disk when it returns. */
  isTrusted(printer: string, fingerprint: string): boolean
  /** Those that it may show; empty before the first was seen. */
  trusted(printer: string): readonly string[]
}

/** So many names of printers are remembered; who comes then waits for a person, whose yes makes the oldest go. */
const MAX_KEPT = 100

export class KnownCertificates implements PrinterTrust {
  readonly #parts: KnownCertificatesParts
  readonly #kept: Map<string, KeptCertificate>
  /** What was seen last and may not be used. */
  readonly #refused = new Map<string, string>()

  constructor(parts: KnownCertificatesParts) {
    this.#parts = parts
    this.#kept = keptCertificates(parts.database)
  }

  isTrusted(printer: string, fingerprint: string): boolean {
    const known = this.trusted(printer)
    if (known.includes(fingerprint)) {
      this.#refused.delete(printer)
      return true
    }
    if (known.length > 0 || this.#kept.size >= MAX_KEPT) return this.#refuse(printer, fingerprint)
    return this.#learn(printer, fingerprint)
  }

  trusted(printer: string): readonly string[] {
    const pins = this.#pinsOf(printer)
    if (pins.length > 0) return pins
    const kept = this.#kept.get(printer)
    return kept === undefined ? [] : [kept.fingerprint]
  }

  /** Those that the settings name, and those that are kept. */
  list(): PrinterCertificateRow[] {
    const named = this.#parts.pinned().map(({ address }) => tcpAddressText(address))
    return [...new Set([...named, ...this.#kept.keys()])].map((printer) => this.#row(printer))
  }

  /**
   * A person compared it and says yes. Said again, it changes nothing. Throws ProblemError not_found for a printer that is
   * not known here, state_conflict when it shows another one by now, or when the settings pin one.
   */
  confirm(printer: string, fingerprint: string): PrinterCertificateRow {
    if (!this.list().some((row) => row.printer === `tls:${printer}`) && !this.#refused.has(printer))
      throw new ProblemError('not_found', `No printer tls:${printer} is known here. See: agent printers`)
    if (this.trusted(printer).includes(fingerprint)) return this.#row(printer)
    if (this.#refused.get(printer) !== fingerprint)
      throw new ProblemError('state_conflict', `tls:${printer} shows another certificate by now`)
    if (this.#pinsOf(printer).length > 0)
      throw new ProblemError(
        'state_conflict',
        `The setting Printers says which certificate tls:${printer} has: change it there`,
      )
    this.#makeRoom(printer)
    this.#keep(printer, fingerprint, 'confirmed')
    return this.#row(printer)
  }

  #pinsOf(printer: string): readonly string[] {
    return this.#parts.pinned().flatMap(({ address, pin }) => {
      return pin !== null && tcpAddressText(address) === printer ? [pin] : []
    })
  }

  #row(printer: string): PrinterCertificateRow {
    const pins = this.#pinsOf(printer).map(
      (fingerprint) => ({ fingerprint, how: 'setting', since: null }) as const,
    )
    const kept = this.#kept.get(printer)
    const known =
      kept === undefined ? [] : [{ fingerprint: kept.fingerprint, how: kept.how, since: kept.since }]
    return {
      printer: `tls:${printer}`,
      trusted: pins.length > 0 ? pins : known,
      refused: this.#refused.get(printer) ?? null,
    }
  }

  /** False when the disk does not take it: what is not kept could be another one tomorrow. */
  #learn(printer: string, fingerprint: string): boolean {
    try {
      this.#keep(printer, fingerprint, 'first_use')
      return true
    } catch (error) {
      this.#parts.logger.error('certificates.not-kept', error, { printer })
      return this.#refuse(printer, fingerprint)
    }
  }

  #keep(printer: string, fingerprint: string, how: KeptCertificate['how']): void {
    const { database, clock, logger, onChange } = this.#parts
    const kept = { printer, fingerprint, how, since: instant(clock.wallMs()) }
    keepCertificate(database, kept)
    this.#kept.set(printer, kept)
    this.#refused.delete(printer)
    logger.info('certificates.trusted', { printer, fingerprint, how })
    onChange()
  }

  #refuse(printer: string, fingerprint: string): false {
    if (this.#refused.get(printer) !== fingerprint)
      this.#parts.logger.warn('certificates.refused', { printer, fingerprint })
    this.#refused.delete(printer)
    this.#refused.set(printer, fingerprint)
    const [oldest] = this.#refused.keys()
    if (this.#refused.size > MAX_KEPT && oldest !== undefined) this.#refused.delete(oldest)
    return false
  }

  #makeRoom(printer: string): void {
    const [oldest] = this.#kept.keys()
    if (this.#kept.has(printer) || this.#kept.size < MAX_KEPT || oldest === undefined) return
    forgetCertificate(this.#parts.database, oldest)
    this.#kept.delete(oldest)
  }
}
