// The label counter of each printer as it stood after the label before, or while the printer was idle.
//
// A counter that was read before some other label is worth nothing: it is taken when a try begins, and only a reading
// after that try puts a new one in its place.

export class Odometers {
  readonly #counterByPrinter = new Map<string, number>()
  #generation = 0

  /** Another one after every try that began: what was read before is worth nothing then. */
  get generation(): number {
    return this.#generation
  }

  /** Null when it is not known. */
  take(destination: string): number | null {
    const counter = this.#counterByPrinter.get(destination) ?? null
    this.#counterByPrinter.delete(destination)
    this.#generation += 1
    return counter
  }

  /** Null: it was not read. */
  keep(destination: string, counter: number | null): void {
    if (counter === null) this.#counterByPrinter.delete(destination)
    else this.#counterByPrinter.set(destination, counter)
  }

  isKnown(destination: string): boolean {
    return this.#counterByPrinter.has(destination)
  }
}
