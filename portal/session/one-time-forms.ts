// Forms that are sent once: each carries a value that ends with its first use, so that a reload or a second press
// repeats nothing. What memory has forgotten (a restart, too many forms) counts as never issued: the form is asked for
// again, and nothing happens twice.
import { randomBytes } from 'node:crypto'
import { BoundedMap } from '@pharmacy-relay/relay-server/auth/bounded-map.ts'

const MAX_SESSIONS = 2_000
const MAX_FORMS_PER_SESSION = 16
const LIFE_MS = 3_600_000

/** `issued` is given to the first use alone. */
export type FormUse = 'issued' | 'used' | 'unknown'

/** Whose form it is, and what it does: a value serves no other session and no other purpose. */
export interface FormOwner {
  readonly sessionId: string
  readonly purpose: string
}

export class OneTimeForms {
  readonly #bySession = new BoundedMap<BoundedMap<FormUse>>(MAX_SESSIONS)

  /** A value for one form, good for an hour. */
  issue(owner: FormOwner, nowMs: number): string {
    const forms = this.#formsOf(owner, nowMs) ?? new BoundedMap<FormUse>(MAX_FORMS_PER_SESSION)
    const value = randomBytes(16).toString('base64url')
    forms.set(keyOf(owner, value), 'issued', { nowMs, forMs: LIFE_MS })
    this.#bySession.set(owner.sessionId, forms, { nowMs, forMs: LIFE_MS })
    return value
  }

  /** What the value is worth; `issued` becomes `used` in the same step, so that two uses at once are one. */
  take(owner: FormOwner, value: string, nowMs: number): FormUse {
    const forms = this.#formsOf(owner, nowMs)
    const use = forms?.get(keyOf(owner, value), nowMs) ?? 'unknown'
    if (use === 'issued') forms?.set(keyOf(owner, value), 'used', { nowMs, forMs: LIFE_MS })
    return use
  }

  /** Nothing was done yet, and the form comes again: the value is good once more. */
  giveBack(owner: FormOwner, value: string, nowMs: number): void {
    this.#formsOf(owner, nowMs)?.set(keyOf(owner, value), 'issued', { nowMs, forMs: LIFE_MS })
  }

  /** What the form asked for failed: the value is worth nothing any more, but nobody is told that it worked. */
  forget(owner: FormOwner, value: string, nowMs: number): void {
    this.#formsOf(owner, nowMs)?.set(keyOf(owner, value), 'unknown', { nowMs, forMs: LIFE_MS })
  }

  #formsOf({ sessionId }: FormOwner, nowMs: number): BoundedMap<FormUse> | undefined {
    return this.#bySession.get(sessionId, nowMs)
  }
}

function keyOf({ purpose }: FormOwner, value: string): string {
  return `${purpose} ${value}`
}
