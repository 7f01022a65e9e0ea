// One request of a browser as routes see it: who asks, in which language, and what the reply will set.
import type { Request, Response } from 'express'
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { FormTokens } from '../../session/csrf.ts'
import { NO_NOTICE, noticeCookie, readNotice } from '../../session/once-notice.ts'
import { preferencesCookie, readPreferences, type Preferences } from '../../session/preferences.ts'
import { isNews, type Session } from '../../session/session.ts'
import type { SessionCookie } from '../../session/session-cookie.ts'
import type { ShopFrame } from '../views/shop-frame.tsx'
import { SHOP_SESSION } from '../session/shop-cookies.ts'

export interface ShopContextGiven {
  readonly request: Request
  readonly response: Response
  readonly session: Session | null
  /** The session as the browser's cookie has it. */
  readonly written: Session | null
  readonly basketToken: string | null
  /** What the gateway counts by. */
  readonly clientAddress: string
  readonly sessionCookie: SessionCookie
  readonly formTokens: FormTokens
  readonly site: ShopSite
  /** Wall clock, ms since 1970. */
  readonly wallNowMs: () => number
}

/** What is the same for every page. */
export interface ShopSite {
  readonly assetVersion: string
  readonly publicOrigin: string
  readonly currency: string
  readonly timeZone: string
}

export class ShopContext {
  /** Null for who is not signed in. Routes replace it: signing in, new tokens, signing out. */
  session: Session | null
  /** Null as long as a stranger has put nothing into his basket. */
  basketToken: string | null
  readonly request: Request
  readonly response: Response
  readonly clientAddress: string
  /** Path and query, as they came. */
  readonly path: string
  readonly #given: ShopContextGiven
  readonly #nonceGiven: string | null
  #nonce: string | null
  #preferences: Preferences
  #preferencesChosen = false
  #hasLeftNotice = false
  readonly #moreCookies: string[] = []

  constructor(given: ShopContextGiven) {
    const { request, response, formTokens } = given
    this.request = request
    this.response = response
    this.session = given.session
    this.basketToken = given.basketToken
    this.clientAddress = given.clientAddress
    this.path = request.originalUrl
    this.#given = given
    this.#nonceGiven = formTokens.readNonce(request.headers.cookie)
    this.#nonce = this.#nonceGiven
    const preferences = readPreferences(request.headers.cookie, request.headers['accept-language'])
    // Search engines have no cookies: each language has an address of its own.
    const asked = Language.safeParse(request.query['lang'])
    this.#preferences = asked.success ? { ...preferences, language: asked.data } : preferences
  }

  /** The browser came with a session, which may have ended. */
  get hadSession(): boolean {
    return this.#given.written !== null
  }

  get preferences(): Preferences {
    return this.#preferences
  }

  choose(preferences: Preferences): void {
    this.#preferences = preferences
    this.#preferencesChosen = true
  }

  /** The word of what was just done, for this page; null for none. The reply takes it away: a reload does not say it again. */
  get notice(): string | null {
    return readNotice(this.request.headers.cookie, this.request.path)
  }

  /** The page that the reply leads to says so, once. */
  leaveNotice(path: string, word: string): void {
    this.#hasLeftNotice = true
    this.addCookie(noticeCookie({ word, path: path.replace(/[?#].*$/, '') }))
  }

  /** The reply sets this cookie, too: a whole Set-Cookie field. */
  addCookie(field: string): void {
    this.#moreCookies.push(field)
  }

  /** Wall clock, ms since 1970. */
  nowMs(): number {
    return this.#given.wallNowMs()
  }

  /** The script asks, and wants facts in place of a page. */
  get wantsFacts(): boolean {
    return this.request.get('accept') === 'application/json'
  }

  /** Whether a form token fits this request. */
  accepts(csrf: unknown): boolean {
    return this.#given.formTokens.matches(csrf, this.session, this.#nonceGiven)
  }

  /** What every page needs to know. */
  frame(): ShopFrame {
    const { formTokens, site } = this.#given
    if (this.session === null) this.#nonce ??= formTokens.newNonce()
    const csrfToken = formTokens.token(this.session, this.#nonce)
    const viewer = this.session === null ? null : { name: this.session.user.name }
    return { ...this.#preferences, ...site, csrfToken, viewer, path: this.path }
  }

  /** The Set-Cookie fields of the reply. */
  async cookies(): Promise<string[]> {
    const { formTokens } = this.#given
    const fields = [...(await this.#sessionCookies()), ...this.#moreCookies]
    if (this.#nonce !== null && this.#nonce !== this.#nonceGiven)
      fields.push(formTokens.nonceCookie(this.#nonce))
    if (this.notice !== null && !this.#hasLeftNotice) fields.push(NO_NOTICE)
    if (this.#preferencesChosen) fields.push(preferencesCookie(this.#preferences))
    return fields
  }

  async #sessionCookies(): Promise<string[]> {
    const { written, sessionCookie, wallNowMs } = this.#given
    if (this.session !== null)
      return isNews(written, this.session, wallNowMs()) ? [await sessionCookie.write(this.session)] : []
    const had = this.request.headers.cookie?.includes(`${SHOP_SESSION}=`) ?? false
    return had || written !== null ? [sessionCookie.clear] : []
  }
}
