// The doctor: what stops labels and what to do about it, then every place that a label comes by.
import type { DiagnosedHop, Diagnosis, Verdict } from '@pharmacy-relay/shared/diagnosis.ts'
import {
  diagnosisText,
  throughText,
  type DiagnosisText,
} from '@pharmacy-relay/shared/texts/diagnosis-text.ts'
import { useEffect } from 'preact/hooks'
import { useAgent } from '../agent-context.ts'
import { hrefOf } from '../route.ts'
import { useAsk } from '../use-ask.ts'
import { Icon, type IconName } from '../views/icons.tsx'
import { Notice, Refused } from '../views/notice.tsx'
import { Reason } from '../views/reason.tsx'
import { clockTime } from '../views/times.ts'

export function Doctor() {
  const { t } = useAgent()
  const { doctor } = t.windowPages
  const { busy, answer, ask } = useAsk('doctor')
  // Whoever opens this page wants to know; it prints nothing.
  useEffect(() => void ask(null), [])
  return (
    <>
      <p>{doctor.intro}</p>
      <div class="row">
        <button type="button" class="main" aria-disabled={busy} onClick={() => void ask(null)}>
          {doctor.again}
        </button>
        {busy && <output data-loading>{doctor.underWay}</output>}
      </div>
      {answer !== null && (answer.ok ? <Found diagnosis={answer.data} /> : <Refused refusal={answer} />)}
    </>
  )
}

function Found({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  const { t } = useAgent()
  const { doctor } = t.windowPages
  const { at, hops, tookMs } = diagnosis
  const seconds = new Intl.NumberFormat(t.locale, { maximumFractionDigits: 1 }).format(tookMs / 1_000)
  return (
    <>
      <Verdicts diagnosis={diagnosis} />
      <section class="card" aria-labelledby="places">
        <h2 id="places">{doctor.allHops}</h2>
        <ol class="hops">
          {hops.map((hop) => (
            <Hop key={hop.hop} found={hop} />
          ))}
        </ol>
        <p class="quiet">{`${doctor.at(clockTime(t.locale, at))}. ${doctor.took(seconds)}.`}</p>
      </section>
    </>
  )
}

/** The one sentence that counts. */
function Verdicts({ diagnosis: { blocking, hops, path } }: { readonly diagnosis: Diagnosis }) {
  const { t } = useAgent()
  const { diagnosis: texts, windowPages } = t
  const found = hops.find(({ hop }) => hop === blocking)
  if (found === undefined) {
    const isKnown = !hops.some(({ code }) => code === 'printer_not_told')
    const unknown = `${texts.hops.printer}: ${texts.verdicts.not_tested}`
    return (
      <Notice level={isKnown ? 'good' : 'caution'} title={isKnown ? windowPages.doctor.fine : unknown}>
        <p>{throughText({ path, hops }, texts)}</p>
      </Notice>
    )
  }
  const { text, advice, ...said } = diagnosisText(found, texts)
  return (
    <Notice level="bad" title={`${texts.blocking} ${texts.hops[found.hop]}`}>
      <p>{text}</p>
      <Why {...said} />
      {advice !== null && (
        <p>
          <strong>{texts.whatToDo}:</strong> {advice}
        </p>
      )}
      <div class="row">
        <a class="button" href={hrefOf('help')}>
          {t.windowHelp.askHere}
        </a>
      </div>
    </Notice>
  )
}

/** In the person's language; where no code says why, in the agent's English. */
function Why({ reasons, detail }: Pick<DiagnosisText, 'reasons' | 'detail'>) {
  if (reasons.length > 0)
    return (
      <p class="quiet">
        <Reason reasons={reasons} />
      </p>
    )
  return detail === null ? null : <p class="quiet">{detail}</p>
}

const ICONS = {
  ok: 'ready',
  attention: 'attention',
  failed: 'offline',
  not_tested: 'pause',
} as const satisfies Record<Verdict, IconName>

function Hop({ found }: { readonly found: DiagnosedHop }) {
  const { t } = useAgent()
  const { text, advice, ...said } = diagnosisText(found, t.diagnosis)
  return (
    <li class={`hop ${found.verdict}`}>
      <span class="verdict">
        <Icon name={ICONS[found.verdict]} />
        {t.diagnosis.verdicts[found.verdict]}
      </span>
      <div>
        <h3>{t.diagnosis.hops[found.hop]}</h3>
        <p>{text}</p>
        <Why {...said} />
        {advice !== null && <p class="advice">{advice}</p>}
      </div>
    </li>
  )
}
