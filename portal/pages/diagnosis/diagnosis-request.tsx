// The check of a computer's connection: what stops its labels first, then every place that they come by.
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { DiagnosedHop, Diagnosis, Verdict } from '@pharmacy-relay/shared/diagnosis.ts'
import {
  diagnosisText,
  throughText,
  type DiagnosisText,
} from '@pharmacy-relay/shared/texts/diagnosis-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { DeviceSays } from '../../views/device-says.tsx'
import { Icon, type IconName } from '../../views/icons.tsx'
import { Notice } from '../../views/notice.tsx'
import { Age } from '../../views/times/time.tsx'
import type { RowRequest, ShownAnswer } from '../requests/row-request.ts'

export const diagnosisRequest: RowRequest = {
  endpoint: storeApi.CollectDiagnosticsAsync,
  segment: 'check',
  text: ({ diagnosis }) => diagnosis,
  async ask(store, params) {
    const call = { params, query: null, body: null }
    const { answer } = await store(storeApi.CollectDiagnosticsAsync, call)
    return found(answer)
  },
}

export function found(diagnosis: Diagnosis): ShownAnswer {
  return ({ now, t }) => <Found diagnosis={diagnosis} now={now} t={t} />
}

interface FoundProps {
  readonly diagnosis: Diagnosis
  /** The server's clock, for ages. */
  readonly now: Date
  readonly t: Texts
}

function Found({ diagnosis, now, t }: FoundProps) {
  const blocking = diagnosis.hops.find(({ hop }) => hop === diagnosis.blocking)
  return (
    <>
      {blocking === undefined ? (
        <Notice kind={isWhole(diagnosis) ? 'success' : 'warning'}>
          {throughText(diagnosis, t.diagnosis)}
        </Notice>
      ) : (
        <Blocking found={blocking} t={t} />
      )}
      <HopTable diagnosis={diagnosis} t={t} />
      <p class="muted">
        {t.diagnosis.asOf} <Age at={diagnosis.at} now={now} locale={t.locale} />
      </p>
    </>
  )
}

/** The short way, and the printer at its end says how it is. */
function isWhole({ path, hops }: Diagnosis): boolean {
  return path !== 'hub' && !hops.some(({ code }) => code === 'printer_not_told')
}

function Blocking({ found, t }: { readonly found: DiagnosedHop; readonly t: Texts }) {
  const { text, advice, ...said } = diagnosisText(found, t.diagnosis)
  return (
    <Notice kind="fault">
      <strong>
        {t.diagnosis.blocking} {t.diagnosis.hops[found.hop]}.
      </strong>{' '}
      {text}
      <Detail {...said} t={t} />
      {advice !== null && (
        <span class="hop-advice">
          <strong>{t.diagnosis.whatToDo}:</strong> {advice}
        </span>
      )}
    </Notice>
  )
}

/** Colour is never alone: each verdict has a shape and a word. */
const ICONS = {
  ok: 'check',
  attention: 'alert',
  failed: 'x',
  not_tested: 'clock',
} as const satisfies Record<Verdict, IconName>

function HopTable({ diagnosis, t }: { readonly diagnosis: Diagnosis; readonly t: Texts }) {
  const d = t.diagnosis
  return (
    <table class="hop-table">
      <thead>
        <tr>
          <th scope="col">{d.place}</th>
          <th scope="col">{d.verdict}</th>
          <th scope="col">{d.found}</th>
          <th scope="col" class="hop-took">
            {d.took}
          </th>
        </tr>
      </thead>
      <tbody>
        {diagnosis.hops.map((found) => (
          <HopRow found={found} isBlocking={found.hop === diagnosis.blocking} t={t} />
        ))}
      </tbody>
    </table>
  )
}

interface HopRowProps {
  readonly found: DiagnosedHop
  /** What to do about it stands above. */
  readonly isBlocking: boolean
  readonly t: Texts
}

function HopRow({ found, isBlocking, t }: HopRowProps) {
  const { hop, verdict, tookMs } = found
  const { text, advice, ...said } = diagnosisText(found, t.diagnosis)
  return (
    <tr class={`hop-${verdict}`}>
      <th scope="row">{t.diagnosis.hops[hop]}</th>
      <td class="hop-verdict">
        <Icon name={ICONS[verdict]} /> {t.diagnosis.verdicts[verdict]}
      </td>
      <td>
        {text}
        <Detail {...said} t={t} />
        {advice !== null && !isBlocking && <span class="hop-advice">{advice}</span>}
      </td>
      <td class="hop-took">{tookMs > 0 && t.pharmacy.milliseconds(tookMs)}</td>
    </tr>
  )
}

/** What the computer itself says stands behind our words. */
function Detail({ reasons, detail, t }: Pick<DiagnosisText, 'reasons' | 'detail'> & { readonly t: Texts }) {
  const said = reasons.length > 0 ? reasons : detail
  if (said === null) return null
  return (
    <span class="sub">
      <DeviceSays said={said} t={t} />
    </span>
  )
}
