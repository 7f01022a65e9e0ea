// Where the files are that pages load.

/** The files a page may load; all under /assets and safe to cache for ever with `?v=`. */
export const ASSETS = {
  tabler: '/assets/tabler.css',
  /** Our own, in order: after Tabler, which they correct. */
  styles: [
    '/assets/portal.css',
    '/assets/top-bar.css',
    '/assets/search.css',
    '/assets/list.css',
    '/assets/pharmacy.css',
    '/assets/opening-hours.css',
    '/assets/printing.css',
    '/assets/label-way.css',
    '/assets/jobs.css',
    '/assets/computers.css',
    '/assets/support.css',
    '/assets/support-tasks.css',
    '/assets/overview.css',
    '/assets/diagnosis.css',
    '/assets/requests.css',
    '/assets/account.css',
    '/assets/staff.css',
    '/assets/scheduler.css',
    '/assets/medicines.css',
    '/assets/shop.css',
    '/assets/scanner.css',
    '/assets/live.css',
  ],
  script: '/assets/portal.js',
  htmx: '/assets/htmx.js',
  icon: '/assets/favicon.svg',
} as const
