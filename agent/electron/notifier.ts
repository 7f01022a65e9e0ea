// Shows a notification of the system; a click on it opens the window where something can be done.
import { Notification } from 'electron'
import type { NoticeText } from './notice-text.ts'

/** So many are held, because one that nobody holds loses its click. */
const MAX_HELD = 20

export function notifyWith(open: (hash: string) => void): (text: NoticeText) => void {
  const held: Notification[] = []
  return ({ title, body, hash }) => {
    if (!Notification.isSupported()) return
    const shown = new Notification({ title, body })
    shown.on('click', () => open(hash))
    shown.show()
    held.push(shown)
    if (held.length > MAX_HELD) held.shift()
  }
}
