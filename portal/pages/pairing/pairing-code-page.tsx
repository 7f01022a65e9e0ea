// The page of a pairing code. When it was just made it shows the code, once, and what to type; afterwards what became of it.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { CodeSms, CustomerDetail, PairingCodeOutcome } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { pairingCodeText } from '@pharmacy-relay/shared/pairing.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CopyButton } from '../../views/copy-button.tsx'
import { CopyLine } from '../../views/copy-line.tsx'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { customerPath, pairingCodePath, pairingPath } from '../../views/paths.ts'
import { phoneText } from '../customer-form/phone-text.ts'
import { ApproveForm } from '../computer/approve-button.tsx'
import { WithdrawForm } from './open-codes.tsx'
import { PairingState } from './pairing-state.tsx'

/** A code that was just made. */
export interface ShownCode {
  /** Eight characters. */
  readonly code: string
  readonly needsApproval: boolean
  /** What became of the text message; null when none was asked for. */
  readonly sms: CodeSms | null
  /** The portal's public origin, which is where agents find the hub. */
  readonly hubUrl: string
}

/** The one-time value of the form, and what was chosen for this code. */
export interface AgainForm {
  readonly once: string
  readonly needsApproval: boolean
  readonly bySms: boolean
}

export interface PairingCodePageProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  readonly codeId: number
  /** Null when the page is looked at again: the code itself is kept nowhere. */
  readonly shown: ShownCode | null
  /** What makes one more with the same choices; null where they are not known any more. */
  readonly again: AgainForm | null
  /** As PairingState says. */
  readonly outcome: PairingCodeOutcome | null
  /** The server's clock. */
  readonly now: Date
}

export function pairingCodePage(props: PairingCodePageProps): string {
  const { frame, customer, codeId, shown, again, outcome, now } = props
  const t = texts(frame.language)
  const { language, viewer, csrfToken } = frame
  return pageDocument({
    frame,
    title: t.pairing.code,
    live: true,
    children: (
      <div class="narrow wide card-plain pairing-page">
        <h1>{t.pairing.code}</h1>
        <p>
          <bdi>{customer.name}</bdi> <span class="muted">{customer.storeId}</span>
        </p>
        <div class="while-open">
          {shown === null ? <p class="muted">{t.pairing.notShownAgain}</p> : <BigCode shown={shown} t={t} />}
          {shown !== null && <SmsNotice sms={shown.sms} phone={customer.phone} t={t} />}
        </div>
        <PairingState
          language={language}
          viewer={viewer}
          customer={customer}
          codeId={codeId}
          outcome={outcome}
          now={now}
        />
        {again !== null && may(viewer, storeApi.makePairingCode) && (
          <Again storeId={customer.storeId} csrfToken={csrfToken} again={again} t={t} />
        )}
        <WithdrawForm viewer={viewer} customer={customer} csrfToken={csrfToken} />
        {may(viewer, storeApi.approveComputer) && <ApproveForm customer={customer} csrfToken={csrfToken} />}
        {shown !== null && <Steps shown={shown} t={t} />}
        <Ways {...props} t={t} />
      </div>
    ),
  })
}

function Ways({ frame, customer, codeId, shown, t }: PairingCodePageProps & { readonly t: Texts }) {
  return (
    <p class="actions">
      {shown !== null && (
        <a class="btn" href={pairingCodePath(customer.storeId, codeId)} data-no-script-only>
          {t.pairing.look}
        </a>
      )}
      <a class="btn" href={customerPath(customer.storeId)}>
        {t.pairing.toPharmacy}
      </a>
      {may(frame.viewer, storeApi.makePairingCode) && (
        <a class="btn another-code" href={pairingPath(customer.storeId)}>
          {t.pairing.another}
        </a>
      )}
    </p>
  )
}

interface AgainProps {
  readonly storeId: string
  readonly csrfToken: string
  readonly again: AgainForm
  readonly t: Texts
}

/** Stands there once the code is over, which the style sheet sees to, in place of the link of the live part. */
function Again({ storeId, csrfToken, again, t }: AgainProps) {
  return (
    <div class="when-ended">
      <PostForm action={pairingPath(storeId)} csrfToken={csrfToken}>
        <input type="hidden" name="once" value={again.once} />
        {again.needsApproval && <input type="hidden" name="needsApproval" value="yes" />}
        {again.bySms && <input type="hidden" name="bySms" value="yes" />}
        <button type="submit" class="btn btn-primary">
          {t.pairing.makeNew}
        </button>
      </PostForm>
    </div>
  )
}

interface PartProps {
  readonly shown: ShownCode
  readonly t: Texts
}

function BigCode({ shown, t }: PartProps) {
  const text = pairingCodeText(shown.code)
  return (
    <>
      <Notice kind="warning">{t.pairing.once}</Notice>
      <div class="pairing-code">
        <code class="notranslate">{text}</code>
        <CopyButton value={text} thing={t.pairing.code} t={t} />
      </div>
    </>
  )
}

interface SmsNoticeProps {
  readonly sms: CodeSms | null
  readonly phone: string | null
  readonly t: Texts
}

function SmsNotice({ sms, phone, t }: SmsNoticeProps) {
  if (sms === null) return null
  return (
    <Notice kind={sms === 'sent' ? 'success' : 'warning'}>
      {t.pairing.sms[sms](phoneText(phone ?? ''))}
    </Notice>
  )
}

function Steps({ shown, t }: PartProps) {
  const command = `pharmacy-relay pair ${pairingCodeText(shown.code)} --hub ${shown.hubUrl}`
  return (
    <div class="while-open">
      <h2>{t.pairing.stepsTitle}</h2>
      <ol class="points">
        <li>{t.pairing.install}</li>
        <li>
          {t.pairing.type}
          <CopyLine text={shown.hubUrl} thing={t.pairing.address} t={t} />
        </li>
        <li>{shown.needsApproval ? t.pairing.appearsToApprove : t.pairing.appears}</li>
      </ol>
      <p>{t.pairing.run}</p>
      <CopyLine text={command} thing={command} t={t} />
      <p class="field-hint">{t.pairing.fromSource}</p>
    </div>
  )
}
