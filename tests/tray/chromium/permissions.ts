// Which of Chromium's permissions a window's session would give its page, asked of the app's own handlers.
import type { BrowserWindow } from '../../../agent/electron/test/fake-electron/window.ts'

/** Chromium's names, and Electron's. */
const OFFERED = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  camera: 'media',
  microphone: 'media',
  'clipboard-read': 'clipboard-read',
  'clipboard-write': 'clipboard-sanitized-write',
} as const

/** Without handlers Electron gives everything. */
export function grantedOf(window: BrowserWindow): string[] {
  const { session } = window.fakeOptions.webPreferences ?? {}
  return Object.entries(OFFERED)
    .filter(([, permission]) => {
      const origin = window.fakeUrl
      if (session?.fakeCheck?.(window.webContents, permission, origin) === false) return false
      let isGranted = true
      session?.fakeRequest?.(window.webContents, permission, (answer) => (isGranted = answer))
      return isGranted
    })
    .map(([name]) => name)
}
