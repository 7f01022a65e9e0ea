// The computers of a pharmacy that wait for approval, above all others.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { whoMay } from '../../views/who-may.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Icon } from '../../views/icons.tsx'
import { WAITING_ID, computerPath } from '../../views/paths.ts'
import { ApproveButton } from '../computer/approve-button.tsx'
import { Newcomer } from '../computer/newcomer.tsx'

interface WaitingComputersProps {
  readonly customer: CustomerDetail
  readonly viewer: Viewer | null
  readonly t: Texts
}

/** Nothing while none waits. */
export function WaitingComputers({ customer, viewer, t }: WaitingComputersProps) {
  const waiting = customer.computers.filter(({ access }) => access === 'waiting')
  if (waiting.length === 0) return null
  return (
    <section class="card-plain waiting" aria-labelledby={WAITING_ID} data-key="waiting">
      <h2 id={WAITING_ID}>
        <Icon name="key" /> {t.computers.waitingTitle(waiting.length)}
      </h2>
      <p>{t.computers.waitingIntro}</p>
      <ul>
        {waiting.map((computer) => (
          <Waiting key={computer.id} customer={customer} computer={computer} viewer={viewer} t={t} />
        ))}
      </ul>
    </section>
  )
}

function Waiting({
  customer,
  computer,
  viewer,
  t,
}: WaitingComputersProps & { readonly computer: RelayComputer }) {
  const mayApprove = may(viewer, storeApi.approveComputer)
  const mayRemove = may(viewer, storeApi.removeComputer)
  return (
    <li data-key={`waiting-${computer.id}`}>
      <Newcomer computer={computer} t={t} />
      {!mayApprove && <p class="sub">{t.computers.onlyRoles(whoMay(storeApi.approveComputer, t))}</p>}
      {(mayApprove || mayRemove) && (
        <div class="actions">
          {mayApprove && <ApproveButton computer={computer} t={t} />}
          {mayRemove && (
            <a class="btn" href={`${computerPath(customer.storeId, computer.id)}?ask=remove#remove`}>
              {t.computers.remove}
              <span class="visually-hidden"> {computerName(computer)}</span>
            </a>
          )}
        </div>
      )}
    </li>
  )
}
