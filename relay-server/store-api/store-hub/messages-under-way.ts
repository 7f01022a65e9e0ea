// Messages under way to relay hubs: so many to each, so that a hub that does not answer neither makes them pile up nor takes
// the place of those to other hubs.

const MOST_TO_A_HUB = 200

export class MessagesUnderWay {
  readonly #sendingsByHub = new Map<string, Set<Promise<void>>>()

  /** `send` begins within the call and never rejects. False when too many are under way to that hub: then nothing begins. */
  begin(hubId: string, send: () => Promise<void>): boolean {
    const sendings = this.#sendingsByHub.get(hubId) ?? new Set()
    if (sendings.size >= MOST_TO_A_HUB) return false
    this.#sendingsByHub.set(hubId, sendings)
    const sending = send().finally(() => {
      sendings.delete(sending)
      if (sendings.size === 0) this.#sendingsByHub.delete(hubId)
    })
    sendings.add(sending)
    return true
  }

  /** Settles when all that are under way now have ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.#sendingsByHub.values()].flatMap((sendings) => [...sendings]))
  }
}
