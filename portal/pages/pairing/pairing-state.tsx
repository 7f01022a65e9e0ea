// What has become of one pairing code: nobody used it yet, a computer did, or it is over. The live part of its page.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { renderToString } from 'preact-render-to-string'
import type {
  CustomerDetail,
  OpenPairingCode,
  PairingCodeFate,
  RelayComputer,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Icon } from '../../views/icons.tsx'
import { pairingCodePath, pairingPath } from '../../views/paths.ts'
import { Exact, Left } from '../../views/time.tsx'
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
  readonly fate: PairingCodeFate | null
  /** The server's clock. */
  readonly now: Date
}

type EndedFate = Exclude<PairingCodeFate, { state: 'open' }>
type CodeState =
  | { readonly kind: 'open'; readonly code: OpenPairingCode }
  | { readonly kind: 'used'; readonly computer: RelayComputer; readonly at: string | null }
  | { readonly kind: 'ended'; readonly fate: EndedFate | null }

function codeStateOf({ customer, codeId, fate, now }: PairingStateProps): CodeState {
  const computer = customer.computers.find(({ pairingCodeId }) => pairingCodeId === codeId)
  if (computer !== undefined) return { kind: 'used', computer, at: fate?.state === 'used' ? fate.at : null }
  const code = customer.pairingCodes.find(({ id }) => id === codeId)
  if (code !== undefined && Date.parse(code.expiresAt) > now.getTime()) return { kind: 'open', code }
  if (code !== undefined) {
    const ranOut = { id: codeId, customerId: customer.id, state: 'expired' as const, at: code.expiresAt }
    return { kind: 'ended', fate: ranOut }
  }
  return { kind: 'ended', fate: fate === null || fate.state === 'open' ? null : fate }
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
      <StateText state={state} viewer={viewer} now={now} t={t} />
      {state.kind === 'open' && <WithdrawButton viewer={viewer} t={t} />}
      {state.kind === 'ended' && may(viewer, storeApi.makePairingCode) && (
        <a class="btn btn-primary" href={pairingPath(customer.storeId)}>
          {t.pairing.makeNew}
        </a>
      )}
    </div>
  )
}

interface StateTextProps {
  readonly state: CodeState
  readonly viewer: Viewer | null
  readonly now: Date
  readonly t: Texts
}

/** What changes is read out; the running clock is not. */
function StateText({ state, viewer, now, t }: StateTextProps) {
  if (state.kind === 'used')
    return <UsedBy computer={state.computer} at={state.at} viewer={viewer} now={now} t={t} />
  if (state.kind === 'ended') return <Ended fate={state.fate} t={t} />
  return (
    <>
      <p class="pairing-words">
        <Icon name="clock" /> <output>{t.pairing.unused}</output>
      </p>
      <p class="pairing-left">
        <Left until={state.code.expiresAt} t={t} />
        {state.code.needsApproval && <span class="mark-quiet">{t.pairing.withApproval}</span>}
      </p>
    </>
  )
}

function Ended({ fate, t }: { readonly fate: EndedFate | null; readonly t: Texts }) {
  return (
    <>
      <p class="pairing-words">
        <Icon name="x" /> <output>{endedText(fate, t)}</output>
      </p>
      {fate !== null && 'at' in fate && <EndedAt at={fate.at} t={t} />}
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

function endedText(fate: EndedFate | null, t: Texts): string {
  const p = t.pairing
  if (fate === null || fate.state === 'other') return p.ended
  if (fate.state === 'expired') return p.ranOut
  if (fate.state === 'used') return fate.computerName === null ? p.wasUsed : p.usedBy(fate.computerName)
  if (fate.state === 'tried') return fate.address === null ? p.wasTried : p.triedFrom(fate.address)
  return fate.staffName === null ? p.wasWithdrawn : p.withdrawnBy(fate.staffName)
}

interface UsedByProps {
  readonly viewer: Viewer | null
  readonly computer: RelayComputer
  /** When; null when that is not kept any more. */
  readonly at: string | null
  readonly now: Date
  readonly t: Texts
}

/** `data-key` lets the script mark it as news. */
function UsedBy({ computer, at, viewer, now, t }: UsedByProps) {
  const isWaiting = computer.access === 'waiting'
  return (
    <div data-key={`used-${computer.id}`}>
      <p class="pairing-words pairing-used">
        <Icon name="check" />{' '}
        <output>
          {t.pairing.usedBy(computerName(computer))} {isWaiting ? '' : t.pairing.isIn}
        </output>
      </p>
      {at !== null && <EndedAt at={at} t={t} />}
      <p class="pairing-computer">
        <ComputerStatus computer={computer} now={now} t={t} />
      </p>
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
