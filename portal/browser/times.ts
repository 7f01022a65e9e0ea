// Times of the page in the reader's time zone; ages and what is left stay right while the page is open.
import { ageText, dayText, exactText, leftText, sinceText, titleText } from '../views/times/relative-time.ts'

const REFRESH_MS = 10_000
const COUNTDOWN_MS = 1_000

/** Server clock minus browser clock, in ms, as of the newest rendering. */
function clockOffsetMs(root: ParentNode): number | null {
  const region =
    root instanceof HTMLElement && root.matches('[data-now]') ? root : root.querySelector('[data-now]')
  const serverNow = Date.parse(region?.getAttribute('data-now') ?? '')
  return Number.isNaN(serverNow) ? null : serverNow - Date.now()
}

/** The next pages come with times in this zone. */
export function tellZone(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `zone=${encodeURIComponent(timeZone)}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`
}

/** Writes every time below `root` anew. Called for the page, and for each part that came new from the server. */
export function localTimes(root: ParentNode): void {
  const offsetMs = clockOffsetMs(root)
  if (offsetMs !== null) document.documentElement.dataset['clockOffset'] = String(Math.round(offsetMs))
  writeTimes(root)
}

/** Ages every 10 s while the page is open, what is left every second. */
export function keepTimesFresh(): void {
  setInterval(() => writeTimes(document), REFRESH_MS)
  setInterval(() => writeTimes(document, 'time[data-time="left"]'), COUNTDOWN_MS)
}

function writeTimes(root: ParentNode, which = 'time[data-time]'): void {
  const page = document.documentElement
  const locale = page.dataset['locale'] ?? 'en-GB'
  const nowMs = Date.now() + (Number(page.dataset['clockOffset'] ?? 0) || 0)
  for (const time of root.querySelectorAll<HTMLTimeElement>(which)) {
    const atMs = Date.parse(time.dateTime)
    if (Number.isNaN(atMs)) continue
    time.title = titleText(locale, atMs, null)
    const text = textOf(time, { locale, atMs, nowMs })
    if (time.textContent !== text) time.textContent = text
  }
}

interface Instants {
  readonly locale: string
  readonly atMs: number
  readonly nowMs: number
}

function textOf(time: HTMLTimeElement, { locale, atMs, nowMs }: Instants): string {
  if (time.dataset['time'] === 'age') return ageText(locale, atMs, nowMs)
  if (time.dataset['time'] === 'since') return sinceText(locale, atMs, { nowMs, timeZone: null })
  if (time.dataset['time'] === 'day') return dayText(locale, atMs, null)
  if (time.dataset['time'] === 'exact') return exactText(locale, atMs, null)
  const left = leftText(atMs, nowMs)
  // For the style sheet: what has run out looks so.
  time.toggleAttribute('data-over', left === null)
  return left === null
    ? (time.dataset['textOver'] ?? '')
    : (time.dataset['textLeft'] ?? '').replace('{time}', left)
}
