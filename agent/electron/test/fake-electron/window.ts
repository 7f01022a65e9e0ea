// BrowserWindow and its contents; its host shows the page.
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { needReady, preventable } from './control.ts'
import type { Session } from './session.ts'

type OpenHandler = (details: { readonly url: string }) => { readonly action: 'allow' | 'deny' }

interface Preferences extends Omit<Electron.WebPreferences, 'session'> {
  readonly session?: Session
}
export interface WindowOptions extends Omit<Electron.BrowserWindowConstructorOptions, 'webPreferences'> {
  readonly webPreferences?: Preferences
}

/** Shows windows; tests/tray/chromium has the one that does. */
export interface RendererHost {
  /** Resolves when the page was loaded. `url` as the app gave it. */
  open(window: BrowserWindow, url: string): Promise<void>
  send(window: BrowserWindow, channel: string, args: readonly unknown[]): void
  close(window: BrowserWindow): void
}

interface QuittingApp {
  emit(event: string, ...args: unknown[]): boolean
  quit(): void
}

export class WebContents extends EventEmitter {
  fakeOpenHandler: OpenHandler | null = null
  readonly #window: BrowserWindow

  constructor(window: BrowserWindow) {
    super()
    this.#window = window
  }

  send(channel: string, ...args: unknown[]): void {
    this.#window.fakeAlive()
    BrowserWindow.fakeHost?.send(this.#window, channel, clone(args))
  }

  getURL(): string {
    return this.#window.fakeUrl
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.fakeOpenHandler = handler
  }
}

const windows = new Set<BrowserWindow>()

export class BrowserWindow extends EventEmitter {
  /** Set by app.ts, which imports this. */
  static fakeApp: QuittingApp | null = null
  static fakeHost: RendererHost | null = null
  readonly webContents: WebContents
  readonly fakeOptions: WindowOptions
  /** As the app loaded it. */
  fakeUrl = ''
  fakeLoaded: Promise<void> = Promise.resolve()
  #isVisible: boolean
  #isDestroyed = false

  constructor(options: WindowOptions = {}) {
    super()
    needReady('BrowserWindow')
    refuseOpen(options.webPreferences ?? {})
    this.fakeOptions = options
    this.#isVisible = options.show ?? true
    this.webContents = new WebContents(this)
    windows.add(this)
    BrowserWindow.fakeApp?.emit('web-contents-created', preventable({}), this.webContents)
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows]
  }

  async loadURL(url: string): Promise<void> {
    this.fakeAlive()
    this.fakeUrl = url
    this.fakeLoaded = (BrowserWindow.fakeHost?.open(this, url) ?? Promise.resolve()).then(() => {
      if (this.#isDestroyed) return
      this.webContents.emit('did-finish-load')
      this.emit('ready-to-show')
    })
    return this.fakeLoaded
  }

  show(): void {
    this.fakeAlive()
    this.#isVisible = true
  }

  focus(): void {
    this.fakeAlive()
  }

  isMinimized(): boolean {
    return false
  }

  restore(): void {
    this.fakeAlive()
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  close(): void {
    const event = preventable({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    windows.delete(this)
    BrowserWindow.fakeHost?.close(this)
    this.emit('closed')
    const app = BrowserWindow.fakeApp
    // Without a listener Electron quits with its last window.
    if (windows.size === 0 && app !== null && !app.emit('window-all-closed')) app.quit()
  }

  fakeAlive(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
  }
}

function refuseOpen({ preload, nodeIntegration, contextIsolation, sandbox, webSecurity }: Preferences): void {
  if (preload !== undefined && !existsSync(preload)) throw new Error(`strict: there is no preload ${preload}`)
  if (nodeIntegration === true || contextIsolation === false || sandbox === false || webSecurity === false)
    throw new Error('strict: this stand-in shows isolated and sandboxed pages only')
}

/** As messages between processes are copied. */
export function clone<Value>(value: Value): Value {
  try {
    return deserialize(serialize(value)) as Value
  } catch {
    throw new Error('An object could not be cloned.')
  }
}
