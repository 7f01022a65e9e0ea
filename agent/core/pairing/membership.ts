// Which installation this computer is and which pharmacy it belongs to, as the disk has it.
import type { Database } from 'better-sqlite3'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { becomeInstallation, storedPharmacy, storePharmacy, type Pharmacy } from './pairing.queries.ts'

export interface MembershipParts {
  readonly database: Database
  readonly installId: string
  readonly clock: Clock
  readonly logger: Logger
  /** The pharmacy, or the installation, is another one. */
  readonly onChange: () => void
}

export class Membership {
  readonly #parts: MembershipParts
  #installId: string
  #pharmacy: Pharmacy | null

  constructor(parts: MembershipParts) {
    this.#parts = parts
    this.#installId = parts.installId
    this.#pharmacy = storedPharmacy(parts.database)
  }

  get installId(): string {
    return this.#installId
  }

  /** Null: it was not paired yet. */
  get pharmacy(): Pharmacy | null {
    return this.#pharmacy
  }

  /** On the disk when it returns. */
  belongTo(pharmacy: Pharmacy): void {
    const { database, clock, logger, onChange } = this.#parts
    storePharmacy(database, { ...pharmacy, pairedAt: instant(clock.wallMs()) })
    this.#pharmacy = pharmacy
    logger.info('pairing.kept', { pharmacyId: pharmacy.pharmacyId })
    onChange()
  }

  /** Another installation, which belongs to no pharmacy; on the disk when it returns. */
  become(installId: string): void {
    const { database, logger, onChange } = this.#parts
    becomeInstallation(database, installId)
    this.#installId = installId
    this.#pharmacy = null
    logger.warn('pairing.new-installation', { installId })
    onChange()
  }
}
