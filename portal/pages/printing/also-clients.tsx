// The other computers of a pharmacy that have no role: they become Clients with the same press.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import type { Viewer } from '../../views/frame-props.ts'

/** In one form. */
export const MAX_ALSO = 50

/** Those that may be made Clients beside a computer. */
export function computersWithoutRole(customer: CustomerDetail, beside: RelayComputer): RelayComputer[] {
  return customer.computers
    .filter(({ id, role, access }) => id !== beside.id && role === 0 && access === 'approved')
    .slice(0, MAX_ALSO)
}

interface AlsoClientsProps {
  readonly viewer: Viewer | null
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  /** The ids that are ticked. */
  readonly chosen: readonly string[]
  readonly t: Texts
}

/** Fields `clients`; nothing without any. */
export function AlsoClients({ viewer, customer, computer, chosen, t }: AlsoClientsProps) {
  const others = computersWithoutRole(customer, computer)
  if (others.length === 0 || !may(viewer, storeApi.setRole)) return null
  return (
    <fieldset class="also-clients">
      <legend>{t.printing.alsoClients}</legend>
      <div class="also-clients-list">
        {others.map((other) => (
          <span key={other.id}>
            <input
              type="checkbox"
              class="form-check-input"
              id={`clients-${other.id}`}
              name="clients"
              value={String(other.id)}
              checked={chosen.includes(String(other.id))}
            />{' '}
            <label for={`clients-${other.id}`}>
              <bdi>{computerName(other)}</bdi>
            </label>
          </span>
        ))}
      </div>
    </fieldset>
  )
}
