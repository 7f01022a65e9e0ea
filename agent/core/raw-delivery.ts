// Hands labels to a PrinterComputer's port as it would to a printer, as long as no job link is wired: no id, one at a time.
import type { Forwarder, ComputerTarget } from './printers/forwarder.ts'
import type { ComputerRoute, ForwardedLabel, ForwardEnd } from './spool/forwarding.ts'

export class RawDelivery {
  readonly #forwarder: Forwarder
  #way: { readonly target: ComputerTarget; readonly deliver: ComputerRoute['deliver'] } | null = null
  #last: Promise<unknown> = Promise.resolve()

  constructor(forwarder: Forwarder) {
    this.#forwarder = forwarder
  }

  /** The same function for the same target. */
  to(target: ComputerTarget): ComputerRoute['deliver'] {
    if (this.#way?.target !== target)
      this.#way = { target, deliver: async (label) => this.#inTurn(target, label) }
    return this.#way.deliver
  }

  async #inTurn(target: ComputerTarget, label: ForwardedLabel): Promise<ForwardEnd> {
    const done = this.#last.then(async () => this.#deliver(target, label))
    this.#last = done
    return done
  }

  async #deliver(target: ComputerTarget, label: ForwardedLabel): Promise<ForwardEnd> {
    if (label.wasHanded) return { kind: 'in_doubt', words: 'whether it came out cannot be asked' }
    if (label.signal.aborted) return { kind: 'not_sent' }
    const outcome = await this.#forwarder.write(target, label)
    if (outcome.ok || outcome.retry === 'ambiguous') label.onHanded()
    if (outcome.ok) return { kind: 'forwarded', path: 'lan', now: null }
    if (outcome.retry === 'ambiguous') return { kind: 'refused', code: outcome.code, words: outcome.why }
    label.onWaiting(outcome.why)
    return { kind: 'not_sent' }
  }
}
