// Withdrawing the access of a computer, giving it back, and removing it: what each means, how to undo it, and then the button.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { ComponentChildren } from 'preact'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import type { FrameProps } from '../../views/frame-props.ts'
import { pairingPath, removePath, revokePath } from '../../views/paths.ts'
import { RestoreButton, RestoreForm } from './restore-button.tsx'
import { PRINTER_COMPUTER, clientCount } from '../printing/role-consequences.ts'

interface AccessPartProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  /** The question that is open when the page comes; null for none. */
  readonly asked: AccessQuestion | null
  readonly t: Texts
}

export type AccessQuestion = 'revoke' | 'remove'

export function AccessPart(props: AccessPartProps) {
  const { viewer } = props.frame
  const isIn = props.computer.access !== 'revoked'
  return (
    <>
      {!isIn && <Revoked {...props} />}
      {isIn && may(viewer, storeApi.revokeComputer) && <Revoke {...props} />}
      {may(viewer, storeApi.removeComputer) && <Remove {...props} />}
    </>
  )
}

function Revoked({ frame, customer, computer, t }: AccessPartProps) {
  const mayRestore = may(frame.viewer, storeApi.restoreComputer)
  return (
    <section class="computer-part" aria-labelledby="restore-title">
      <h2 id="restore-title">{t.computers.revoked}</h2>
      <p>
        {mayRestore ? t.computers.restoreAdvice : t.computers.revokedAdvice}{' '}
        {may(frame.viewer, storeApi.makePairingCode) && (
          <a href={pairingPath(customer.storeId)}>{t.pairing.make}</a>
        )}
      </p>
      {mayRestore && (
        <>
          <RestoreForm customer={customer} csrfToken={frame.csrfToken} />
          <RestoreButton computer={computer} class="btn btn-primary" t={t} />
        </>
      )}
    </section>
  )
}

function Revoke({ frame, customer, computer, asked, t }: AccessPartProps) {
  const c = t.computers
  return (
    <Confirmed
      csrfToken={frame.csrfToken}
      name="revoke"
      isOpen={asked === 'revoke'}
      action={revokePath(customer.storeId, computer.id)}
      summary={c.revoke}
      points={[c.revokeEnds, ...printerPoints(customer, computer, t), c.revokeKeeps, c.revokeUndo]}
    >
      {c.revokeConfirm}
    </Confirmed>
  )
}

function Remove({ frame, customer, computer, asked, t }: AccessPartProps) {
  const c = t.computers
  return (
    <Confirmed
      csrfToken={frame.csrfToken}
      name="remove"
      isOpen={asked === 'remove'}
      action={removePath(customer.storeId, computer.id)}
      summary={c.remove}
      points={[c.removeEnds, ...printerPoints(customer, computer, t), c.removeDeletes, c.removeBack]}
    >
      {c.removeConfirm}
    </Confirmed>
  )
}

function printerPoints(customer: CustomerDetail, computer: RelayComputer, t: Texts): string[] {
  return computer.role === PRINTER_COMPUTER ? [t.computers.hasPrinter(clientCount(customer))] : []
}

interface ConfirmedProps {
  readonly name: AccessQuestion
  readonly isOpen: boolean
  readonly action: string
  readonly csrfToken: string
  readonly summary: string
  readonly points: readonly string[]
  /** What the button says. */
  readonly children: ComponentChildren
}

/** Asks before it does anything, also without a script. */
function Confirmed({ name, isOpen, action, csrfToken, summary, points, children }: ConfirmedProps) {
  return (
    <details class="computer-part confirmed" id={name} open={isOpen}>
      <summary>{summary}</summary>
      <ul class="points">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <PostForm action={action} csrfToken={csrfToken}>
        <button type="submit" class="btn btn-bad">
          {children}
        </button>
      </PostForm>
    </details>
  )
}
