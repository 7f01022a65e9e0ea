// The way back to the list leads to the list as it was left: filtered, sorted, on its page.
//
// Kept in the tab and not in addresses: those of pharmacies stay short, and it survives editing a pharmacy. Only the
// query is kept and the path stays the link's own, so that it can lead nowhere else.
import { forget, remember, remembered } from './tab-memory.ts'

const LIST = '/relay'
const SIGN_IN = '/sign-in'

export function keepListLinks(): void {
  // Another person may go on from here.
  if (location.pathname === SIGN_IN) forget('listQuery')
  if (location.pathname === LIST) addEventListener('pagehide', () => remember('listQuery', location.search))
  const query = remembered('listQuery') ?? ''
  if (query === '') return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-list-link]')) link.search = query
}
