// How visitors of the panel are counted, and which of them are known: whoever was given the cookie that they bring.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import {
  Visitors,
  type VisitorSession,
  type VisitorsParts,
} from '@pharmacy-relay/relay-server/http/admission/visitors.ts'
import { readCookie } from './cookies.ts'
import { SESSION_COOKIE, type SessionCookie } from './session-cookie.ts'
import type { Session } from './session.ts'

/** In 10 s. A session's pages refresh themselves; a first page of a visitor brings two dozen files. */
const RATES = { perSession: 600, perAddress: 100, filesPerAddress: 400, proofsPerAddress: 100 } as const

export function newVisitors(clock: Clock, sessionOf: VisitorsParts['sessionOf']): Visitors {
  return new Visitors({ rates: RATES, sessionOf, nowMs: () => clock.monotonicMs() })
}

export function visitorOf({ id, user }: Session): VisitorSession {
  return { id, account: user.guid }
}

/** The same cookies; each that is written is known from then on. */
export function remembering(cookie: SessionCookie, visitors: Visitors, name = SESSION_COOKIE): SessionCookie {
  return {
    ...cookie,
    write: async (session) => {
      const field = await cookie.write(session)
      const value = readCookie(field, name)
      if (value !== null) visitors.remember(value, visitorOf(session))
      return field
    },
  }
}
