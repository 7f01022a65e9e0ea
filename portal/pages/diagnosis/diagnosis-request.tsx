// The check of a computer's connection, to the paper: what stops its labels first, then every place that they come by, also at
// the computer with the printer.
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { DiagnosedHop, Diagnosis, Hop, Verdict } from '@pharmacy-relay/shared/diagnosis.ts'
import { deviceRequests } from '@pharmacy-relay/shared/hub/device-requests.ts'
import { isSettling, type Health, type HealthCode } from '@pharmacy-relay/shared/labels/health.ts'
import { causeText } from '@pharmacy-relay/shared/texts/health-text.ts'
import {
  diagnosisText,
  throughText,
  type DiagnosisText,
} from '@pharmacy-relay/shared/texts/diagnosis-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { refusalOf, type DeviceRefusal } from '../../http/device-refusal.ts'
import { paramsOf, type FoundComputer } from '../../http/named-customer.ts'
import type { StoreCall } from '../../http/staff.ts'
import { computerName } from '../../views/computer-name.ts'
import { DeviceSays } from '../../views/device-says.tsx'
import { Icon, type IconName } from '../../views/icons.tsx'
import { Notice } from '../../views/notice.tsx'
import { Age } from '../../views/times/time.tsx'
import { printerComputerOf } from '../printing/role-consequences.ts'
import type { RowRequest, ShownAnswer } from '../requests/row-request.ts'

export const diagnosisRequest: RowRequest = {
  request: deviceRequests.CollectDiagnosticsAsync,
  segment: 'check',
  text: ({ diagnosis }) => diagnosis,
  async ask(store, computer) {
    const [own, there] = await Promise.all([checkOf(store, computer), checkThere(store, computer)])
    return found(own, there, knownOf(computer))
  },
  sample: (view) => found(deviceRequests.CollectDiagnosticsAsync.sample)(view),
}

async function checkOf(store: StoreCall, computer: FoundComputer): Promise<Diagnosis> {
  const call = { params: paramsOf(computer), query: null, body: null }
  return (await store(storeApi.CollectDiagnosticsAsync, call)).answer
}

/** The check of the computer that a Client prints through, or why there is none. */
export interface CheckThere {
  /** What staff call it. */
  readonly computer: string
  readonly answer: Diagnosis | DeviceRefusal
}

/** Null for a computer that prints on its own printer, or nowhere. */
async function checkThere(
  store: StoreCall,
  { customer, computer }: FoundComputer,
): Promise<CheckThere | null> {
  const printer = computer.role === CLIENT ? printerComputerOf(customer) : null
  if (printer === null) return null
  const answer = await checkOf(store, { customer, computer: printer }).catch(refusalOf)
  return { computer: computerName(printer), answer }
}

const CLIENT = 2

/** What the platform alone knows, and no computer of the pharmacy can find. */
export interface KnownBeside {
  /** Why its labels stop: the access of the computer with the printer; null: nothing that only the platform knows. */
  readonly cause: Health | null
  readonly isClosed: boolean
  /** Labels come out, and this is worth a look: of the computer, else of the one that it prints through. */
  readonly remark: Health | null
}

const NOTHING_KNOWN: KnownBeside = { cause: null, isClosed: false, remark: null }
const KEPT_OUT: ReadonlySet<HealthCode> = new Set<HealthCode>(['withdrawn', 'waits_for_approval'])

function knownOf({ customer, computer }: FoundComputer): KnownBeside {
  const { health = null } = computer
  const isKeptOut = health?.level === 'stopped' && KEPT_OUT.has(health.cause?.code ?? 'other')
  const way = computer.role === CLIENT ? [computer, printerComputerOf(customer)] : [computer]
  const remark = way.map((one) => one?.health ?? null).find((one) => one !== null && isRemark(one)) ?? null
  return {
    cause: isKeptOut ? health : null,
    isClosed: customer.openingHours?.isOpen === false,
    remark,
  }
}

function isRemark(health: Health): boolean {
  return health.level === 'warning' && !isSettling(health)
}

export function found(
  own: Diagnosis,
  there: CheckThere | null = null,
  known: KnownBeside = NOTHING_KNOWN,
): ShownAnswer {
  return ({ now, t }) => <Found own={own} there={there} known={known} now={now} t={t} />
}

