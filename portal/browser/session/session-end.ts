// Warns some minutes before the session ends; any key or click keeps the reader signed in. What was typed outlives the end.
//
//   near the end ─▶ somebody is at it? prolonged ─▶ else the warning ─▶ ended: live pages leave, others stay and say so
//                                                                  └─▶ signed in in another tab: forms can be sent again
//
// Other tabs prolong the session, too: the portal is asked before anything is said.
import { leftText } from '../../views/times/relative-time.ts'
import { askSession, type ToldSession } from './session-told.ts'

const TICK_MS = 1_000
/** While the warning stands or the session is over, the portal is asked so often what other tabs have done. */
const ASK_MS = 15_000
/** Who pressed a key or a button so shortly before the warning is not asked whether he is there. */
const PRESENT_MS = 60_000

export interface SessionEndOptions {
  /** The page shows what only who is signed in may see, and nothing that was typed: it leaves. Else it stays and says so. */
  readonly leaves: boolean
  readonly onSignedOut: () => void
}

export function warnBeforeSignOut({ leaves, onSignedOut }: SessionEndOptions): void {
  const box = document.getElementById('session-end')
  if (box !== null) new SessionEnd(box, { leaves, onSignedOut }).watch()
}

class SessionEnd {
  readonly #box: HTMLElement
  readonly #options: SessionEndOptions
  #endsAt: number
  #askedAt = 0
  #actedAt = 0
  #isOver = false
  /** It says that the reader is signed in again, until the next warning. */
  #isBack = false

  constructor(box: HTMLElement, options: SessionEndOptions) {
    this.#box = box
    this.#options = options
    this.#endsAt = Date.now() + Number(box.dataset['leftMs'])
  }

  watch(): void {
    for (const act of ['keydown', 'pointerdown'] as const)
      document.addEventListener(act, () => this.#acted(), { passive: true })
    part(this.#box, '.session-stay')?.addEventListener('click', () => this.#acted())
    // Whoever signed in in another tab comes back to this one.
    document.addEventListener('visibilitychange', () => this.#isOver && void this.#ask(false))
    addEventListener('focus', () => this.#isOver && void this.#ask(false))
    setInterval(() => this.#tick(), TICK_MS)
  }

  get #isNear(): boolean {
    return this.#endsAt - Date.now() <= Number(this.#box.dataset['warnMs'])
  }

  get #isWarning(): boolean {
    return !this.#isOver && !this.#isBack && !this.#box.hidden
  }

  #tick(): void {
    // Nobody comes back to a page that is not seen.
    const isQuiet = this.#isOver ? document.hidden : !this.#isNear && !this.#isWarning
    if (isQuiet) return
    const isDue = Date.now() - this.#askedAt >= ASK_MS
    const isPresent = !this.#isWarning && Date.now() - this.#actedAt <= PRESENT_MS
    if (isDue) void this.#ask(!this.#isOver && isPresent)
    else if (!this.#isOver) this.#show()
  }

  /** Before the warning it is only remembered: each key would be a request. */
  #acted(): void {
    const isFirst = Date.now() - this.#actedAt >= TICK_MS
    this.#actedAt = Date.now()
    if (this.#isWarning && isFirst) void this.#ask(true)
  }

  /** `stays`: a person wants to go on, which prolongs the session; asking alone does not. */
  async #ask(stays: boolean): Promise<void> {
    this.#askedAt = Date.now()
    const told = await askSession(this.#box.dataset['session'] ?? '', stays).catch(() => null)
    if (told === 'signed out') this.#ended()
    else if (told !== null) this.#goesOn(told)
    else if (!this.#isOver) this.#show()
  }

  #goesOn({ leftMs, isFinal, account, formToken }: ToldSession): void {
    this.#endsAt = Date.now() + leftMs
    this.#box.toggleAttribute('data-is-final', isFinal)
    if (!this.#isOver) return this.#show()
    const isSame = account === this.#box.dataset['account']
    this.#say(isSame ? 'textAgain' : 'textOther')
    part(this.#box, '.session-again')?.setAttribute('hidden', '')
    if (!isSame) return
    this.#isOver = false
    this.#isBack = true
    for (const field of document.querySelectorAll<HTMLInputElement>('input[name="csrf"]'))
      field.value = formToken
  }

  #ended(): void {
    const { leaves, onSignedOut } = this.#options
    if (leaves) {
      this.#isOver = true
      return onSignedOut()
    }
    this.#isOver = true
    this.#box.hidden = false
    this.#say('textOver')
    for (const gone of ['.session-left', '.session-stay']) part(this.#box, gone)?.setAttribute('hidden', '')
    part(this.#box, '.session-again')?.removeAttribute('hidden')
  }

  #show(): void {
    const isFinal = this.#box.dataset['isFinal'] !== undefined
    this.#isBack = false
    this.#box.hidden = !this.#isNear
    if (this.#box.hidden) this.#write('.session-said', '')
    else this.#say(isFinal ? 'textFinal' : 'textIdle')
    this.#write('[role="timer"]', leftText(this.#endsAt, Date.now()) ?? '0:00')
    part(this.#box, '.session-left')?.removeAttribute('hidden')
    part(this.#box, '.session-stay')?.toggleAttribute('hidden', isFinal)
  }

  #say(text: 'textIdle' | 'textFinal' | 'textOver' | 'textAgain' | 'textOther'): void {
    this.#write('.session-said', this.#box.dataset[text] ?? '')
  }

  /** Only what is new: an alert that is written again is read out again. */
  #write(which: string, text: string): void {
    const element = part(this.#box, which)
    if (element === null || element.textContent === text) return
    if (which === '.session-said') element.setAttribute('role', 'alert')
    element.textContent = text
  }
}

function part(box: HTMLElement, which: string): HTMLElement | null {
  return box.querySelector<HTMLElement>(which)
}
