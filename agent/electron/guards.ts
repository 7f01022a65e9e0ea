// Holds every page of the tray inside its own window: no other address, no second window, no permission, no <webview>.
import { app, session, type Session, type WebContents } from 'electron'
import { isPage, SCHEME } from './window-pages.ts'

/** Kept on the disk, for the theme that somebody chose; without a cache, in which labels could be. */
const PARTITION = 'persist:window'
/** To copy a line of the log; everything else is refused. */
const ALLOWED = 'clipboard-sanitized-write'

/** The one session in which the pages run; after `ready`. */
export function guardedSession(): Session {
  const pages = session.fromPartition(PARTITION, { cache: false })
  pages.setPermissionRequestHandler((contents, permission, answer) =>
    answer(permission === ALLOWED && isPage(contents.getURL())),
  )
  pages.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === ALLOWED && origin.startsWith(`${SCHEME}://window`),
  )
  pages.setDevicePermissionHandler(() => false)
  return pages
}

/** Before the first window. */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isPage(event.url)) event.preventDefault()
    })
    contents.on('will-navigate', (event) => {
      if (!isPage(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
}
