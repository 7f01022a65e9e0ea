// The form by which an Admin invites a member of staff.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { LinkWay } from '@pharmacy-relay/shared/api/identity-users.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { FieldFault, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Language, Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { SelectField } from './select-field.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { LanguageField } from './user-link.tsx'
import { staffRoles } from './user-text.ts'
import { UsersCrumbs } from './users-crumbs.tsx'

/** As they were typed. */
export interface InviteValues {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly role: string
  readonly language: Language
}

export interface InvitePageProps {
  readonly frame: FrameProps
  readonly values: InviteValues
  /** Paths such as `body.email`; the last part names the field. */
  readonly faults: readonly FieldFault[]
  /** How the link goes; null where that is not known. */
  readonly way: LinkWay | null
  /** What refused the invitation; null for faulty fields alone. */
  readonly problem: ProblemError | null
}

/** Posts the fields and `csrf` to PATHS.invite. */
export function invitePage({ frame, values, faults, way, problem }: InvitePageProps): string {
  const t = texts(frame.language)
  const isAgain = problem !== null || faults.length > 0
  return pageDocument({
    frame,
    title: t.staff.inviteTitle,
    children: (
      <>
        <UsersCrumbs viewer={frame.viewer} t={t} />
        <div class="narrow card-plain">
          <h1>{t.staff.inviteTitle}</h1>
          <p>{t.staff.inviteIntro}</p>
          <LinkGoes way={way} t={t} />
          {problem !== null && <ProblemNotice problem={problem} t={t} />}
          {problem === null && isAgain && <Notice kind="fault">{t.customerForm.faultsTitle}</Notice>}
          <PostForm action={PATHS.invite} csrfToken={frame.csrfToken} unsaved={isAgain}>
            <InviteFields values={values} faults={faults} way={way} t={t} />
            <SelectField
              name="role"
              label={t.pharmacy.role}
              value={values.role}
              options={staffRoles(t)}
              isFormField
            />
            <LanguageField language={values.language} t={t} />
            <p class="actions">
              <button type="submit" class="btn btn-primary">
                {t.staff.send}
              </button>
              <a class="btn" href={may(frame.viewer, identityApi.listUsers) ? PATHS.staff : PATHS.relay}>
                {t.common.cancel}
              </a>
            </p>
          </PostForm>
        </div>
      </>
    ),
  })
}

/** Before somebody sends it, and what is missing for it. */
function LinkGoes({ way, t }: Pick<InvitePageProps, 'way'> & { readonly t: Texts }) {
  if (way === null) return null
  const text = t.staff.inviteGoes[way]
  return way === 'none' ? <Notice kind="warning">{text}</Notice> : <p>{text}</p>
}

type FieldsProps = Pick<InvitePageProps, 'values' | 'faults' | 'way'> & { readonly t: Texts }

function InviteFields({ values, faults, way, t }: FieldsProps) {
  const faulty = new Set(faults.map(({ path }) => path.split('.').at(-1)))
  const { nameHint, nameFault, emailHint, emailFault, phoneFault } = t.customerForm
  const field = (
    name: 'name' | 'email' | 'phone',
    said: { readonly hint: string; readonly fault: string },
  ) => ({
    name,
    label: t.pharmacies[name],
    value: values[name],
    hint: faulty.has(name) ? null : said.hint,
    fault: faulty.has(name) ? said.fault : null,
  })
  return (
    <>
      <Field
        {...field('name', { hint: nameHint, fault: nameFault })}
        input={{ type: 'text', required: true, maxlength: 120, autocomplete: 'off' }}
      />
      <Field
        {...field('email', { hint: emailHint, fault: emailFault })}
        input={{ type: 'email', required: true, maxlength: 254, autocomplete: 'off' }}
      />
      <Field
        {...field('phone', { hint: t.staff.phoneHint, fault: phoneFault })}
        input={{ type: 'tel', required: way === 'sms', maxlength: 24, autocomplete: 'off' }}
      />
    </>
  )
}
