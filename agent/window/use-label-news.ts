// Asks about labels when something became of one, instead of every two seconds: each look at them is recorded.
import type { AgentCall, WindowMethod } from '../contract/agent-api.ts'
import { useEffect, useRef } from 'preact/hooks'
import { useAgent } from './agent-context.ts'
import { usePolled, type Polled } from './use-polled.ts'

export function useLabelNews<M extends WindowMethod>(method: M, params: AgentCall<M>): Polled<M> {
  const { bridge, status } = useAgent()
  const polled = usePolled(bridge, { method, params, everyMs: null })
  const { lastLabel, labels, pausedUntil, printer } = status?.printing ?? {}
  const isPaused = (pausedUntil ?? null) !== null
  const news = JSON.stringify([lastLabel, labels, isPaused, printer?.conditions])
  const known = useRef(news)
  useEffect(() => {
    if (known.current === news) return
    known.current = news
    polled.again()
  }, [news])
  return polled
}
