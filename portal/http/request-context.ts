// One request of a browser as routes see it: who asks, in which language, and what the reply will set.
import type { Request, Response } from 'express'
import type { FormTokens } from '../session/csrf.ts'
import { NO_NOTICE, noticeCookie, readNotice, type OnceNotice } from '../session/once-notice.ts'
import { readZone } from '../session/reader-zone.ts'
import { preferencesCookie, readPreferences, type Preferences } from '../session/preferences.ts'
import { SESSION_COOKIE, type SessionCookie } from '../session/session-cookie.ts'
import { secondFactorDue, type SecondFactorDue } from '../session/second-factor-due.ts'
import { isNews, leftOf, viewerOf, type Session, type SessionLeft } from '../session/session.ts'
import type { SessionLimits } from '../settings.ts'
import type { FrameProps, Viewer } from '../views/frame-props.ts'

export interface RequestContextGiven {
  readonly request: Request
  readonly response: Response
  readonly session: Session | null
  /** The session as the browser's cookie has it. */
  readonly written: Session | null
  /** What the gateway counts by. */
  readonly clientAddress: string
  readonly sessionCookie: SessionCookie
  readonly formTokens: FormTokens
  readonly assetVersion: string
  readonly isNatsAway: boolean
  readonly sessionLimits: SessionLimits
  /** How long an account may go without a second factor, in ms. */
  readonly secondFactorGraceMs: number
  /** For readers whose own is not known. */
  readonly timeZone: string
  /** Wall clock, ms since 1970. */
  readonly wallNowMs: () => number
}

export class RequestContext {
  /** Null for who is not signed in. Routes replace it: signing in, new tokens, signing out. */
  session: Session | null
  readonly request: Request
  readonly response: Response
  readonly clientAddress: string
  /** Path and query, as they came. */
  readonly path: string
  readonly #given: RequestContextGiven
  readonly #nonceGiven: string | null
  #nonce: string | null
  #preferences: Preferences
  #preferencesChosen = false
  #noticeCookie: string | null = null
  readonly #moreCookies: string[] = []

  constructor(given: RequestContextGiven) {
    const { request, response, session, clientAddress, formTokens } = given
    this.request = request
    this.response = response
    this.session = session
    this.clientAddress = clientAddress
    this.path = request.originalUrl
    this.#given = given
    this.#nonceGiven = formTokens.readNonce(request.headers.cookie)
    this.#nonce = this.#nonceGiven
    this.#preferences = readPreferences(request.headers.cookie, request.headers['accept-language'])
  }

  /** Who asks, as pages and the rule of access know him; null for who is not signed in. */
  get viewer(): Viewer | null {
    return this.session === null ? null : viewerOf(this.session.user)
  }

  /** The browser came with a session, which may have ended. */
  get hadSession(): boolean {
    return this.#given.written !== null
  }

  /** How long the session lasts; null for who is not signed in. */
  get sessionLeft(): SessionLeft | null {
    const { sessionLimits, wallNowMs } = this.#given
    return this.session === null ? null : leftOf(this.session, sessionLimits, wallNowMs())
  }

  /** Until when the account needs a second factor; null when it has one, and while identity has not said it. */
  get secondFactorDue(): SecondFactorDue | null {
    const { secondFactorGraceMs, wallNowMs } = this.#given
    return this.session === null ? null : secondFactorDue(this.session, secondFactorGraceMs, wallNowMs())
  }

  get preferences(): Preferences {
    return this.#preferences
  }

  choose(preferences: Preferences): void {
    this.#preferences = preferences
    this.#preferencesChosen = true
  }

  /** The word of what was just done, for this page; null for none. It is told once: a reload does not say it again. */
  takeNotice(): string | null {
    const word = readNotice(this.request.headers.cookie, this.request.path)
    if (word !== null) this.#noticeCookie = NO_NOTICE
    return word
  }

  /** The page that the reply leads to says so, once. */
  leaveNotice(notice: OnceNotice): void {
    this.#noticeCookie = noticeCookie(notice)
  }

  /** The reply sets this cookie, too: a whole Set-Cookie field. */
  addCookie(field: string): void {
    this.#moreCookies.push(field)
  }

  /** The server's clock. Asked anew after a device was waited for. */
  now(): Date {
    return new Date(this.#given.wallNowMs())
  }

  /** Live regions that refresh themselves, and what htmx swaps, get fragments instead of pages. */
  get wantsFragment(): boolean {
    const { request } = this
    return request.get('hx-request') !== undefined || ALWAYS_FRAGMENTS.test(request.path)
  }

  /** Whether a form token fits this request. */
  accepts(csrf: unknown): boolean {
    return this.#given.formTokens.matches(csrf, this.session, this.#nonceGiven)
  }

  /** What every page needs to know; `path` is where a choice of language leads back to, this address unless said. */
  frame(path: string = this.path): FrameProps {
    const { formTokens, assetVersion, isNatsAway } = this.#given
    if (this.session === null) this.#nonce ??= formTokens.newNonce()
    const { language, theme } = this.#preferences
    const csrfToken = formTokens.token(this.session, this.#nonce)
    const zone = readZone(this.request.headers.cookie, this.#given.timeZone)
    const { viewer, sessionLeft, secondFactorDue: due } = this
    return {
      secondFactorDue: due,
      language,
      theme,
      zone,
      viewer,
      sessionLeft,
      csrfToken,
      path,
      assetVersion,
      isNatsAway,
    }
  }

  /** The Set-Cookie fields of the reply. */
  async cookies(): Promise<string[]> {
    const { formTokens } = this.#given
    const fields = [...(await this.#sessionCookies()), ...this.#moreCookies]
    if (this.#nonce !== null && this.#nonce !== this.#nonceGiven)
      fields.push(formTokens.nonceCookie(this.#nonce))
    if (this.#preferencesChosen) fields.push(preferencesCookie(this.#preferences))
    if (this.#noticeCookie !== null) fields.push(this.#noticeCookie)
    return fields
  }

  async #sessionCookies(): Promise<string[]> {
    const { written, sessionCookie, wallNowMs } = this.#given
    if (this.session !== null)
      return isNews(written, this.session, wallNowMs()) ? [await sessionCookie.write(this.session)] : []
    const had = this.request.headers.cookie?.includes(`${SESSION_COOKIE}=`) ?? false
    return had || written !== null ? [sessionCookie.clear] : []
  }
}

const ALWAYS_FRAGMENTS = /^\/(events|relay\/(table|[^/]+\/computers))$/
