// All payments that the stand-in holds, each change said to whoever listens; kept over a restart where there is a file.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { acted, isOver, type Intent, type IntentAct } from './intent.ts'

const KEPT = 2_000

export type NewIntent = Pick<Intent, 'reference' | 'amountMinor' | 'currency' | 'returnUrl' | 'language'>

export interface Intents {
  make(given: NewIntent): Intent
  find(id: string): Intent | null
  findByPage(pageToken: string): Intent | null
  /** Newest first. */
  list(): readonly Intent[]
  /** Null where its state does not allow it, or there is none. */
  act(id: string, act: IntentAct): Intent | null
}

export interface IntentsParts {
  readonly clock: Clock
  /** From before a restart, oldest first. */
  readonly kept: readonly Intent[]
  /** After each change; `kind` as events name it. */
  readonly changed: (intent: Intent, kind: string) => void
}

export function createIntents({ clock, kept, changed }: IntentsParts): Intents {
  const held = new Map(kept.map((intent) => [intent.id, intent]))
  const keep = (intent: Intent, kind: string): Intent => {
    held.set(intent.id, intent)
    const [oldest] = held.keys()
    if (held.size > KEPT && oldest !== undefined) held.delete(oldest)
    changed(intent, kind)
    return intent
  }
  const act = (id: string, given: IntentAct): Intent | null => {
    const intent = find(id)
    const next = intent === null ? null : acted(intent, given, clock.wallMs())
    if (next === null || intent === null) return null
    if (given.kind === 'refund') return keep(next, 'payment.refunded')
    return next.state === intent.state ? keep(next, '') : keep(next, `payment.${next.state}`)
  }
  /** One whose time is over ends when somebody looks. */
  const find = (id: string): Intent | null => {
    const intent = held.get(id) ?? null
    if (intent === null || !isOver(intent, clock.wallMs())) return intent
    const ended = acted(intent, { kind: 'lapse' }, clock.wallMs())
    return ended === null ? intent : keep(ended, `payment.${ended.state}`)
  }
  return {
    make: (given) => keep(newIntent(given, clock.wallMs()), 'payment.requires_action'),
    find,
    findByPage: (pageToken) => {
      const intent = [...held.values()].find((one) => one.pageToken === pageToken)
      return intent === undefined ? null : find(intent.id)
    },
    list: () => [...held.values()].toReversed(),
    act,
  }
}

function newIntent(given: NewIntent, nowMs: number): Intent {
  return {
    ...given,
    id: `pi_${randomUUID()}`,
    state: 'requires_action',
    capturedMinor: 0,
    refundedMinor: 0,
    lastFour: null,
    fault: null,
    pageToken: randomBytes(24).toString('base64url'),
    createdMs: nowMs,
    changedMs: nowMs,
  }
}
