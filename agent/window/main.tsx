// The program of the window: joins the bridge, the status that every page needs, and the pages.
import './zod-without-eval.ts'
import { languageOf } from '@pharmacy-relay/shared/texts/index.ts'
import { render } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { AgentContext, type AgentView } from './agent-context.ts'
import { textOf } from './texts.ts'
import type { AgentBridge } from './bridge.ts'
import { createHttpBridge } from './bridge-http.ts'
import { useRoute } from './route.ts'
import { usePolled } from './use-polled.ts'
import { Layout } from './views/layout.tsx'

function Window({ bridge }: { readonly bridge: AgentBridge }) {
  const {
    data: status,
    refusal: silence,
    again: refresh,
  } = usePolled(bridge, { method: 'status', params: null })
  const language = languageOf(status?.language ?? 'system', navigator.languages)
  useEffect(() => void (document.documentElement.lang = language), [language])
  const route = useRoute()
  const t = useMemo(() => textOf(language), [language])
  const view: AgentView = { bridge, t, status, silence, refresh }
  return (
    <AgentContext.Provider value={view}>
      <Layout route={route} />
    </AgentContext.Provider>
  )
}

render(<Window bridge={window.pharmacyAgent ?? createHttpBridge()} />, document.body)
