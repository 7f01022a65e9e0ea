// What this computer does with labels at this moment; another setup is applied as a whole, one after the other.
import type { LabelListener } from './label-listener.ts'
import type { LinkPort } from './link-port.ts'
import { linkRoleOf, printerHere, type PrintSetup } from './print-setup.ts'

export interface CurrentSetupParts {
  readonly listener: Pick<LabelListener, 'open' | 'port'>
  readonly link: Pick<LinkPort, 'apply'>
  /** Labels may have somewhere else to go. */
  readonly onRoute: () => void
  /** The printer whose state is watched from now on; null: this computer prints on none. */
  readonly onPrinter: (printer: string | null) => void
}

const NO_ROLE: PrintSetup = { role: 'None', printer: null, target: null, listen: null }

export class CurrentSetup {
  readonly #parts: CurrentSetupParts
  #now: PrintSetup = NO_ROLE
  #applied: Promise<unknown> = Promise.resolve()

  constructor(parts: CurrentSetupParts) {
    this.#parts = parts
  }

  get now(): PrintSetup {
    return this.#now
  }

  /**
   * Listens as the new setup says and only then sends labels its way; resolves with the port, null where none is open.
   * A label may still be on the old way (Dispatcher.settled). Throws ListenError when the port cannot be opened: the old
   * setup stays.
   */
  async apply(setup: PrintSetup): Promise<number | null> {
    const applied = this.#applied.then(async () => this.#change(setup))
    this.#applied = applied.catch(() => undefined)
    await applied
    return this.#parts.listener.port
  }

  /** Resolves once no change is under way. */
  async settled(): Promise<void> {
    await this.#applied
  }

  async #change(setup: PrintSetup): Promise<void> {
    const { listener, link, onRoute, onPrinter } = this.#parts
    await listener.open(setup.listen)
    this.#now = setup
    link.apply(linkRoleOf(setup))
    onRoute()
    onPrinter(printerHere(setup))
  }
}
