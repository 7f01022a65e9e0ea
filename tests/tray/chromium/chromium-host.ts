// Shows windows of the stand-in in Chromium: the app's own answers for its pages, the built preload in an isolated world.
import { readFileSync } from 'node:fs'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Frame,
  type Page,
  type Request as PageRequest,
  type Route,
} from '@playwright/test'
import { build } from 'esbuild'
import { z } from 'zod'
import { chromiumPath } from '../../../shared/test/chromium.ts'
import type * as fakeControl from '../../../agent/electron/test/fake-electron/control.ts'
import type * as fakeIpc from '../../../agent/electron/test/fake-electron/ipc.ts'
import type { BrowserWindow } from '../../../agent/electron/test/fake-electron/window.ts'
import { decode, encode } from './codec.ts'
import { grantedOf } from './permissions.ts'

const PAGE_MS = 15_000
const WORLD = 'fake-electron-preload'
/** Chromium knows no schemes of ours: their pages stand under this one. */
const ORIGIN = 'https://'
const DOMAIN = '.fake-electron.test'

/** Among the complaints. */
const SECOND_WINDOW = 'a second window was opened'
const OUTSIDE = 'asked for'

const Message = z.object({ id: z.number(), channel: z.string(), args: z.string() })

/** Scripts that run in every page, in its own world and in the preload's. */
export interface Worlds {
  readonly page: string
  readonly preload: string
}

interface Shown {
  readonly context: BrowserContext
  readonly page: Page
  readonly debug: CDPSession
  /** Of the preload; null before its page was loaded. */
  world: number | null
}

/** The loaded stand-in whose windows are shown. */
export interface Fake {
  readonly control: typeof fakeControl.control
  readonly preventable: typeof fakeControl.preventable
  readonly invoke: typeof fakeIpc.invoke
}

export class ChromiumHost {
  readonly #browser: Browser
  readonly #worlds: Worlds
  readonly #shown = new Map<BrowserWindow, Shown>()
  readonly #fake: Fake
  /** What pages complained of, and every address beyond the app's own that they asked for. */
  readonly errors: string[] = []
  readonly outside: string[] = []
  /** Messages that nobody has answered yet, for the report of a failure. */
  readonly unanswered = new Set<string>()

  constructor(browser: Browser, worlds: Worlds, fake: Fake) {
    this.#browser = browser
    this.#worlds = worlds
    this.#fake = fake
  }

  page(window: BrowserWindow): Page {
    const shown = this.#shown.get(window)
    if (shown === undefined) throw new Error('this window shows no page')
    return shown.page
  }

