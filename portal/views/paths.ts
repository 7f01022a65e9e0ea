// Every address of the portal that pages link to or post to, in one place for pages and routes.

export const PATHS = {
  signIn: '/sign-in',
  signOut: '/sign-out',
  /** POST, fields `language` or `theme`, and `returnTo`. */
  preferences: '/preferences',
  relay: '/relay',
  /** The live part of the list, with the same query as the list. */
  listTable: '/relay/table',
  newCustomer: '/relay/new',
  events: '/events',
} as const

/** The files a page may load; all under /assets and safe to cache for ever with `?v=`. */
export const ASSETS = {
  tabler: '/assets/tabler.css',
  /** Our own, in order: after Tabler, which they correct. */
  styles: [
    '/assets/portal.css',
    '/assets/top-bar.css',
    '/assets/list.css',
    '/assets/pharmacy.css',
    '/assets/live.css',
  ],
  script: '/assets/portal.js',
  htmx: '/assets/htmx.js',
  icon: '/assets/favicon.svg',
} as const

export function customerPath(storeId: string): string {
  return `${PATHS.relay}/${encodeURIComponent(storeId)}`
}

/** The fragment with the computers of a pharmacy. */
export function computersPath(storeId: string): string {
  return `${customerPath(storeId)}/computers`
}

/** GET shows the form, POST saves it. */
export function editPath(storeId: string): string {
  return `${customerPath(storeId)}/edit`
}

/** GET asks, POST makes the key and shows it once. */
export function enrolmentKeyPath(storeId: string): string {
  return `${customerPath(storeId)}/enrolment-key`
}
