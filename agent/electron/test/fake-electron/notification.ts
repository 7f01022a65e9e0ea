// Notification and dialog: kept for tests instead of shown.
import { EventEmitter } from 'node:events'
import { control, needReady } from './control.ts'
import type { BrowserWindow } from './window.ts'

export class Notification
  extends EventEmitter
  implements Pick<Electron.Notification, 'show' | 'title' | 'body'>
{
  static readonly fakeShown: Notification[] = []
  readonly title: string
  readonly body: string

  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super()
    needReady('Notification')
    this.title = title
    this.body = body
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    Notification.fakeShown.push(this)
  }
}

export const dialog = {
  showSaveDialog: async (
    _window: BrowserWindow,
    _options: Electron.SaveDialogOptions,
  ): Promise<Electron.SaveDialogReturnValue> => ({
    canceled: control.saveTo === null,
    filePath: control.saveTo ?? '',
  }),
  showErrorBox: (title: string, content: string): void => {
    control.errorBoxes.push(`${title}: ${content}`)
  },
}
