// Asks again and again while the page can be seen, one question at a time, and keeps the last answer.
import type { AgentParams, AgentReplyData, WindowMethod } from '@pharmacy-relay/shared/agent-api.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { askAgent, type AgentBridge, type Refusal } from './bridge.ts'

export const POLL_MS = 2_000

export interface Polled<M extends WindowMethod> {
  /** Null before the first answer. */
  readonly data: AgentReplyData<M> | null
  /** Why the last question was refused; null when it was answered. `data` stays. */
  readonly refusal: Refusal | null
  readonly again: () => void
}

/** `everyMs` null: once, and when `again` is called. */
export function usePolled<M extends WindowMethod>(
  bridge: AgentBridge,
  question: { readonly method: M; readonly params: AgentParams<M>; readonly everyMs?: number | null },
): Polled<M> {
  const { method, params, everyMs = POLL_MS } = question
  const [seen, setSeen] = useState<Omit<Polled<M>, 'again'>>({ data: null, refusal: null })
  const ask = useRef<() => void>(() => undefined)
  useEffect(() => {
    setSeen({ data: null, refusal: null })
    const poll = polling(everyMs, async () => {
      const answer = await askAgent(bridge, method, params)
      return () =>
        setSeen((last) => (answer.ok ? { data: answer.data, refusal: null } : { ...last, refusal: answer }))
    })
    ask.current = poll.now
    return poll.stop
    // Params are small and plain.
  }, [bridge, method, JSON.stringify(params), everyMs])
  return { ...seen, again: () => ask.current() }
}

/** `ask` gives what is done with its answer, which is dropped once the page has gone on. */
function polling(everyMs: number | null, ask: () => Promise<() => void>) {
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
    void ask().then((take) => {
      asking = false
      if (isStopped) return
      take()
      if (isWanted) now()
      else if (everyMs !== null && !document.hidden) timer = setTimeout(now, everyMs)
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
