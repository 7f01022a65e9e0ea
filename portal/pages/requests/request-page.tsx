// What a computer answered to a request of its row, or why it did not, and the button that asks again.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { DeviceRefusal } from '../../http/device-refusal.ts'
import { computerName } from '../../views/computer-name.ts'
import { PharmacyCrumbs } from '../../views/crumbs.tsx'
import { DeviceSays } from '../../views/device-says.tsx'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { customerPath, requestPath } from '../../views/paths.ts'
import type { RequestAnswer, RowRequest } from './row-request.ts'

export interface RequestPageProps {
  readonly frame: FrameProps
  readonly request: RowRequest
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly answer: RequestAnswer
  /** The server's clock, for ages. */
  readonly now: Date
}

export function requestPage({ frame, request, customer, computer, answer, now }: RequestPageProps): string {
  const t = texts(frame.language)
  const title = request.text(t).title(computerName(computer))
  return pageDocument({
    frame,
    title,
    children: (
      <>
        <PharmacyCrumbs to={customerPath(customer.storeId)} customer={customer} t={t} />
        <h1>{title}</h1>
        {answer.kind === 'answer' ? (
          answer.shown({ now, t })
        ) : (
          <Refused refusal={answer} isRevoked={computer.access === 'revoked'} t={t} />
        )}
        <AskAgain frame={frame} request={request} customer={customer} computer={computer} t={t} />
      </>
    ),
  })
}

function AskAgain({
  frame,
  request,
  customer,
  computer,
  t,
}: Omit<RequestPageProps, 'answer' | 'now'> & { readonly t: Texts }) {
  const { underWay, intro, again } = request.text(t)
  return (
    <PostForm
      class="row-request"
      action={requestPath(customer.storeId, request.segment)}
      csrfToken={frame.csrfToken}
      underWay={underWay}
    >
      <p class="muted">{intro}</p>
      <button type="submit" name="computer" value={String(computer.id)} class="btn">
        {again}
      </button>
      <output class="request-said"></output>
    </PostForm>
  )
}

interface RefusedProps {
  readonly refusal: DeviceRefusal
  /** The access of the computer was withdrawn. */
  readonly isRevoked: boolean
  readonly t: Texts
}

function Refused(props: RefusedProps) {
  return (
    <Notice kind="fault">
      <RefusalText {...props} />
    </Notice>
  )
}

/** One whose access was withdrawn stays away: looking after its power and network would change nothing. */
export function RefusalText({ refusal, isRevoked, t }: RefusedProps) {
  const { code, reason } = refusal
  if (code === 'device_offline') return <>{isRevoked ? t.computers.revokedNow : t.computers.offline}</>
  if (code === 'device_timeout' || code === 'upstream_timeout') return <>{t.computers.silent}</>
  if (reason === null) return <>{`${t.problems[code].title}. ${t.problems[code].advice}`}</>
  return (
    <>
      {t.computers.refused} <DeviceSays said={reason} t={t} />
    </>
  )
}
