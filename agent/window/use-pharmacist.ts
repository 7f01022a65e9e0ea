// Who is signed in, asked every second, and the agent's word that somebody is at the window.
import type { PharmacistSession } from '../contract/dispensing.ts'
import { useEffect } from 'preact/hooks'
import { useAgent } from './agent-context.ts'
import { askAgent, type AgentBridge, type Refusal } from './bridge.ts'
import { usePolled } from './use-polled.ts'

/** So soon after its end nothing of a session is on the page (H17: 2 s). */
const EVERY_MS = 1_000
/** A person who types is told of so often; the session ends after ten minutes without. */
const TOLD_EVERY_MS = 20_000

export interface Pharmacist {
  /** Null before the first answer. */
  readonly session: PharmacistSession | null
  /** Why the last question was refused; null when it was answered. */
  readonly refusal: Refusal | null
  readonly again: () => void
}

export function usePharmacist(): Pharmacist {
  const { bridge } = useAgent()
  // A window that is closed into the icon keeps its page.
  const question = { method: 'session', params: null, everyMs: EVERY_MS, alsoUnseen: true } as const
  const polled = usePolled(bridge, question)
  const { data: session, refusal, again } = polled
  useActivity(bridge, session?.state === 'signed_in')
  return { session, refusal, again }
}

function useActivity(bridge: AgentBridge, isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return undefined
    let toldAtMs = -TOLD_EVERY_MS
    const active = (): void => {
      if (performance.now() - toldAtMs < TOLD_EVERY_MS) return
      toldAtMs = performance.now()
      void askAgent(bridge, 'stayInSession', null)
    }
    const events = ['keydown', 'pointerdown', 'wheel'] as const
    for (const event of events) addEventListener(event, active, { passive: true })
    return () => {
      for (const event of events) removeEventListener(event, active)
    }
  }, [bridge, isSignedIn])
}
