// Addresses of the search from anywhere in the panel.

export const SEARCH_PATHS = {
  /** By `q`. */
  everywhere: '/search',
  /** What its dialog shows, for the browser script. */
  options: '/search/options',
} as const
