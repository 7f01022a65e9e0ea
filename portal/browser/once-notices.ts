// A page that comes back from the browser's cache does not say again what was just done.

export function dropNoticesOnLeave(): void {
  addEventListener('pagehide', () => {
    for (const notice of document.querySelectorAll('[data-once]')) notice.remove()
  })
}
