// Times of the page in the reader's time zone, and ages that stay right while the page is open.
import { ageWords, dayWords, exactWords } from '../views/relative-time.ts'

const REFRESH_MS = 10_000

/** Server clock minus browser clock, in ms, as of the newest rendering. */
function clockOffsetMs(root: ParentNode): number | null {
  const region =
    root instanceof HTMLElement && root.matches('[data-now]') ? root : root.querySelector('[data-now]')
  const serverNow = Date.parse(region?.getAttribute('data-now') ?? '')
  return Number.isNaN(serverNow) ? null : serverNow - Date.now()
}

/** Writes every time below `root` anew. Called for the page, and for each part that came new from the server. */
export function localTimes(root: ParentNode): void {
  const offsetMs = clockOffsetMs(root)
  if (offsetMs !== null) document.documentElement.dataset['clockOffset'] = String(Math.round(offsetMs))
  writeTimes(root)
}

/** Every 10 s while the page is open. */
export function keepTimesFresh(): void {
  setInterval(() => writeTimes(document), REFRESH_MS)
}

function writeTimes(root: ParentNode): void {
  const page = document.documentElement
  const locale = page.dataset['locale'] ?? 'en-GB'
  const nowMs = Date.now() + (Number(page.dataset['clockOffset'] ?? 0) || 0)
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-time]')) {
    const atMs = Date.parse(time.dateTime)
    if (Number.isNaN(atMs)) continue
    time.title = exactWords(locale, atMs, null)
    const words =
      time.dataset['time'] === 'age' ? ageWords(locale, atMs, nowMs) : dayWords(locale, atMs, null)
    if (time.textContent !== words) time.textContent = words
  }
}
