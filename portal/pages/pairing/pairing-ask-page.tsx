// Adding a computer: whether it is to be approved, what a pairing code is, and which codes are open already.
import { whoMay } from '../../views/who-may.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { customerPath, pairingPath } from '../../views/paths.ts'
import { phoneText } from '../customer-form/phone-text.ts'
import { OpenCodes, WithdrawButton, WithdrawForm } from './open-codes.tsx'

/** Why no code was made: the form was too old or sent twice, or there are too many open codes. */
export type AskProblem = 'outdated' | 'madeAlready' | 'full'

export interface PairingAskPageProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  /** The one-time value of the form. */
  readonly once: string
  readonly needsApproval: boolean
  readonly bySms: boolean
  readonly problem: AskProblem | null
  /** The server's clock. */
  readonly now: Date
}

/** Posts `once`, `needsApproval`, `bySms` and `csrf` to pairingPath(storeId). */
export function pairingAskPage(props: PairingAskPageProps): string {
  const { frame, customer, once, needsApproval, bySms, problem, now } = props
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.pairing.title,
    children: (
      <div class="narrow card-plain" data-now={now.toISOString()}>
        <h1>{t.pairing.title}</h1>
        {problem !== null && <Notice kind="warning">{t.pairing[problem]}</Notice>}
        <p>{t.pairing.intro(customer.name)}</p>
        <ul class="points">
          {t.pairing.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <AskForm
          csrfToken={frame.csrfToken}
          storeId={customer.storeId}
          phone={customer.phone}
          once={once}
          needsApproval={needsApproval}
          bySms={bySms}
          t={t}
        />
        {customer.pairingCodes.length > 0 && (
          <div class="open-codes-part">
            <OpenCodes viewer={frame.viewer} customer={customer} now={now} t={t} />
            <WithdrawForm viewer={frame.viewer} customer={customer} csrfToken={frame.csrfToken} />
            <WithdrawButton viewer={frame.viewer} t={t} />
          </div>
        )}
      </div>
    ),
  })
}

interface AskFormProps extends Pick<PairingAskPageProps, 'once' | 'needsApproval' | 'bySms'> {
  readonly csrfToken: string
  readonly storeId: string
  /** Null: no message can be sent. */
  readonly phone: string | null
  readonly t: Texts
}

function AskForm({ csrfToken, storeId, phone, once, needsApproval, bySms, t }: AskFormProps) {
  return (
    <PostForm action={pairingPath(storeId)} csrfToken={csrfToken}>
      <input type="hidden" name="once" value={once} />
      <Choice
        name="needsApproval"
        isChosen={needsApproval}
        label={t.pairing.needsApproval}
        hint={t.pairing.needsApprovalHint(whoMay(storeApi.approveComputer, t))}
      />
      {phone !== null && (
        <Choice
          name="bySms"
          isChosen={bySms}
          label={t.pairing.bySms(phoneText(phone))}
          hint={t.pairing.bySmsHint}
        />
      )}
      <p class="actions">
        <button type="submit" class="btn btn-primary">
          {t.pairing.make}
        </button>
        <a class="btn" href={customerPath(storeId)}>
          {t.common.cancel}
        </a>
      </p>
    </PostForm>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly isChosen: boolean
  readonly label: string
  readonly hint: string
}

function Choice({ name, isChosen, label, hint }: ChoiceProps) {
  return (
    <div class="check-field">
      <input
        type="checkbox"
        class="form-check-input"
        id={name}
        name={name}
        value="yes"
        checked={isChosen}
        aria-describedby={`${name}-hint`}
      />
      <label for={name}>{label}</label>
      <p class="field-hint" id={`${name}-hint`}>
        {hint}
      </p>
    </div>
  )
}
