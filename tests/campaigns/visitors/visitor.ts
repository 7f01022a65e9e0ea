// One visitor at the pace of people: looks at pages and their files, thinks, puts something into the basket, comes back another day.
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Dice } from '../../kit/dice.ts'

export interface Seen {
  /** Of whole pages, in ms from the request to their last byte. */
  readonly pagesMs: number[]
  readonly files: { count: number }
  /** What was no answer, or not the one that there should be. */
  readonly failures: string[]
}

export interface VisitorGiven {
  /** Of the storefront. */
  readonly url: string
  /** Of this visitor alone: the storefront counts by it. */
  readonly localAddress: string
  readonly products: readonly string[]
  readonly dice: Dice
  readonly seen: Seen
  /** Monotonic, in ms. */
  readonly untilMs: number
}

/** People look at a page for so long, in ms. */
const LOOKS_MS = { low: 3_000, high: 12_000 } as const
const LIMIT_MS = 30_000
const WORDS = ['label', 'ribbon', 'zebra', 'rol', 'printer', 'gloves'] as const
const FORM = 'application/x-www-form-urlencoded'

interface Reply {
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
}

export class Visitor {
  readonly #given: VisitorGiven
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 6, timeout: LIMIT_MS })
  readonly #cookies = new Map<string, string>()
  readonly #kept = new Set<string>()

  constructor(given: VisitorGiven) {
    this.#given = given
  }

  async run(): Promise<void> {
    const { dice, untilMs, products } = this.#given
    // Not all at once.
    await this.#look(dice.int(LOOKS_MS.high))
    while (performance.now() < untilMs) {
      await this.#page('/')
      await this.#page(`/search?q=${dice.oneOf(WORDS)}`)
      const product = products[dice.int(products.length)] ?? '/'
      const page = await this.#page(product)
      if (dice.isOneIn(2)) await this.#add(page)
      await this.#page('/basket')
    }
    this.#agent.destroy()
  }

  /** A page, what it needs, and a while of looking at it. */
  async #page(path: string): Promise<string> {
    const { seen, dice, untilMs } = this.#given
    if (performance.now() >= untilMs) return ''
    const startedMs = performance.now()
    const reply = await this.#ask('GET', path)
    if (reply === null) return ''
    seen.pagesMs.push(performance.now() - startedMs)
    if (reply.status !== 200) seen.failures.push(`${path}: ${reply.status}`)
    await this.#filesOf(reply.text)
    await this.#look(dice.between(LOOKS_MS.low, LOOKS_MS.high))
    return reply.text
  }

  /** Each once: browsers keep them. */
  async #filesOf(html: string): Promise<void> {
    const found = html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:css|js|svg|webp)[^"]*)"/g)
    const wanted = [...new Set(Array.from(found, ([, path = '']) => path))].filter(
      (path) => !this.#kept.has(path),
    )
    await Promise.all(
      wanted.map(async (path) => {
        this.#kept.add(path)
        const reply = await this.#ask('GET', path)
        if (reply === null) return
        this.#given.seen.files.count += 1
        if (reply.status !== 200) this.#given.seen.failures.push(`${path}: ${reply.status}`)
      }),
    )
  }

  async #add(html: string): Promise<void> {
    const valueOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
    const fields = { csrf: valueOf('csrf'), productId: valueOf('productId'), add: '1', returnTo: '/basket' }
    if (fields.productId === '') return
    const reply = await this.#ask('POST', '/basket/lines', new URLSearchParams(fields).toString())
    if (reply !== null && reply.status !== 303) this.#given.seen.failures.push(`basket: ${reply.status}`)
  }

  async #look(ms: number): Promise<void> {
    const leftMs = this.#given.untilMs - performance.now()
    if (leftMs > 0) await delay(Math.min(ms, leftMs))
  }

  /** Null where nothing came; that is noted. */
  async #ask(method: 'GET' | 'POST', path: string, body = ''): Promise<Reply | null> {
    try {
      const reply = await this.#send(method, path, body)
      for (const field of reply.cookies) this.#keep(field)
      return reply
    } catch (error) {
      this.#given.seen.failures.push(`${path}: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }

  async #send(method: 'GET' | 'POST', path: string, body: string): Promise<Reply> {
    const { url, localAddress } = this.#given
    const headers = {
      'sec-fetch-mode': 'navigate',
      ...(this.#cookies.size === 0 ? {} : { cookie: this.#cookieField() }),
      ...(method === 'POST' ? { origin: url, 'content-type': FORM } : {}),
    }
    const signal = AbortSignal.timeout(LIMIT_MS)
    return await new Promise<Reply>((resolve, reject) => {
      const request = http.request(
        url + path,
        { method, headers, localAddress, agent: this.#agent, signal },
        (response) => {
          response.toArray().then((parts: Buffer[]) => {
            const text = Buffer.concat(parts).toString('utf8')
            const cookies = response.headers['set-cookie'] ?? []
            resolve({ status: response.statusCode ?? 0, text, cookies })
          }, reject)
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  }

  #cookieField(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(field: string): void {
    const [pair = ''] = field.split(';')
    const at = pair.indexOf('=')
    if (field.includes('Max-Age=0')) this.#cookies.delete(pair.slice(0, at))
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
