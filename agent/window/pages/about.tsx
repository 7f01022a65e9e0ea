// Which version runs, whether a newer one is on its way, and what support asks for on the telephone.
import type { UpdatesStatus } from '../../contract/updates.ts'
import { useAgent } from '../agent-context.ts'
import { useAsk } from '../use-ask.ts'
import { usePolled } from '../use-polled.ts'
import { Notice, Refused } from '../views/notice.tsx'
import { dayAndTime } from '../views/times.ts'
import { Program } from './about/program.tsx'

export function About() {
  return (
    <>
      <Updates />
      <Program />
    </>
  )
}

function Updates() {
  const { t, bridge } = useAgent()
  const { data, refusal, again } = usePolled(bridge, { method: 'updates', params: null })
  const check = useAsk('checkUpdates')
  const back = useAsk('updateBack')
  return (
    <section class="card" aria-labelledby="updates">
      <h2 id="updates">{t.updates.title}</h2>
      {data === null && refusal === null && <p data-loading>{t.window.loading}</p>}
      {refusal !== null && <Refused refusal={refusal} />}
      {data !== null && (
        <>
          <UpdateState updates={data} />
          {data.off === null && (
            <div class="row">
              <button
                type="button"
                aria-disabled={check.busy}
                onClick={() => void check.ask(null).then(again)}
              >
                {t.updates.check}
              </button>
            </div>
          )}
          {data.previous !== null && (
            <GoBack
              previous={data.previous}
              busy={back.busy}
              goBack={() => void back.ask(null).then(again)}
            />
          )}
        </>
      )}
      {check.answer?.ok === false && <Refused refusal={check.answer} />}
      {back.answer?.ok === false && <Refused refusal={back.answer} />}
    </section>
  )
}

function UpdateState({
  updates: { step, off, offered, fault, lastCheckAt },
}: {
  readonly updates: UpdatesStatus
}) {
  const { t } = useAgent()
  const { updates, windowPages } = t
  if (off !== null)
    return (
      <Notice level="caution" title={windowPages.about.off}>
        <p>{updates.off[off]}</p>
      </Notice>
    )
  return (
    <>
      <output>{updates.steps[step]}</output>
      {fault !== null && <Notice level="caution" title={updates.faults[fault.code]} />}
      {offered !== null && (
        <p>
          {updates.offered(offered.version)}{' '}
          {offered.isForThisComputer
            ? step === 'fetching' && updates.fetched(percentOf(offered))
            : updates.notYetHere(offered.rolloutPercent)}
        </p>
      )}
      <p class="quiet">
        {lastCheckAt === null
          ? windowPages.about.notLooked
          : updates.lastCheck(dayAndTime(t.locale, lastCheckAt))}
      </p>
    </>
  )
}

function percentOf({
  bytes,
  fetchedBytes,
}: {
  readonly bytes: number
  readonly fetchedBytes: number
}): number {
  return bytes === 0 ? 0 : Math.floor((100 * fetchedBytes) / bytes)
}

interface GoBackProps {
  readonly previous: string
  readonly busy: boolean
  readonly goBack: () => void
}

function GoBack({ previous, busy, goBack }: GoBackProps) {
  const { t } = useAgent()
  return (
    <details>
      <summary>{t.updates.back(previous)}</summary>
      <p>{t.updates.backSure(previous)}</p>
      <div class="row">
        <button type="button" class="drastic" aria-disabled={busy} onClick={goBack}>
          {t.windowPages.about.goBack}
        </button>
      </div>
    </details>
  )
}
