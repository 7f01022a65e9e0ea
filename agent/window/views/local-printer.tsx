// Windows' printer that leads to the agent, so that every program prints labels: offered in one click, removed as easily.
// Nothing is shown on other systems, nor while this computer takes no labels.
import type { LocalPrinterStatus } from '../../contract/local-printer.ts'
import { useAgent } from '../agent-context.ts'
import { useLocalPrinter, type LocalPrinterView } from '../use-local-printer.ts'
import { Notice, Refused } from './notice.tsx'

export function LocalPrinter() {
  const { t } = useAgent()
  const { local } = t.windowPages
  const view = useLocalPrinter()
  const { status, done, refusal, needsTerminal } = view
  if (status === null || !isOffered(status)) return null
  return (
    <section class="card" aria-labelledby="local-printer">
      <h2 id="local-printer">{local.title}</h2>
      <State status={status} view={view} />
      {done !== null && <Notice level="good" title={done === 'add' ? local.added : local.removed} />}
      {needsTerminal !== null && (
        <Notice level="caution" title={local.needsAdministrator}>
          <p>
            {local.terminal} <code>pharmacy-relay local-printer {needsTerminal}</code>
          </p>
        </Notice>
      )}
      {refusal !== null && <Refused refusal={refusal} />}
    </section>
  )
}

function isOffered({ state, wanted }: LocalPrinterStatus): boolean {
  if (state === 'not_here' || state === 'other') return false
  return state !== 'absent' || wanted !== null
}

interface StateProps {
  readonly status: LocalPrinterStatus
  readonly view: LocalPrinterView
}

function State({ status: { state, printers, wanted }, view: { busy, act } }: StateProps) {
  const { t } = useAgent()
  const { local } = t.windowPages
  const names = printers.join(', ')
  return (
    <>
      {state === 'absent' && <p>{local.offer}</p>}
      {state === 'there' && (
        <>
          <p>{local.there(names)}</p>
          <p class="quiet">{local.driverHint}</p>
        </>
      )}
      {state === 'wrong' && <Notice level="caution" title={local.wrong} />}
      {state !== 'there' && wanted !== null && (
        <div class="row">
          <button type="button" class="main" aria-disabled={busy} onClick={() => void act('add')}>
            {state === 'absent' ? local.add : local.putRight}
          </button>
        </div>
      )}
      {busy && <output>{local.underWay}</output>}
      {state !== 'absent' && (
        <details>
          <summary>{local.remove}</summary>
          <p>{printers.length === 0 ? local.removePort : local.removeText(names)}</p>
          <div class="row">
            <button type="button" class="drastic" aria-disabled={busy} onClick={() => void act('remove')}>
              {local.removeNow}
            </button>
          </div>
        </details>
      )}
    </>
  )
}
