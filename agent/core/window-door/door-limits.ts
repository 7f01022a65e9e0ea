// How much the window's door takes, and how long it stays open.
import { MAX_AGENT_LINE_BYTES } from '@pharmacy-relay/shared/agent-api.ts'
import { WINDOW_REST_MS } from '@pharmacy-relay/shared/agent-support.ts'

export const DOOR_LIMITS = {
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
  bodyBytes: MAX_AGENT_LINE_BYTES,
}
