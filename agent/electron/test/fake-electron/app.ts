// app: its life, and what the tray asks of it.
import { EventEmitter } from 'node:events'
import os from 'node:os'
import { control, needUnready, preventable } from './control.ts'
import { BrowserWindow } from './window.ts'

type Used =
  | 'isPackaged'
  | 'whenReady'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'getName'
  | 'getPath'
  | 'getPreferredSystemLanguages'
  | 'setAppUserModelId'
  | 'enableSandbox'
  | 'disableHardwareAcceleration'

class FakeApp extends EventEmitter implements Pick<Electron.App, Used> {
  readonly #ready = Promise.withResolvers<void>()

  get isPackaged(): boolean {
    return control.isPackaged
  }

  async whenReady(): Promise<void> {
    return this.#ready.promise
  }

  requestSingleInstanceLock(): boolean {
    return control.hasLock
  }

  getName(): string {
    return 'Pharmacy Relay'
  }

  getPath(_name: 'documents'): string {
    return os.tmpdir()
  }

  getPreferredSystemLanguages(): string[] {
    return control.languages
  }

  setAppUserModelId(id: string): void {
    if (!/^[\w.-]{1,128}$/.test(id)) throw new Error('strict: Windows takes no such id')
  }

  enableSandbox(): void {
    needUnready('app.enableSandbox()')
    control.isSandboxed = true
  }

  disableHardwareAcceleration(): void {
    needUnready('app.disableHardwareAcceleration()')
  }

  quit(): void {
    const before = preventable({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    for (const window of BrowserWindow.getAllWindows()) {
      window.close()
      if (!window.isDestroyed()) return
    }
    const will = preventable({})
    this.emit('will-quit', will)
    if (will.defaultPrevented) return
    control.hasQuit = true
    this.emit('quit', preventable({}), 0)
  }

  /** Electron has started. */
  fakeReady(): void {
    control.isReady = true
    this.emit('ready', preventable({}), {})
    this.#ready.resolve()
  }
}

export const app = new FakeApp()
BrowserWindow.fakeApp = app
