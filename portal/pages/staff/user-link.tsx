// Links for a password: how they go, until when one is good, and the button that sends another.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { UserDetail } from '@pharmacy-relay/shared/api/identity-users.ts'
import { LANGUAGES, Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import type { FrameProps } from '../../views/frame-props.ts'
import { userLinkPath } from './user-paths.ts'
import { SelectField } from './select-field.tsx'
import { Exact } from '../../views/times/time.tsx'
import { wayText } from './user-text.ts'

export interface UserPartProps {
  readonly frame: FrameProps
  readonly user: UserDetail
  readonly t: Texts
}

/** To who is disabled no link goes. */
export function LinkPart({ frame, user, t }: UserPartProps) {
  if (!user.isActive) return null
  const maySend = may(frame.viewer, identityApi.sendUserLink) && user.reachedBy !== 'none'
  return (
    <section class="computer-part" aria-labelledby="link-title">
      <h2 id="link-title">{t.staff.linkTitle}</h2>
      <p>
        {wayText(user, t)} {user.reachedBy !== 'none' && t.staff.linkAdvice}
      </p>
      {user.linkEndsAt !== null && (
        <p>
          {t.staff.linkUntil} <Exact at={user.linkEndsAt} locale={t.locale} />
        </p>
      )}
      {maySend && (
        <PostForm action={userLinkPath(user.guid)} csrfToken={frame.csrfToken}>
          <LanguageField language={frame.language} t={t} />
          <button type="submit" class="btn">
            {t.staff.sendLink}
          </button>
        </PostForm>
      )}
    </section>
  )
}

interface LanguageFieldProps {
  readonly language: Language
  readonly id?: string
  readonly t: Texts
}

/** Of the message that goes out. */
export function LanguageField({ language, id = 'language', t }: LanguageFieldProps) {
  const options = Language.options.map((option) => [option, LANGUAGES[option].name] as const)
  return (
    <SelectField
      name="language"
      id={id}
      label={t.staff.messageLanguage}
      value={language}
      options={options}
      isFormField
    />
  )
}
