// The form that creates or changes a pharmacy. Admin only; the route and the store API decide that.
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS, customerPath, editPath } from '../../views/paths.ts'
import { CustomerFieldset, type CustomerFieldsProps } from './customer-fieldset.tsx'

/** The pharmacy that is edited. `customerId` and `version` are sent back as hidden fields. */
export interface EditedCustomer {
  readonly customerId: number
  /** As in its address. */
  readonly storeId: string
  /** The version that what is shown was read at. */
  readonly version: number
}

export interface CustomerFormPageProps extends CustomerFieldsProps {
  readonly frame: FrameProps
  /** Null when creating. */
  readonly edited: EditedCustomer | null
  /** Seconds until a retry makes sense. */
  readonly retryAfterS: number | null
}

/** Posts the fields, `customerId`, `version` and `csrf` to PATHS.newCustomer or editPath(storeId). */
export function customerFormPage(props: CustomerFormPageProps): string {
  const { frame, edited, values } = props
  const t = texts(frame.language)
  const title = edited === null ? t.customerForm.createTitle : t.customerForm.editTitle(values.name)
  return pageDocument({
    frame,
    title,
    children: (
      <div class="narrow card-plain">
        <h1>{title}</h1>
        <FormProblem
          problem={props.problem}
          isFaulty={props.faults.length > 0}
          edited={edited}
          retryAfterS={props.retryAfterS}
          t={t}
        />
        <PostForm
          action={edited === null ? PATHS.newCustomer : editPath(edited.storeId)}
          csrfToken={frame.csrfToken}
          unsaved={props.problem !== null}
        >
          {edited !== null && <input type="hidden" name="customerId" value={String(edited.customerId)} />}
          {edited !== null && <input type="hidden" name="version" value={String(edited.version)} />}
          <CustomerFieldset
            values={values}
            faults={props.faults}
            problem={props.problem}
            savedNow={props.savedNow}
            t={t}
          />
          <p class="actions">
            <button type="submit" class="btn btn-primary">
              {submitText(props, t)}
            </button>
            <a class="btn" href={edited === null ? PATHS.relay : customerPath(edited.storeId)}>
              {t.common.cancel}
            </a>
          </p>
        </PostForm>
      </div>
    ),
  })
}

function submitText({ edited, savedNow }: CustomerFormPageProps, t: Texts): string {
  if (edited === null) return t.customerForm.create
  return savedNow === null ? t.customerForm.save : t.customerForm.saveAnyway
}

interface FormProblemProps extends Pick<CustomerFormPageProps, 'problem' | 'edited' | 'retryAfterS'> {
  readonly isFaulty: boolean
  readonly t: Texts
}

function FormProblem({ problem, isFaulty, edited, retryAfterS, t }: FormProblemProps) {
  if (problem === null && !isFaulty) return null
  if (problem === null || problem === 'invalid')
    return <Notice kind="fault">{t.customerForm.faultsTitle}</Notice>
  if (problem === 'version_stale' && edited !== null) {
    return (
      <Notice kind="fault">
        {t.customerForm.stale} <a href={editPath(edited.storeId)}>{t.customerForm.reload}</a>
      </Notice>
    )
  }
  if (problem === 'state_conflict') return <Notice kind="fault">{t.customerForm.conflict}</Notice>
  return (
    <Notice kind="fault">
      <strong>{t.problems[problem].title}.</strong>{' '}
      {retryAfterS === null ? t.problems[problem].advice : t.problemPage.retryAfter(retryAfterS)}
    </Notice>
  )
}
