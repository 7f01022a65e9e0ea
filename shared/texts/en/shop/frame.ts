// What the shop's pages have in common, in English.
export const shopFrameEn = {
  section: 'Shop',
  pages: 'Pages of the shop',
  show: 'Show',
  showAll: 'Show all',
  search: 'Search',
  first: 'First page',
  next: 'Next page',
  save: 'Save',
  stale:
    'Somebody else changed this in the meantime. Your entries are kept below, but not saved; beside each that differs stands what is saved now. Saving replaces it.',
}
