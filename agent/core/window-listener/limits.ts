// How much the listener of the window's pages takes, and how long it stays open.
import { WINDOW_REST_MS } from '../../contract/support.ts'

export const LIMITS = {
  /** A link is for one browser, at once. */
  linkMs: 60_000,
  links: 4,
  /** Without a request; a page that is looked at asks every 2 s. */
  restMs: WINDOW_REST_MS,
  /** Browsers; a further one ends the one that rests longest. */
  sessions: 4,
  connections: 32,
  /** Of one browser, under way. */
  questions: 8,
  /** Time for a request to arrive whole. */
  requestMs: 10_000,
  headBytes: 8_192,
  bodyBytes: 16_384,
}
