// Asks the portal for what was typed, once typing pauses: one question at a time, and of an older one no answer is shown.
import { fetchFragment } from '../fragment.ts'

/** After the last key, in ms. */
const PAUSE_MS = 150

export interface SearchAnswersGiven {
  /** Of the fragment, without a query. */
  readonly address: string
  readonly onFound: (fragment: Element) => void
  readonly onFailed: () => void
  readonly onSignedOut: () => void
}

export class SearchAnswers {
  readonly #given: SearchAnswersGiven
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Of the newest question. */
  #asked = 0

  constructor(given: SearchAnswersGiven) {
    this.#given = given
  }

  typed(q: string): void {
    this.forget()
    const turn = this.#asked
    this.#timer = setTimeout(() => void this.#ask(q, turn), PAUSE_MS)
  }

  /** Nothing that was asked is shown any more. */
  forget(): void {
    clearTimeout(this.#timer)
    this.#asked += 1
  }

  async #ask(q: string, turn: number): Promise<void> {
    const { address, onFound, onFailed, onSignedOut } = this.#given
    const query = new URLSearchParams({ q }).toString()
    const answer = await fetchFragment({ address: `${address}?${query}`, fields: null }).catch(() => null)
    if (turn !== this.#asked) return
    if (answer === 'signed out') return onSignedOut()
    const found = answer?.getElementById('search-found') ?? null
    if (found === null) onFailed()
    else onFound(found)
  }
}