interface FoundProps {
  readonly own: Diagnosis
  readonly there: CheckThere | null
  readonly known: KnownBeside
  /** The server's clock, for ages. */
  readonly now: Date
  readonly t: Texts
}

function Found({ own, there, known, now, t }: FoundProps) {
  return (
    <>
      {known.cause === null ? (
        <FirstCause own={own} there={there} remark={known.remark} t={t} />
      ) : (
        <KeptOut cause={known.cause} t={t} />
      )}
      {known.isClosed && <p>{t.diagnosis.closedNow}</p>}
      <HopTable diagnosis={own} t={t} />
      {there !== null && <There there={there} t={t} />}
      <p class="muted">
        {t.diagnosis.asOf} <Age at={own.at} now={now} locale={t.locale} />
      </p>
    </>
  )
}

/** Labels do not leave the computer itself. */
const OWN_PLACES: readonly Hop[] = ['role', 'listener', 'spool', 'trust']

/**
 * What stops labels there is the first cause of what stops them on their way there. Labels get through when both computers
 * say so.
 */
type FirstCauseProps = Pick<FoundProps, 'own' | 'there' | 't'> & Pick<KnownBeside, 'remark'>

function FirstCause({ own, there, remark, t }: FirstCauseProps) {
  const theirs = there !== null && isDiagnosis(there.answer) ? blockingIn(there.answer) : undefined
  const ours = blockingIn(own)
  if (theirs !== undefined && there !== null && (ours === undefined || !OWN_PLACES.includes(ours.hop)))
    return <Blocking found={theirs} at={there.computer} t={t} />
  if (ours !== undefined) return <Blocking found={ours} at={null} t={t} />
  // Labels that take another way do not need that computer.
  const isWhole = there === null || isDiagnosis(there.answer) || isAtStandby(own)
  if (!isWhole) return <Notice kind="warning">{t.diagnosis.notAsked(there.computer)}</Notice>
  const isGood = isWholeWay(own) && remark === null
  return (
    <Notice kind={isGood ? 'success' : 'warning'}>
      {throughText(own, t.diagnosis)}
      {remark !== null && (
        <>
          {' '}
          <AtComputer health={remark} t={t} /> {causeText(remark, t.health)}.
        </>
      )}
    </Notice>
  )
}

function AtComputer({ health: { at }, t }: { readonly health: Health; readonly t: Texts }) {
  return at === null ? null : <bdi>{t.health.at(at.name)}</bdi>
}

/** As everywhere else in the panel. */
function KeptOut({ cause, t }: { readonly cause: Health; readonly t: Texts }) {
  return (
    <Notice kind="fault">
      <AtComputer health={cause} t={t} /> <strong>{t.diagnosis.blocking}</strong> {causeText(cause, t.health)}
      .
    </Notice>
  )
}

function isDiagnosis(answer: CheckThere['answer']): answer is Diagnosis {
  return 'hops' in answer
}

function blockingIn({ hops, blocking }: Diagnosis): DiagnosedHop | undefined {
  return hops.find(({ hop }) => hop === blocking)
}

function isAtStandby({ hops }: Diagnosis): boolean {
  return hops.some(({ code }) => code === 'role_standby')
}

/** The short way, and the printer at its end says how it is. */
function isWholeWay({ path, hops }: Diagnosis): boolean {
  return path !== 'hub' && !hops.some(({ code }) => code === 'printer_not_told')
}

function There({ there: { computer, answer }, t }: { readonly there: CheckThere; readonly t: Texts }) {
  return (
    <section>
      <h2>{t.diagnosis.there(computer)}</h2>
      {isDiagnosis(answer) ? <HopTable diagnosis={answer} t={t} /> : <p>{t.diagnosis.notAsked(computer)}</p>}
    </section>
  )
}

interface BlockingProps {
  readonly found: DiagnosedHop
  /** The other computer that says so; null: the one that was asked. */
  readonly at: string | null
  readonly t: Texts
}

function Blocking({ found, at, t }: BlockingProps) {
  const { text, advice, ...said } = diagnosisText(found, t.diagnosis)
  return (
    <Notice kind="fault">
      {at !== null && (
        <>
          <bdi>{t.health.at(at)}</bdi>{' '}
        </>
      )}
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
