// One connection at a time for each printer. Labels come before questions: a question waits for nothing and gives way.
//
// Overlapping connections lose and mix labels (apple/cups#5689), and a question must never make a label wait.

export class PrinterLock {
  readonly #labels = new Map<string, Promise<unknown>>()
  readonly #questions = new Map<
    string,
    { readonly giveWay: AbortController; readonly ended: Promise<unknown> }
  >()

  /** Runs `work` after every label that was there before; a question that is under way is broken off first. */
  async label<T>(printer: string, work: () => Promise<T>): Promise<T> {
    const before = this.#labels.get(printer) ?? Promise.resolve()
    const turn = before.then(async () => {
      const question = this.#questions.get(printer)
      question?.giveWay.abort(new Error('a label comes first'))
      await question?.ended
      return work()
    })
    const ended = turn.catch(() => undefined)
    this.#labels.set(printer, ended)
    await ended
    if (this.#labels.get(printer) === ended) this.#labels.delete(printer)
    return turn
  }

  /** Null, without having asked, while a label or another question has the printer. `signal` says to give way. */
  async question<T>(printer: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    if (this.#labels.has(printer) || this.#questions.has(printer)) return null
    const giveWay = new AbortController()
    const asking = ask(giveWay.signal)
    this.#questions.set(printer, { giveWay, ended: asking.catch(() => undefined) })
    return asking.finally(() => this.#questions.delete(printer))
  }
}
