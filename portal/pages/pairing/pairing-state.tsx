// What has become of one pairing code: nobody used it yet, a computer did, or it is over. The live part of its page.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { renderToString } from 'preact-render-to-string'
import type {
  CustomerDetail,
  OpenPairingCode,
  PairingCodeOutcome,
  RelayComputer,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Icon } from '../../views/icons.tsx'
import { editorPath, pairingCodePath, pairingPath } from '../../views/paths.ts'
import { Exact, Left } from '../../views/times/time.tsx'
import { ApproveButton } from '../computer/approve-button.tsx'
import { Newcomer } from '../computer/newcomer.tsx'
import { ComputerStatus } from '../../views/computer-status.tsx'
import { WithdrawButton } from './open-codes.tsx'

export interface PairingStateProps {
  readonly language: Language
  readonly viewer: Viewer | null
  readonly customer: CustomerDetail
  readonly codeId: number
  /** What became of a code that the pharmacy does not have open; null also when that is not kept any more. */
  readonly outcome: PairingCodeOutcome | null
  /** The server's clock. */
  readonly now: Date
}

type EndedOutcome = Exclude<PairingCodeOutcome, { state: 'open' }>
type CodeState =
  | { readonly kind: 'open'; readonly code: OpenPairingCode }
  | { readonly kind: 'used'; readonly computer: RelayComputer; readonly at: string | null }
  | { readonly kind: 'ended'; readonly outcome: EndedOutcome | null }

function codeStateOf({ customer, codeId, outcome, now }: PairingStateProps): CodeState {
  const computer = customer.computers.find(({ pairingCodeId }) => pairingCodeId === codeId)
  if (computer !== undefined)
    return { kind: 'used', computer, at: outcome?.state === 'used' ? outcome.at : null }
  const code = customer.pairingCodes.find(({ id }) => id === codeId)
  if (code !== undefined && Date.parse(code.expiresAt) > now.getTime()) return { kind: 'open', code }
  if (code !== undefined) {
    const ranOut = { id: codeId, customerId: customer.id, state: 'expired' as const, at: code.expiresAt }
    return { kind: 'ended', outcome: ranOut }
  }
  return { kind: 'ended', outcome: outcome === null || outcome.state === 'open' ? null : outcome }
}

/** The fragment that replaces `#pairing-state`. */
export function pairingState(props: PairingStateProps): string {
  return renderToString(<PairingState {...props} />)
}

/** Running out is told by nobody: then the region asks, so often, in s. */
const REFRESH_S = 15

export function PairingState(props: PairingStateProps) {
  const { language, viewer, customer, codeId, now } = props
  const t = texts(language)
  const state = codeStateOf(props)
  return (
    <div
      id="pairing-state"
      class="pairing-state"
      data-live-region
      data-customers={String(customer.id)}
      data-refresh={pairingCodePath(customer.storeId, codeId)}
      data-refresh-s={REFRESH_S}
      data-event-id={String(customer.lastEventId)}
      data-now={now.toISOString()}
      data-pairing={state.kind}
    >
      <StateText storeId={customer.storeId} state={state} viewer={viewer} now={now} t={t} />
      {state.kind === 'open' && <WithdrawButton viewer={viewer} t={t} />}
      {state.kind === 'ended' && may(viewer, storeApi.makePairingCode) && (
        <a class="btn btn-primary make-new" href={pairingPath(customer.storeId)}>
          {t.pairing.makeNew}
        </a>
      )}
    </div>
  )
}

interface StateTextProps {
  readonly storeId: string
  readonly state: CodeState
  readonly viewer: Viewer | null
  readonly now: Date
  readonly t: Texts
}

/** What changes is read out; the running clock is not. */
function StateText({ storeId, state, viewer, now, t }: StateTextProps) {
  if (state.kind === 'used')
    return (
      <UsedBy storeId={storeId} computer={state.computer} at={state.at} viewer={viewer} now={now} t={t} />
    )
  if (state.kind === 'ended') return <Ended outcome={state.outcome} t={t} />
  return (
    <>
      <p class="pairing-text">
        <Icon name="clock" /> <output>{t.pairing.unused}</output>
      </p>
      <p class="pairing-left">
        <Left until={state.code.expiresAt} t={t} />
        {state.code.needsApproval && <span class="mark-quiet">{t.pairing.withApproval}</span>}
      </p>
    </>
  )
}

function Ended({ outcome, t }: { readonly outcome: EndedOutcome | null; readonly t: Texts }) {
  return (
    <>
      <p class="pairing-text">
        <Icon name="x" /> <output>{endedText(outcome, t)}</output>
      </p>
      {outcome !== null && 'at' in outcome && <EndedAt at={outcome.at} t={t} />}
    </>
  )
}

function EndedAt({ at, t }: { readonly at: string; readonly t: Texts }) {
  return (
    <p class="pairing-ended-at">
      <Exact at={at} locale={t.locale} />
    </p>
  )
}

function endedText(outcome: EndedOutcome | null, t: Texts): string {
  const p = t.pairing
  if (outcome === null || outcome.state === 'other') return p.ended
  if (outcome.state === 'expired') return p.ranOut
  if (outcome.state === 'used')
    return outcome.computerName === null ? p.wasUsed : p.usedBy(outcome.computerName)
  if (outcome.state === 'tried') return outcome.address === null ? p.wasTried : p.triedFrom(outcome.address)
  return outcome.staffName === null ? p.wasWithdrawn : p.withdrawnBy(outcome.staffName)
}

interface UsedByProps {
  readonly storeId: string
  readonly viewer: Viewer | null
  readonly computer: RelayComputer
  /** When; null when that is not kept any more. */
  readonly at: string | null
  readonly now: Date
  readonly t: Texts
}

/** `data-key` lets the script mark it as news. */
function UsedBy({ storeId, computer, at, viewer, now, t }: UsedByProps) {
  const isWaiting = computer.access === 'waiting'
  return (
    <div data-key={`used-${computer.id}`}>
      <p class="pairing-text pairing-used">
        <Icon name="check" />{' '}
        <output>
          {t.pairing.usedBy(computerName(computer))} {isWaiting ? '' : t.pairing.isIn}
        </output>
      </p>
      {at !== null && <EndedAt at={at} t={t} />}
      <p class="pairing-computer">
        <ComputerStatus computer={computer} now={now} t={t} />
      </p>
      {!isWaiting && may(viewer, storeApi.setRole) && (
        <a class="btn btn-primary" href={`${editorPath(storeId, computer.id)}#role-editor`}>
          {t.pairing.chooseRole}
        </a>
      )}
      {isWaiting && (
        <>
          <p>{t.computers.waitingIntro}</p>
          <Newcomer computer={computer} t={t} />
          {may(viewer, storeApi.approveComputer) && <ApproveButton computer={computer} t={t} />}
        </>
      )}
    </div>
  )
}
