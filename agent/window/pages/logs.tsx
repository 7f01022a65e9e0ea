// The support bundle, and the newest lines of the agent's own log.
import { useState } from 'preact/hooks'
import { useAgent } from '../agent-context.ts'
import { useBundle, type BundleState } from '../use-bundle.ts'
import { usePolled } from '../use-polled.ts'
import { eventsIn } from '../views/log-events.ts'
import { LogList } from '../views/log-list.tsx'
import { Notice, Refused } from '../views/notice.tsx'

const LINES = 200
const EVERY_MS = 5_000

export function Logs() {
  return (
    <>
      <Bundle />
      <Newest />
    </>
  )
}

function Bundle() {
  const { t } = useAgent()
  const { logs } = t.windowPages
  const { state, save } = useBundle()
  return (
    <section class="card" aria-labelledby="bundle">
      <h2 id="bundle">{logs.bundle}</h2>
      <p>{logs.bundleText}</p>
      <p>{logs.inIt}</p>
      <p>{logs.notInIt}</p>
      <div class="row">
        <button type="button" class="main" aria-disabled={state.kind === 'making'} onClick={save}>
          {logs.save}
        </button>
      </div>
      <BundleText state={state} />
    </section>
  )
}

function BundleText({ state }: { readonly state: BundleState }) {
  const { t } = useAgent()
  const { logs } = t.windowPages
  switch (state.kind) {
    case 'none':
      return null
    case 'making':
      return <output data-loading>{logs.making}</output>
    case 'not_saved':
      return <output>{logs.notSaved}</output>
    case 'saved':
      return <Notice level="good" title={logs.saved(state.fileName)} />
    case 'refused':
      return <Refused refusal={state.refusal} />
    default:
      return state satisfies never
  }
}

function Newest() {
  const { t, bridge } = useAgent()
  const { logs } = t.windowPages
  const [onlyProblems, setOnlyProblems] = useState(false)
  const { data, refusal } = usePolled(bridge, {
    method: 'logs',
    params: { lines: LINES },
    everyMs: EVERY_MS,
  })
  return (
    <section class="card" aria-labelledby="newest">
      <h2 id="newest">{logs.title}</h2>
      <p class="quiet">{logs.intro}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={onlyProblems}
          onChange={(event) => setOnlyProblems(event.currentTarget.checked)}
        />
        {logs.onlyProblems}
      </label>
      {data === null && refusal === null && <p data-loading>{t.window.loading}</p>}
      {refusal !== null && <Refused refusal={refusal} />}
      {data !== null && <LogList events={eventsIn(data)} onlyProblems={onlyProblems} />}
    </section>
  )
}
