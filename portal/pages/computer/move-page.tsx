// Asks before a computer is moved to another pharmacy, and says what that means for it and for its labels.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { computerPath, movePath } from '../../views/paths.ts'
import { PRINTER_COMPUTER, clientCount } from '../printing/role-consequences.ts'

export interface MovePageProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  /** The pharmacy that it is to go to. */
  readonly target: Pick<CustomerDetail, 'storeId' | 'name'>
}

/** Posts `to` and `csrf` to movePath(). */
export function movePage({ frame, customer, computer, target }: MovePageProps): string {
  const t = texts(frame.language)
  const title = t.computers.moveTitle(computerName(computer), target.name)
  return pageDocument({
    frame,
    title,
    children: (
      <div class="narrow card-plain">
        <h1>{title}</h1>
        <p>
          <bdi>{target.name}</bdi> <span class="muted">{target.storeId}</span>
        </p>
        <ul class="points">
          {consequences({ customer, computer, target, t }).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <PostForm
          action={movePath(customer.storeId, computer.id)}
          csrfToken={frame.csrfToken}
          class="actions"
        >
          <input type="hidden" name="to" value={target.storeId} />
          <button type="submit" class="btn btn-primary">
            {t.computers.moveConfirm}
          </button>
          <a class="btn" href={computerPath(customer.storeId, computer.id)}>
            {t.common.cancel}
          </a>
        </PostForm>
      </div>
    ),
  })
}

type Move = Omit<MovePageProps, 'frame'> & { readonly t: Texts }

function consequences({ customer, computer, target, t }: Move): string[] {
  const clients = clientCount(customer)
  const withoutPrinter =
    clients === 0 ? [t.printing.losesPrinter] : [t.printing.losesPrinter, t.printing.othersWait(clients)]
  return [
    t.computers.moveLeaves(customer.name, target.name),
    t.computers.moveHolds,
    t.computers.moveEndsRole,
    ...(computer.role === PRINTER_COMPUTER ? withoutPrinter : []),
    ...(computer.isOnline ? [] : [t.computers.moveOffline]),
    t.computers.moveBack,
  ]
}
