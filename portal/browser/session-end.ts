// Warns some minutes before the session ends, lets the reader stay signed in, and says when it has ended.
//
// Other tabs prolong the session, too: the portal is asked before anything is said.
import { leftText } from '../views/relative-time.ts'

const TICK_MS = 1_000
/** While the warning stands, the portal is asked so often whether another tab has prolonged the session. */
const ASK_MS = 15_000
const TIMEOUT_MS = 10_000

export interface SessionEndOptions {
  /** The page shows what only who is signed in may see, and nothing that was typed: it leaves. Else it stays and says so. */
  readonly leaves: boolean
  readonly onSignedOut: () => void
}

export function warnBeforeSignOut({ leaves, onSignedOut }: SessionEndOptions): void {
  const box = document.getElementById('session-end')
  if (box === null) return
  const state = { endsAt: Date.now() + Number(box.dataset['leftMs']), askedAt: 0, isOver: false }
  const ended = (): void => {
    state.isOver = true
    if (leaves) onSignedOut()
    else sayOver(box)
  }
  const ask = async (stay: boolean): Promise<void> => {
    state.askedAt = Date.now()
    const leftMs = await askLeft(box, stay).catch(() => null)
    if (leftMs === 'signed out') return ended()
    if (leftMs !== null) state.endsAt = Date.now() + leftMs
    show(box, state.endsAt)
  }
  box.querySelector('.session-stay')?.addEventListener('click', () => void ask(true))
  setInterval(() => {
    const isNear = state.endsAt - Date.now() <= Number(box.dataset['warnMs'])
    if (state.isOver || (!isNear && box.hidden)) return
    if (Date.now() - state.askedAt >= ASK_MS) void ask(false)
    else show(box, state.endsAt)
  }, TICK_MS)
}

/** `stay`: a person wants to go on, which prolongs the session; asking alone does not. */
async function askLeft(box: HTMLElement, stay: boolean): Promise<number | 'signed out'> {
  const reply = await fetch(box.dataset['session'] ?? '', {
    headers: { 'HX-Request': 'true', ...(stay ? {} : { 'X-Live-Refresh': 'true' }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (reply.status === 401) return 'signed out'
  const told: unknown = await reply.json()
  const leftMs: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, 'leftMs') : null
  const isFinal = typeof told === 'object' && told !== null && Reflect.get(told, 'isFinal') === true
  if (typeof leftMs !== 'number') throw new Error('The portal did not say how long the session lasts')
  box.toggleAttribute('data-is-final', isFinal)
  return leftMs
}

function show(box: HTMLElement, endsAt: number): void {
  const leftMs = endsAt - Date.now()
  box.hidden = leftMs > Number(box.dataset['warnMs'])
  const isFinal = box.dataset['isFinal'] !== undefined
  write(box, '.session-said', box.hidden ? '' : (box.dataset[isFinal ? 'textFinal' : 'textIdle'] ?? ''))
  write(box, '[role="timer"]', leftText(endsAt, Date.now()) ?? '0:00')
  part(box, '.session-stay')?.toggleAttribute('hidden', isFinal)
}

/** What was typed stays on the page, and can be copied. */
function sayOver(box: HTMLElement): void {
  box.hidden = false
  write(box, '.session-said', box.dataset['textOver'] ?? '')
  for (const gone of ['.session-left', '.session-stay']) part(box, gone)?.setAttribute('hidden', '')
  part(box, '.session-again')?.removeAttribute('hidden')
}

/** Only what is new: an alert that is written again is read out again. */
function write(box: HTMLElement, which: string, text: string): void {
  const element = part(box, which)
  if (element === null || element.textContent === text) return
  if (which === '.session-said') element.setAttribute('role', 'alert')
  element.textContent = text
}

function part(box: HTMLElement, which: string): HTMLElement | null {
  return box.querySelector<HTMLElement>(which)
}
