// Tells in the top bar whether the page is live, and if not, as of when it was; and marks the page while it is not.

/** A page that was just loaded is right for as long as its first contact may take. */
const CONNECTING_MS = 5_000

/** Live is what both say: the stream is well, and what it told was fetched. Times are ms of the browser's clock. */
export class LiveState {
  readonly #element: HTMLElement
  #isStreamLive = false
  #heardAt: number | null = null
  #behindSince: number | null = null
  #isConnecting = true

  constructor(element: HTMLElement) {
    this.#element = element
    setTimeout(() => {
      this.#isConnecting = false
      this.#show()
    }, CONNECTING_MS)
  }

  /** `asOf` is when the stream last vouched for the page; null before the first contact. */
  streamIs(isLive: boolean, asOf: number | null): void {
    this.#isStreamLive = isLive
    this.#heardAt = asOf
    this.#show()
  }

  /** Since when news could not be fetched; null when everything that was told is shown. */
  regionsAreBehind(since: number | null): void {
    this.#behindSince = since
    this.#show()
  }

  #show(): void {
    const times = [this.#heardAt, this.#behindSince].filter((time) => time !== null)
    const isLive = this.#isStreamLive && this.#behindSince === null
    const asOf = times.length === 0 ? null : Math.min(...times)
    showLiveState(this.#element, isLive, asOf)
    // Outside of the regions, which are made anew; the style sheet dims them by it.
    const isBehind = !isLive && !(asOf === null && this.#isConnecting)
    document.documentElement.toggleAttribute('data-behind', isBehind)
  }
}

/** Writes only when the words change, since a screen reader speaks every change. */
function showLiveState(element: HTMLElement, isLive: boolean, asOf: number | null): void {
  const state = isLive ? 'live' : asOf === null ? 'connecting' : 'reconnecting'
  const text = textOf(element, state).replace('{time}', asOf === null ? '' : clock(asOf))
  if (element.textContent === text) return
  element.dataset['state'] = state
  element.textContent = text
}

function textOf(element: HTMLElement, state: 'live' | 'connecting' | 'reconnecting'): string {
  return element.getAttribute(`data-text-${state}`) ?? ''
}

/** `14:02:11` in local time. */
function clock(atMs: number): string {
  return new Intl.DateTimeFormat(document.documentElement.dataset['locale'], { timeStyle: 'medium' }).format(
    atMs,
  )
}
