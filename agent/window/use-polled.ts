// Asks again and again while the page can be seen, one question at a time, and keeps the last answer.
import type { AgentCall, AgentReplyData, WindowMethod } from '../contract/agent-api.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { askAgent, type AgentBridge, type BridgeCode, type Refusal } from './bridge.ts'

export const POLL_MS = 2_000

export interface Polled<M extends WindowMethod> {
  /** Null before the first answer. */
  readonly data: AgentReplyData<M> | null
  /** Why the last question was refused; null when it was answered. `data` stays. */
  readonly refusal: Refusal | null
  readonly again: () => void
}

/**
 * `everyMs` null: once, and when `again` is called; asked on only while the agent is away. `alsoUnseen`: also while the page
 * cannot be seen, for what takes something off it.
 */
export function usePolled<M extends WindowMethod>(
  bridge: AgentBridge,
  question: {
    readonly method: M
    readonly params: AgentCall<M>
    readonly everyMs?: number | null
    readonly alsoUnseen?: boolean
  },
): Polled<M> {
  const { method, params, everyMs = POLL_MS, alsoUnseen = false } = question
  const [seen, setSeen] = useState<Omit<Polled<M>, 'again'>>({ data: null, refusal: null })
  const ask = useRef<() => void>(() => undefined)
  useEffect(() => {
    setSeen({ data: null, refusal: null })
    const poll = polling({ everyMs, alsoUnseen }, async () => {
      const answer = await askAgent(bridge, method, params)
      const take = (): void =>
        setSeen((last) => (answer.ok ? { data: answer.data, refusal: null } : { ...last, refusal: answer }))
      return { take, isAway: !answer.ok && AWAY.has(answer.code) }
    })
    ask.current = poll.now
    return poll.stop
    // Params are small and plain.
  }, [bridge, method, JSON.stringify(params), everyMs, alsoUnseen])
  return { ...seen, again: () => ask.current() }
}

/** Nobody answered, or not in time, or the agent is starting or stops: then it is answered soon. */
const AWAY: ReadonlySet<BridgeCode> = new Set(['not_running', 'unavailable', 'device_timeout'])

interface Taken {
  /** What is done with the answer, which is dropped once the page has gone on. */
  readonly take: () => void
  readonly isAway: boolean
}

interface Pace {
  readonly everyMs: number | null
  readonly alsoUnseen: boolean
}

function polling({ everyMs, alsoUnseen }: Pace, ask: () => Promise<Taken>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false
  let isWanted = false
  let isStopped = false
  const now = (): void => {
    clearTimeout(timer)
    if (asking) {
      isWanted = true
      return
    }
    asking = true
    isWanted = false
    void ask().then(({ take, isAway }) => {
      asking = false
      if (isStopped) return
      take()
      if (isWanted) now()
      else if (everyMs === null && isAway) timer = setTimeout(now, POLL_MS)
      else if (everyMs !== null && (alsoUnseen || !document.hidden)) timer = setTimeout(now, everyMs)
    })
  }
  const seenAgain = (): void => {
    if (!document.hidden) now()
  }
  if (everyMs !== null) document.addEventListener('visibilitychange', seenAgain)
  now()
  return {
    now,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seenAgain)
    },
  }
}
