// What a computer found out about the way of its labels: what stops them first, then every place.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { DiagnosedHop, Diagnosis, Verdict } from '@pharmacy-relay/shared/diagnosis.ts'
import { diagnosisText, type DiagnosisText } from '@pharmacy-relay/shared/texts/diagnosis-text.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { DeviceRefusal } from '../../http/device-refusal.ts'
import { computerName } from '../../views/computer-name.ts'
import { PostForm } from '../../views/forms.tsx'
import { PharmacyCrumbs } from '../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { DeviceSays } from '../../views/device-says.tsx'
import { Icon, type IconName } from '../../views/icons.tsx'
import { Notice } from '../../views/notice.tsx'
import { checkPath, customerPath } from '../../views/paths.ts'
import { Age } from '../../views/time.tsx'

/** What the computer found, or why it did not answer. */
export type DiagnosisAnswer = { readonly kind: 'diagnosis'; readonly diagnosis: Diagnosis } | DeviceRefusal

export interface DiagnosisPageProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly answer: DiagnosisAnswer
  /** The server's clock, for ages. */
  readonly now: Date
}

export function diagnosisPage({ frame, customer, computer, answer, now }: DiagnosisPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.diagnosis.title(computerName(computer)),
    children: (
      <>
        <PharmacyCrumbs to={customerPath(customer.storeId)} customer={customer} t={t} />
        <h1>{t.diagnosis.title(computerName(computer))}</h1>
        {answer.kind === 'problem' ? (
          <Notice kind="fault">
            <ProblemText answer={answer} t={t} />
          </Notice>
        ) : (
          <Found diagnosis={answer.diagnosis} now={now} t={t} />
        )}
        <CheckAgain frame={frame} customer={customer} computer={computer} t={t} />
      </>
    ),
  })
}

interface FoundProps {
  readonly diagnosis: Diagnosis
  readonly now: Date
  readonly t: Texts
}

function Found({ diagnosis, now, t }: FoundProps) {
  const blocking = diagnosis.hops.find(({ hop }) => hop === diagnosis.blocking)
  return (
    <>
      {blocking === undefined ? (
        <Notice kind={diagnosis.path === 'hub' ? 'warning' : 'success'}>{throughText(diagnosis, t)}</Notice>
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

function throughText({ path }: Diagnosis, t: Texts): string {
  if (path === null) return t.diagnosis.through
  return path === 'lan' ? t.diagnosis.throughLan : t.diagnosis.throughHub
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

function CheckAgain({
  frame,
  customer,
  computer,
  t,
}: Omit<DiagnosisPageProps, 'answer' | 'now'> & { t: Texts }) {
  return (
    <PostForm
      class="check-connection"
      action={checkPath(customer.storeId)}
      csrfToken={frame.csrfToken}
      underWay={t.diagnosis.underWay}
    >
      <p class="muted">{t.diagnosis.intro}</p>
      <button type="submit" name="computer" value={String(computer.id)} class="btn">
        {t.diagnosis.again}
      </button>
      <output class="check-said"></output>
    </PostForm>
  )
}

function ProblemText({
  answer,
  t,
}: {
  readonly answer: Extract<DiagnosisAnswer, { kind: 'problem' }>
  readonly t: Texts
}) {
  const { code, reason } = answer
  if (code === 'device_offline') return <>{t.diagnosis.offline}</>
  if (code === 'device_timeout' || code === 'upstream_timeout') return <>{t.diagnosis.silent}</>
  if (reason === null) return <>{`${t.problems[code].title}. ${t.problems[code].advice}`}</>
  return (
    <>
      {t.diagnosis.refused} {t.printing.says} <bdi lang="en">{reason}</bdi>
    </>
  )
}
