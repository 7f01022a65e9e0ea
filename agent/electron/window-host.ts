// The one window: made when somebody opens it, gone when it is closed; the icon stays.
import { BrowserWindow, nativeTheme, type IpcMainInvokeEvent, type Session } from 'electron'
import { CHANNELS } from './window-channels.ts'
import { isPage, PAGE } from './window-pages.ts'

export interface WindowHostParts {
  readonly preload: string
  readonly icon: string
  readonly title: string
  /** Made once there is a window. */
  readonly session: () => Session
  readonly canDebug: boolean
  /** Its process ended by itself. */
  readonly onGone: () => void
}

/** The pages' own background, so that nothing flashes before they are drawn. */
const BACKGROUND = { light: '#f6f8fa', dark: '#0d1117' }

export class WindowHost {
  readonly #parts: WindowHostParts
  #window: BrowserWindow | null = null

  constructor(parts: WindowHostParts) {
    this.#parts = parts
  }

  /** `hash`: the place in it, as window-hashes.ts has them. */
  open(hash: string): void {
    const present = this.#window
    if (present === null) return this.#make(hash)
    if (present.isMinimized()) present.restore()
    present.webContents.send(CHANNELS.go, hash)
    present.show()
    present.focus()
  }

  /** Whether a message comes from the page in this window, and from no frame inside it. */
  isSender({ sender, senderFrame }: IpcMainInvokeEvent): boolean {
    if (this.#window === null || sender !== this.#window.webContents) return false
    return senderFrame !== null && senderFrame.parent === null && isPage(senderFrame.url)
  }

  /** For a dialog in front of it; null when it is closed. */
  window(): BrowserWindow | null {
    return this.#window
  }

  #make(hash: string): void {
    const { preload, icon, title, session, canDebug } = this.#parts
    const window = new BrowserWindow({
      width: 1_000,
      height: 720,
      minWidth: 480,
      minHeight: 400,
      show: false,
      title,
      icon,
      autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
      // Written out, so that the compiler finds a name that Electron does not know.
      webPreferences: {
        preload,
        session: session(),
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        devTools: canDebug,
        spellcheck: false,
      },
    })
    this.#window = window
    window.once('ready-to-show', () => window.show())
    window.on('closed', () => (this.#window = null))
    window.webContents.on('render-process-gone', () => this.#gone(window))
    void window.loadURL(`${PAGE}${hash}`).catch(() => this.#gone(window))
  }

  #gone(window: BrowserWindow): void {
    if (window.isDestroyed()) return
    window.destroy()
    this.#parts.onGone()
  }
}
