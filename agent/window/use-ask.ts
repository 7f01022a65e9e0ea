// One thing that a person does: asked once however often the button is pressed, with its answer to show.
import type { AgentCall, WindowMethod } from '../contract/agent-api.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useAgent } from './agent-context.ts'
import { askAgent, type Answer } from './bridge.ts'

export interface Asked<M extends WindowMethod> {
  readonly busy: boolean
  /** Of the last time; null before it and while it is asked again. */
  readonly answer: Answer<M> | null
  /** Resolves with the answer; null while one is under way already. The status is asked for afterwards. */
  readonly ask: (params: AgentCall<M>) => Promise<Answer<M> | null>
  /** Takes the answer off the page. */
  readonly forget: () => void
}

export function useAsk<M extends WindowMethod>(method: M): Asked<M> {
  const { bridge, refresh } = useAgent()
  const [answer, setAnswer] = useState<Answer<M> | null>(null)
  const [busy, setBusy] = useState(false)
  const isBusy = useRef(false)
  const isShown = useRef(true)
  useEffect(() => () => void (isShown.current = false), [])
  const ask = async (params: AgentCall<M>): Promise<Answer<M> | null> => {
    if (isBusy.current) return null
    isBusy.current = true
    setBusy(true)
    setAnswer(null)
    const given = await askAgent(bridge, method, params)
    isBusy.current = false
    if (isShown.current) {
      setBusy(false)
      setAnswer(given)
    }
    refresh()
    return given
  }
  return { busy, answer, ask, forget: () => setAnswer(null) }
}
