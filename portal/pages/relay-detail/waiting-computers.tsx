// The computers of a pharmacy that wait for an admin's approval, above all others.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Icon } from '../../views/icons.tsx'
import { WAITING_ID, computerPath } from '../../views/paths.ts'
import { ApproveButton } from '../computer/approve-button.tsx'
import { Newcomer } from '../computer/newcomer.tsx'

interface WaitingComputersProps {
  readonly customer: CustomerDetail
  readonly isAdmin: boolean
  readonly t: Texts
}

/** Nothing while none waits. */
export function WaitingComputers({ customer, isAdmin, t }: WaitingComputersProps) {
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
          <Waiting key={computer.id} {...{ customer, computer, isAdmin, t }} />
        ))}
      </ul>
    </section>
  )
}

function Waiting({
  customer,
  computer,
  isAdmin,
  t,
}: WaitingComputersProps & { readonly computer: RelayComputer }) {
  return (
    <li data-key={`waiting-${computer.id}`}>
      <Newcomer computer={computer} t={t} />
      {isAdmin ? (
        <div class="actions">
          <ApproveButton computer={computer} t={t} />
          <a class="btn" href={`${computerPath(customer.storeId, computer.id)}?ask=remove#remove`}>
            {t.computers.remove}
            <span class="visually-hidden"> {computerName(computer)}</span>
          </a>
        </div>
      ) : (
        <p class="sub">{t.computers.onlyAdmin}</p>
      )}
    </li>
  )
}
