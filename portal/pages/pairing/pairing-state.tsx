// What has become of one pairing code: nobody used it yet, a computer did, or it is over. The live part of its page.
import { renderToString } from 'preact-render-to-string'
import type {
  CustomerDetail,
  OpenPairingCode,
  RelayComputer,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Icon } from '../../views/icons.tsx'
import { pairingCodePath } from '../../views/paths.ts'
import { Left } from '../../views/time.tsx'
import { ApproveButton } from '../computer/approve-button.tsx'
import { Newcomer } from '../computer/newcomer.tsx'
import { ComputerStatus } from '../relay-detail/computer-status.tsx'
import { WithdrawButton } from './open-codes.tsx'

export interface PairingStateProps {
  readonly language: Language
  readonly customer: CustomerDetail
  readonly codeId: number
  /** The server's clock. */
  readonly now: Date
}

export type CodeState =
  | { readonly kind: 'open'; readonly code: OpenPairingCode }
  | { readonly kind: 'used'; readonly computer: RelayComputer }
  | { readonly kind: 'ended' }

/** As the pharmacy tells it: a code that is neither open nor a computer's has ended. */
export function codeStateOf(
  { computers, pairingCodes }: CustomerDetail,
  codeId: number,
  now: Date,
): CodeState {
  const computer = computers.find(({ pairingCodeId }) => pairingCodeId === codeId)
  if (computer !== undefined) return { kind: 'used', computer }
  const code = pairingCodes.find(({ id }) => id === codeId)
  return code === undefined || Date.parse(code.expiresAt) <= now.getTime()
    ? { kind: 'ended' }
    : { kind: 'open', code }
}

/** The fragment that replaces `#pairing-state`. */
export function pairingState(props: PairingStateProps): string {
  return renderToString(<PairingState {...props} />)
}

export function PairingState({ language, customer, codeId, now }: PairingStateProps) {
  const t = texts(language)
  const state = codeStateOf(customer, codeId, now)
  return (
    <div
      id="pairing-state"
      class="pairing-state"
      data-live-region
      data-customers={String(customer.id)}
      data-refresh={pairingCodePath(customer.storeId, codeId)}
      data-event-id={String(customer.lastEventId)}
      data-now={now.toISOString()}
      data-pairing={state.kind}
    >
      <StateWords state={state} now={now} t={t} />
      {state.kind === 'open' && <WithdrawButton t={t} />}
    </div>
  )
}

interface StateWordsProps {
  readonly state: CodeState
  readonly now: Date
  readonly t: Texts
}

/** What changes is read out; the running clock is not. */
function StateWords({ state, now, t }: StateWordsProps) {
  if (state.kind === 'used') return <UsedBy computer={state.computer} now={now} t={t} />
  if (state.kind === 'ended') {
    return (
      <p class="pairing-words">
        <Icon name="x" /> <output>{t.pairing.ended}</output>
      </p>
    )
  }
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

/** `data-key` lets the script mark it as news. */
function UsedBy({
  computer,
  now,
  t,
}: {
  readonly computer: RelayComputer
  readonly now: Date
  readonly t: Texts
}) {
  const isWaiting = computer.access === 'waiting'
  return (
    <div data-key={`used-${computer.id}`}>
      <p class="pairing-words pairing-used">
        <Icon name="check" />{' '}
        <output>
          {t.pairing.usedBy(computerName(computer))} {isWaiting ? '' : t.pairing.isIn}
        </output>
      </p>
      <p class="pairing-computer">
        <ComputerStatus computer={computer} now={now} t={t} />
      </p>
      {isWaiting && (
        <>
          <p>{t.computers.waitingIntro}</p>
          <Newcomer computer={computer} t={t} />
          <ApproveButton computer={computer} t={t} />
        </>
      )}
    </div>
  )
}
