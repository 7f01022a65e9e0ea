// A second press on the button of a form that is under way does nothing: the browser would drop the first answer, and
// an answer that is given only once, such as a new key, would be lost.

/** As long as the portal takes at most to answer, in ms; whoever stopped the page may then press again. */
const UNDER_WAY_MS = 10_000

export function ignoreSecondPress(): void {
  let sentAt = new WeakMap<HTMLFormElement, number>()
  document.addEventListener('submit', (event) => {
    const form = event.target
    // Those of the top bar may be pressed again: the browser may have asked first, and been told to stay.
    if (!(form instanceof HTMLFormElement) || form.method !== 'post' || form.closest('main') === null) return
    const now = performance.now()
    if (now - (sentAt.get(form) ?? -UNDER_WAY_MS) < UNDER_WAY_MS) event.preventDefault()
    else sentAt.set(form, now)
  })
  // A page that comes back from the browser's cache has sent nothing yet.
  addEventListener('pageshow', () => (sentAt = new WeakMap()))
}
