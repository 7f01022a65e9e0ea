// What one tab remembers from page to page, until it is closed or somebody signs in anew.

/** `listQuery`: the query of the list as it was left. `reloaded`: the page that last loaded itself anew. */
export type Remembered = 'listQuery' | 'reloaded'

export function remember(what: Remembered, value: string): void {
  sessionStorage.setItem(what, value)
}

/** Null when the tab remembers nothing of it. */
export function remembered(what: Remembered): string | null {
  return sessionStorage.getItem(what)
}

export function forget(what: Remembered): void {
  sessionStorage.removeItem(what)
}
