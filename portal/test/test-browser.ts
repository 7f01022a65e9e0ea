// For tests: a browser as far as HTTP goes: keeps cookies, sends Origin with forms, does not follow redirects.
import { load } from './page-text.ts'

export interface BrowserReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Where a redirect leads, as path and query. */
  readonly location: string | null
}

export class TestBrowser {
  readonly url: string
  readonly cookies = new Map<string, string>()

  constructor(url: string) {
    this.url = url
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<BrowserReply> {
    return await this.#send(path, { headers: { 'sec-fetch-mode': 'navigate', ...headers } })
  }

  /** Posts a form as its page would. */
  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string | undefined> = {},
  ): Promise<BrowserReply> {
    const all = { origin: this.url, 'sec-fetch-site': 'same-origin', ...headers }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return await this.#send(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'sec-fetch-mode': 'navigate', ...Object.fromEntries(given) },
    })
  }

  /** Loads a page and gives the token of its forms. */
  async csrfOf(path: string): Promise<string> {
    const page = await this.get(path)
    return load(page.text).csrf
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async #send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<BrowserReply> {
    const headers = { ...init.headers, ...(this.cookies.size > 0 ? { cookie: this.cookieHeader() } : {}) }
    const reply = await fetch(this.url + path, { ...init, headers, redirect: 'manual' })
    for (const field of reply.headers.getSetCookie()) this.#keep(field)
    const { status, headers: fields } = reply
    return { status, headers: fields, text: await reply.text(), location: fields.get('location') }
  }

  #keep(field: string): void {
    const [pair = ''] = field.split(';')
    const at = pair.indexOf('=')
    if (/Max-Age=0/.test(field)) this.cookies.delete(pair.slice(0, at))
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
