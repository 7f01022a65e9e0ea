// Tells in the top bar whether the page is live, and if not, as of when it was.

/** Writes only when the words change, since a screen reader speaks every change. */
export function showLiveState(element: HTMLElement, isLive: boolean, asOf: number | null): void {
  const state = isLive ? 'live' : asOf === null ? 'connecting' : 'reconnecting'
  const words = textOf(element, state).replace('{time}', asOf === null ? '' : clock(asOf))
  if (element.textContent === words) return
  element.dataset['state'] = state
  element.textContent = words
}

function textOf(element: HTMLElement, state: 'live' | 'connecting' | 'reconnecting'): string {
  return element.getAttribute(`data-text-${state}`) ?? ''
}

/** `14:02:11` in local time. */
function clock(atMs: number): string {
  return new Intl.DateTimeFormat(document.documentElement.dataset['locale'], { timeStyle: 'medium' }).format(
    atMs,
  )
}
