// Whether / opens the search in this browser: kept here, chosen in the search's dialog.

const KEPT = 'search-slash'

export const isSlashOn = (): boolean => localStorage.getItem(KEPT) !== 'off'

/** Shows what is kept, and keeps what is chosen. */
export function listenForSlashChoice(box: HTMLInputElement): void {
  box.checked = isSlashOn()
  box.addEventListener('change', () => localStorage.setItem(KEPT, box.checked ? 'on' : 'off'))
}