  async open(window: BrowserWindow, url: string): Promise<void> {
    const { width = 800, height = 600, webPreferences = {} } = window.fakeOptions
    const context = await this.#browser.newContext({ viewport: { width, height } })
    // A page that says nothing for so long will not.
    context.setDefaultTimeout(PAGE_MS)
    const page = await context.newPage()
    const debug = await context.newCDPSession(page)
    const shown: Shown = { context, page, debug, world: null }
    this.#shown.set(window, shown)
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text())
    })
    page.on('pageerror', (error) => this.#note(error))
    context.on('page', (opened) => void this.#opened(window, opened))
    await context.route('**', async (route) =>
      // A window that was closed meanwhile needs no answer.
      this.#answer(window, route).catch((error: unknown) => this.#shown.has(window) && this.#note(error)),
    )
    await context.grantPermissions(grantedOf(window))
    await this.#prepare(window, shown, webPreferences.preload)
    await page.goto(toChromium(url))
  }

  send(window: BrowserWindow, channel: string, args: readonly unknown[]): void {
    const shown = this.#shown.get(window)
    if (shown === undefined) return
    void this.#run(shown, `fakeElectronEmit(${JSON.stringify(channel)},${JSON.stringify(encode([...args]))})`)
  }

  close(window: BrowserWindow): void {
    const shown = this.#shown.get(window)
    this.#shown.delete(window)
    shown?.context.close().catch((error: unknown) => this.#note(error))
  }

  #note(error: unknown): void {
    this.errors.push(error instanceof Error ? error.message : String(error))
  }

  async stop(): Promise<void> {
    for (const { context } of this.#shown.values()) await context.close()
    this.#shown.clear()
  }

  async #prepare(window: BrowserWindow, shown: Shown, preload: string | undefined): Promise<void> {
    const { debug } = shown
    await debug.send('Page.enable')
    await debug.send('Runtime.enable')
    debug.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === WORLD) shown.world = context.id
    })
    debug.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === 'fakeElectronInvoke') void this.#invoked(window, shown, payload)
    })
    await debug.send('Page.addScriptToEvaluateOnNewDocument', { source: this.#worlds.page })
    if (preload === undefined) return
    await debug.send('Runtime.addBinding', { name: 'fakeElectronInvoke', executionContextName: WORLD })
    const code = readFileSync(preload, 'utf8')
    const source = `${this.#worlds.preload};fakeElectronPreload(function(require,module,exports){${code}\n})`
    await debug.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: WORLD })
  }

  async #invoked(window: BrowserWindow, shown: Shown, payload: string): Promise<void> {
    const { id, channel, args } = Message.parse(JSON.parse(payload))
    this.unanswered.add(`${channel} ${args}`)
    const senderFrame = { url: toElectron(shown.page.url()), parent: null }
    const given = z.array(z.unknown()).parse(decode(args))
    const [isDone, text] = await this.#fake
      .invoke({ sender: window.webContents, senderFrame }, channel, given)
      .then(
        (value) => [true, encode(value)] as const,
        (error: unknown) => [false, error instanceof Error ? error.message : String(error)] as const,
      )
    this.unanswered.delete(`${channel} ${args}`)
    await this.#run(shown, `fakeElectronReply(${id},${isDone},${JSON.stringify(text)})`)
  }

  async #run({ debug, world }: Shown, expression: string): Promise<void> {
    // A page that has gone hears nothing.
    if (world !== null)
      await debug.send('Runtime.evaluate', { expression, contextId: world }).catch(() => undefined)
  }

  /** Answers the app's own pages as the app does; whoever goes elsewhere asks the app's guards. */
  async #answer(window: BrowserWindow, route: Route): Promise<void> {
    const request = route.request()
    const url = toElectron(request.url())
    const isGoing =
      request.isNavigationRequest() && window.fakeUrl !== '' && url !== window.fakeUrl.split('#')[0]
    if (isGoing && !this.#mayGo(window, url, request)) return route.abort('aborted')
    const handler = this.#handlerOf(window, url)
    if (handler === undefined) {
      this.outside.push(`${OUTSIDE} ${url}`)
      return route.abort('blockedbyclient')
    }
    const answer = await handler(new Request(url, { method: request.method() }))
    return route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    })
  }

  #handlerOf(window: BrowserWindow, url: string): ((request: Request) => Promise<Response>) | undefined {
    const { session } = window.fakeOptions.webPreferences ?? {}
    return session?.protocol.fakeHandlers.get(new URL(url).protocol.slice(0, -1))
  }

  #mayGo(window: BrowserWindow, url: string, request: PageRequest): boolean {
    const frame = frameOf(request)
    // A second window has no frame yet; #opened asks whether it may be there.
    if (frame === null) return false
    const isMainFrame = frame.parentFrame() === null
    const event = this.#fake.preventable({ url, isMainFrame })
    window.webContents.emit('will-frame-navigate', event)
    if (isMainFrame && !event.defaultPrevented) window.webContents.emit('will-navigate', event, url)
    return !event.defaultPrevented
  }

  async #opened(window: BrowserWindow, page: Page): Promise<void> {
    const handler = window.webContents.fakeOpenHandler
    if (handler?.({ url: page.url() }).action !== 'deny') this.errors.push(SECOND_WINDOW)
    await page.close().catch(() => undefined)
  }
}

function frameOf(request: PageRequest): Frame | null {
  try {
    return request.frame()
  } catch {
    return null
  }
}

/** `scheme://host/…` is a page of `https://host.scheme.fake-electron.test/…`. */
function toChromium(url: string): string {
  return url.replace(
    /^([a-z-]+):\/\/([a-z-]+)\//,
    (_all, scheme, host) => `${ORIGIN}${host}.${scheme}${DOMAIN}/`,
  )
}

function toElectron(url: string): string {
  return url.replace(
    /^https:\/\/([a-z-]+)\.([a-z-]+)\.fake-electron\.test\//,
    (_all, host, scheme) => `${scheme}://${host}/`,
  )
}

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
}

/** What runs in both worlds of each page. */
export async function bundleWorlds(): Promise<Worlds> {
  const { outputFiles } = await build({
    entryPoints: ['page-world', 'preload-world'].map((name) => `${import.meta.dirname}/${name}.ts`),
    bundle: true,
    write: false,
    format: 'iife',
    outdir: import.meta.dirname,
    logLevel: 'warning',
  })
  const [page, preload] = outputFiles.map(({ text }) => text)
  if (page === undefined || preload === undefined) throw new Error('esbuild made nothing')
  return { page, preload }
}
