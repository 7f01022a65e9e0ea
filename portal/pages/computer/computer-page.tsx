// The page of one computer: how it is, what it does and says, and for who may: its name, its pharmacy, its access.
import { may, mayAny } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { PharmacyCrumbs } from '../../views/crumbs.tsx'
import { Field, PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { customerPath, editorPath, renamePath } from '../../views/paths.ts'
import { CHANGE_ROLE } from '../../views/purposes.ts'
import { HealthMark } from '../../views/health/health-mark.tsx'
import { ComputerStatus } from '../../views/computer-status.tsx'
import { JobsWaitingMark } from '../jobs/jobs-waiting.tsx'
import { AssignmentState } from '../printing/assignment-state.tsx'
import { TestLabelButton, TestLabelForm } from '../printing/test-label.tsx'
import { StaffChanges } from '../staff-history/staff-changes.tsx'
import { RequestButtons, RequestForms } from '../requests/request-buttons.tsx'
import { AccessPart, type AccessQuestion } from './access-part.tsx'
import { ApproveButton, ApproveForm } from './approve-button.tsx'
import { ComputerFacts } from './computer-facts.tsx'
import { ComputerPrinting, ComputerRole } from './computer-printing.tsx'
import { ComputerTabs } from './computer-tabs.tsx'
import { Newcomer } from './newcomer.tsx'
import { MoveSearch, type FoundPharmacies } from './move-search.tsx'

export interface ComputerPageProps {
  readonly frame: FrameProps
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  /** The name as it was typed. */
  readonly displayName: string
  /** It was refused. */
  readonly isNameFaulty: boolean
  /** Pharmacies to which it may be moved; null when nobody has searched. */
  readonly found: FoundPharmacies | null
  /** The question that is open when the page comes; null for none. */
  readonly asked: AccessQuestion | null
  /** The server's clock. */
  readonly now: Date
}

export function computerPage(props: ComputerPageProps): string {
  const { frame, customer, computer, displayName, isNameFaulty, found, asked, now } = props
  const t = texts(frame.language)
  const title = computerName(computer)
  return pageDocument({
    frame,
    title,
    htmx: true,
    children: (
      <>
        <PharmacyCrumbs to={customerPath(customer.storeId)} customer={customer} t={t} />
        <div class="narrow wide card-plain computer-page" data-now={now.toISOString()}>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          <ComputerHead computer={computer} now={now} t={t} />
          <ComputerTabs
            storeId={customer.storeId}
            computer={computer}
            viewer={frame.viewer}
            current="details"
            t={t}
          />
          <AtWork {...props} t={t} />
          <Approve {...props} t={t} />
          {may(frame.viewer, storeApi.renameComputer) && (
            <Rename
              csrfToken={frame.csrfToken}
              customer={customer}
              computer={computer}
              displayName={displayName}
              isNameFaulty={isNameFaulty}
              t={t}
            />
          )}
          {may(frame.viewer, storeApi.moveComputer) && (
            <MoveSearch customer={customer} computer={computer} found={found} t={t} />
          )}
          <AccessPart frame={frame} customer={customer} computer={computer} asked={asked} t={t} />
        </div>
      </>
    ),
  })
}

/** For one that waits. */
function Approve({ frame, customer, computer, t }: ComputerPageProps & { readonly t: Texts }) {
  if (computer.access !== 'waiting' || !may(frame.viewer, storeApi.approveComputer)) return null
  return (
    <div class="computer-approve">
      <ApproveForm customer={customer} csrfToken={frame.csrfToken} />
      <p>{t.computers.waitingIntro}</p>
      <Newcomer computer={computer} t={t} />
      <ApproveButton computer={computer} t={t} />
    </div>
  )
}

/** What it does in printing, what it says of itself, and what it can be asked. */
function AtWork({ frame, customer, computer, now, t }: ComputerPageProps & { readonly t: Texts }) {
  const { viewer, csrfToken } = frame
  const mayPrint = computer.role !== 0 && may(viewer, storeApi.PrintTestLabelAsync)
  return (
    <section class="computer-part" aria-labelledby="at-work-title">
      <h2 id="at-work-title">{t.pharmacy.printing}</h2>
      <dl class="facts facts-row">
        <div>
          <dt>{t.pharmacy.role}</dt>
          <dd>
            <ComputerRole computer={computer} t={t} />
          </dd>
        </div>
        {computer.role !== 0 && (
          <div>
            <dt>{t.pharmacy.printer}</dt>
            <dd>
              <ComputerPrinting customer={customer} computer={computer} t={t} />
            </dd>
          </div>
        )}
      </dl>
      <AssignmentState computer={computer} now={now} t={t} />
      <JobsWaitingMark computer={computer} storeId={customer.storeId} t={t} />
      <StaffChanges customer={customer} computer={computer} now={now} t={t} />
      {mayPrint && <TestLabelForm customer={customer} now={now} t={t} csrfToken={csrfToken} />}
      <RequestForms customer={customer} viewer={viewer} t={t} csrfToken={csrfToken} />
      <div class="actions">
        {mayPrint && <TestLabelButton customer={customer} computer={computer} t={t} />}
        <RequestButtons computer={computer} viewer={viewer} t={t} />
        {mayAny(viewer, CHANGE_ROLE) && (
          <a class="btn btn-sm" href={`${editorPath(customer.storeId, computer.id)}#role-editor`}>
            {t.printing.changeRole}
          </a>
        )}
      </div>
      <ComputerFacts computer={computer} t={t} />
    </section>
  )
}

interface ComputerHeadProps {
  readonly computer: RelayComputer
  readonly now: Date
  readonly t: Texts
}

function ComputerHead({ computer, now, t }: ComputerHeadProps) {
  const { displayName, pcName, username } = computer
  return (
    <div class="computer-head">
      <ComputerStatus computer={computer} now={now} t={t} />
      {computer.access === 'approved' && (
        <HealthMark health={computer.health} computerId={computer.id} now={now} t={t} />
      )}
      <span class="sub">
        {displayName !== null && <>{t.computers.ownName(pcName)} · </>}
        {username}
      </span>
    </div>
  )
}

interface RenameProps extends Pick<
  ComputerPageProps,
  'customer' | 'computer' | 'displayName' | 'isNameFaulty'
> {
  readonly csrfToken: string
  readonly t: Texts
}

/** Posts `displayName` and `csrf` to renamePath(); an empty name is the computer's own. */
function Rename({ csrfToken, customer, computer, displayName, isNameFaulty, t }: RenameProps) {
  return (
    <section aria-labelledby="rename-title" class="computer-part">
      <h2 id="rename-title">{t.pharmacies.name}</h2>
      {isNameFaulty && <Notice kind="fault">{t.customerForm.faultsTitle}</Notice>}
      <PostForm
        action={renamePath(customer.storeId, computer.id)}
        csrfToken={csrfToken}
        unsaved={isNameFaulty}
      >
        <Field
          name="displayName"
          label={t.computers.name}
          value={displayName}
          hint={isNameFaulty ? null : t.computers.nameHint(computer.pcName)}
          fault={isNameFaulty ? t.computers.nameFault : null}
          input={{ type: 'text', maxlength: 63, autocomplete: 'off', spellcheck: false }}
        />
        <button type="submit" class="btn">
          {t.customerForm.save}
        </button>
      </PostForm>
    </section>
  )
}
