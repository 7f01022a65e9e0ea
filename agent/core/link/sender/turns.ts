// The order in which labels begin on the links: that in which their deliveries began, on every link.
//
// A label that waits anew, because a link broke under it or its computer asked for a pause, would otherwise be overtaken
// by a younger one that finds a link at once. Each link keeps its order, so that the two ways together keep it too.
import type { SenderLink } from '../link-parts.ts'

export interface Turn {
  /** Resolves once all older labels were put on this link or are over, or the link has ended. */
  readonly comes: (link: SenderLink) => Promise<void>
  /** It was put on this link. */
  readonly isOn: (link: SenderLink) => void
  /** It came back from this link and waits for another time: younger ones that have not begun there wait for it. */
  readonly isOff: (link: SenderLink) => void
  /** It needs no link any more. */
  readonly leave: () => void
}

interface Place {
  /** Links that are up are two at most. */
  readonly links: WeakSet<SenderLink>
}

export class Turns {
  /** In the order in which they came. */
  readonly #places = new Set<Place>()
  readonly #waiting = new Set<() => void>()
  /** Those whose end is listened for, once each: a listener for each label would stay as long as the link lives. */
  readonly #watched = new WeakSet<SenderLink>()
  readonly #gone = new WeakSet<SenderLink>()

  take(): Turn {
    const place: Place = { links: new WeakSet() }
    this.#places.add(place)
    return {
      comes: async (link) => this.#comes(place, link),
      isOn: (link) => {
        place.links.add(link)
        this.#look()
      },
      isOff: (link) => void place.links.delete(link),
      leave: () => {
        this.#places.delete(place)
        this.#look()
      },
    }
  }

  async #comes(place: Place, link: SenderLink): Promise<void> {
    this.#watch(link)
    if (this.#isNext(place, link)) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = (): void => {
      if (this.#isNext(place, link)) resolve()
    }
    this.#waiting.add(look)
    await promise
    this.#waiting.delete(look)
  }

  #watch(link: SenderLink): void {
    if (this.#watched.has(link)) return
    this.#watched.add(link)
    void link.ended.then(() => {
      this.#gone.add(link)
      this.#look()
    })
  }

  #isNext(place: Place, link: SenderLink): boolean {
    if (this.#gone.has(link)) return true
    for (const other of this.#places) {
      if (other === place) return true
      if (!other.links.has(link)) return false
    }
    // It has left.
    return true
  }

  #look(): void {
    for (const look of this.#waiting) look()
  }
}
