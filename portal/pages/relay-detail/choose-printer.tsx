// Where no printer is set up: the computers at which one may be chosen, each a way to its editor with that role chosen.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { choosePrinterPath, rolePath } from '../../views/paths.ts'

interface ChoosePrinterProps {
  readonly viewer: Viewer | null
  readonly customer: CustomerDetail
  readonly t: Texts
}

/** The others are in the table below. */
const SHOWN = 6

/** Nothing for who may not choose one; a computer is asked for its printers, so it has to be online. */
export function ChoosePrinter({ viewer, customer, t }: ChoosePrinterProps) {
  if (!may(viewer, storeApi.savePrinterConfig)) return null
  const { storeId } = customer
  const able = customer.computers.filter(({ access, isOnline }) => access === 'approved' && isOnline)
  if (able.length === 0) return null
  return (
    <p class="choose-printer">
      <span>{t.printing.choosePrinterAt}</span>
      {able.slice(0, SHOWN).map((computer) => (
        <a
          key={computer.id}
          class="btn btn-sm"
          href={`${choosePrinterPath(storeId, computer.id)}#role-editor`}
          data-editor={`${rolePath(storeId, computer.id)}?role=1`}
        >
          <bdi>{computerName(computer)}</bdi>
        </a>
      ))}
    </p>
  )
}
