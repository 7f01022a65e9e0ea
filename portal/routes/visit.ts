// One request of a browser as the routes see it: who visits, in which language, and what its reply will set.
import type { Request, Response } from 'express'
import type { FormTokens } from '../session/csrf.ts'
import { preferencesCookie, readPreferences, type Preferences } from '../session/preferences.ts'
import { SEEN_STEP_MS, type Session } from '../session/session.ts'
import type { SessionCookie } from '../session/session-cookie.ts'
import type { ReadSession } from '../session/sessions.ts'
import { SESSION_COOKIE } from '../session/session-cookie.ts'
import type { FrameProps } from '../views/frame-props.ts'
import { clientAddress } from './client-address.ts'

export interface VisitParts {
  readonly sessionCookie: SessionCookie
  readonly formTokens: FormTokens
  readonly assetVersion: string
  /** Whether the way to the hubs of other portals is gone; false for the only portal. */
  readonly isNatsAway: () => boolean
  /** A TLS terminator stands in front and says whom it forwards for. */
  readonly behindTerminator: boolean
}

export interface VisitGiven {
  readonly request: Request
  readonly response: Response
  readonly session: ReadSession
}

export class Visit {
  readonly request: Request
  readonly response: Response
  readonly clientAddress: string
  /** Path and query, as they came. */
  readonly path: string
  readonly #parts: VisitParts
  readonly #nonceGiven: string | null
  #nonce: string | null
  #preferences: Preferences
  #session: Session | null
  /** The session as the browser's cookie has it. */
  readonly #written: Session | null
  #preferencesChosen = false

  constructor(given: VisitGiven, parts: VisitParts) {
    const { request, response } = given
    this.request = request
    this.response = response
    this.clientAddress = clientAddress(request, parts.behindTerminator)
    this.path = request.originalUrl
    this.#parts = parts
    this.#session = given.session.live
    this.#written = given.session.written
    this.#nonceGiven = parts.formTokens.readNonce(request.headers.cookie)
    this.#nonce = this.#nonceGiven
    this.#preferences = readPreferences(request.headers.cookie, request.headers['accept-language'])
  }

  get session(): Session | null {
    return this.#session
  }

  set session(session: Session | null) {
    this.#session = session
  }

  get preferences(): Preferences {
    return this.#preferences
  }

  choose(preferences: Preferences): void {
    this.#preferences = preferences
    this.#preferencesChosen = true
  }

  /** Whether a form token fits this visit. */
  accepts(csrf: unknown): boolean {
    return this.#parts.formTokens.matches(csrf, this.#session, this.#nonceGiven)
  }

  /** What every page of this visit needs to know. */
  frame(): FrameProps {
    if (this.#session === null) this.#nonce ??= this.#parts.formTokens.newNonce()
    const user = this.#session?.user
    return {
      ...this.#preferences,
      viewer: user === undefined ? null : { name: user.name, role: user.role },
      csrfToken: this.#parts.formTokens.token(this.#session, this.#nonce),
      path: this.path,
      assetVersion: this.#parts.assetVersion,
      isNatsAway: this.#parts.isNatsAway(),
    }
  }

  /** The Set-Cookie fields of the reply. */
  async cookies(): Promise<string[]> {
    const { sessionCookie, formTokens } = this.#parts
    const fields: string[] = []
    if (this.#session === null) {
      const had = this.request.headers.cookie?.includes(`${SESSION_COOKIE}=`) ?? false
      if (had || this.#written !== null) fields.push(sessionCookie.clear)
    } else if (isNews(this.#written, this.#session)) {
      fields.push(await sessionCookie.write(this.#session))
    }
    if (this.#nonce !== null && this.#nonce !== this.#nonceGiven)
      fields.push(formTokens.nonceCookie(this.#nonce))
    if (this.#preferencesChosen) fields.push(preferencesCookie(this.#preferences))
    return fields
  }
}

function isNews(written: Session | null, session: Session): boolean {
  if (written === null || written.id !== session.id) return true
  if (written.tokens.refreshToken !== session.tokens.refreshToken) return true
  return session.seenAt - written.seenAt >= SEEN_STEP_MS
}
