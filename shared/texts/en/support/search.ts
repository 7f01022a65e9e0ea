// What people read of the search from anywhere in the panel. In English.
import { byCount, number } from '../language.ts'

export const searchEn = {
  title: 'Search',
  label: 'Pharmacy, computer, address, phone or number',
  hint: 'Part of a name, a pharmacy’s number such as P-1042, an address, a phone number, a support number, or the serial number of a printer.',
  keys: 'Arrow keys choose, Enter opens, Escape closes.',
  slash: 'The key / opens this',
  /** On the button in the bar. */
  shortcut: 'Search (/ or Ctrl+K)',
  button: 'Search',
  close: 'Close',
  pharmacies: 'Pharmacies',
  computers: 'Computers',
  morePharmacies: 'All pharmacies that match',
  moreComputers: 'All computers that match',
  supportNumber: (number: string) => `Support number ${number}`,
  tooShort: 'Type at least two characters.',
  nothing: (q: string) => `Nothing has “${q}” in its name, number or address.`,
  /** Said to screen readers. `hasMore`: there are others. */
  found: (n: number, hasMore: boolean) =>
    `${number(n)} ${byCount(n, 'result', 'results')}${hasMore ? ', and there are more' : ''}.`,
  failed: 'The search did not answer. Type on to try again.',
}

export type SearchTexts = typeof searchEn
