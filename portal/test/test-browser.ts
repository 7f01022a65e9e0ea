// For tests: a browser as far as HTTP goes: keeps cookies, sends Origin with forms, does not follow redirects.
import { once } from 'node:events'
import http from 'node:http'
import { load } from './page-text.ts'

export interface BrowserReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Where a redirect leads, as path and query. */
  readonly location: string | null
  /** The word of the notice that is left for the next page. */
  readonly notice: string | null
}

interface SentRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

const FORM = 'application/x-www-form-urlencoded'

export class TestBrowser {
  readonly url: string
  readonly cookies: Map<string, string>
  /** The source address of its connections; the system's choice when it has none. */
  readonly localAddress: string | undefined

  /** `cookies`: of another one, whose tab this is. */
  constructor(url: string, localAddress?: string, cookies = new Map<string, string>()) {
    this.url = url
    this.localAddress = localAddress
    this.cookies = cookies
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<BrowserReply> {
    return await this.#send(path, {
      method: 'GET',
      body: '',
      headers: { 'sec-fetch-mode': 'navigate', ...headers },
    })
  }

  /** Posts a form as its page would. */
  async post(
    path: string,
    fields: Record<string, string> | [name: string, value: string][],
    headers: Record<string, string | undefined> = {},
  ): Promise<BrowserReply> {
    const all = { origin: this.url, 'sec-fetch-site': 'same-origin', ...headers }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return await this.#send(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'sec-fetch-mode': 'navigate', 'content-type': FORM, ...Object.fromEntries(given) },
    })
  }

  /** Posts a form with files as its page would, whose files all are of the field `files`. */
  async upload(
    path: string,
    fields: Record<string, string>,
    files: Record<string, string>,
  ): Promise<BrowserReply> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name)
    const sent = new Response(form)
    return await this.#send(path, {
      method: 'POST',
      body: await sent.bytes(),
      headers: {
        origin: this.url,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'navigate',
        'content-type': sent.headers.get('content-type') ?? '',
      },
    })
  }

  /** Loads a page and gives the token of its forms. */
  async csrfOf(path: string): Promise<string> {
    const page = await this.get(path)
    return load(page.text).csrf
  }

  /** Through the form; the reply says whether it led on. */
  async signIn(
    { email, password }: { readonly email: string; readonly password: string },
    returnTo = '/relay',
  ): Promise<BrowserReply> {
    const csrf = await this.csrfOf('/sign-in')
    return this.post('/sign-in', { csrf, email, password, returnTo })
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  // Not fetch: Node's own says `Sec-Fetch-Mode: cors` whatever it is told.
  async #send(path: string, sent: SentRequest): Promise<BrowserReply> {
    const headers = { ...sent.headers, ...(this.cookies.size > 0 ? { cookie: this.cookieHeader() } : {}) }
    const { localAddress } = this
    const options = { method: sent.method, headers, agent: false, ...(localAddress && { localAddress }) }
    const request = http.request(this.url + path, options)
    request.end(sent.body)
    const [reply] = (await once(request, 'response')) as [http.IncomingMessage]
    const set = reply.headers['set-cookie'] ?? []
    for (const field of set) this.#keep(field)
    const notice = /^__Host-notice=([a-z_-]+)\./im.exec(set.join('\n'))?.[1] ?? null
    const fields = new Headers(
      Object.entries(reply.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    )
    const text = Buffer.concat(await reply.toArray()).toString('utf8')
    return { status: reply.statusCode ?? 0, headers: fields, text, location: fields.get('location'), notice }
  }

  #keep(field: string): void {
    const [pair = ''] = field.split(';')
    const at = pair.indexOf('=')
    if (/Max-Age=0/.test(field)) this.cookies.delete(pair.slice(0, at))
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
