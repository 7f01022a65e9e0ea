// A link for a new password is asked for, and followed.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../../views/forms.tsx'
import { NewPassword, type PasswordFaults } from '../../../views/credentials/new-password.tsx'
import { SHOP } from '../../paths.ts'
import { Told, type Notice } from '../../views/notices.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'

interface ForgotPageProps {
  readonly frame: ShopFrame
  readonly notice: Notice | null
  readonly fault: string | null
}

export function forgotPage({ frame, notice, fault }: ForgotPageProps): string {
  const t = texts(frame.language)
  const l = t.account.links
  const input = { type: 'email', autocomplete: 'username', required: true, maxlength: 254 }
  return shopPage({
    frame,
    title: l.forgotTitle,
    children: (
      <div class="narrow">
        <h1>{l.forgotTitle}</h1>
        <Told notice={notice} />
        <p>{l.forgotIntro}</p>
        <PostForm action={SHOP.forgot} csrfToken={frame.csrfToken} class="stack">
          <Field name="email" label={t.signIn.email} value="" hint={null} fault={fault} input={input} />
          <button type="submit">{l.forgotSubmit}</button>
        </PostForm>
        <p>
          <a href={SHOP.signIn}>{t.signIn.title}</a>
        </p>
      </div>
    ),
  })
}

interface NewPasswordPageProps {
  readonly frame: ShopFrame
  readonly faults: PasswordFaults
}

export function newPasswordPage({ frame, faults }: NewPasswordPageProps): string {
  const t = texts(frame.language)
  return shopPage({
    frame,
    title: t.account.links.passwordTitle,
    children: (
      <div class="narrow">
        <h1>{t.account.links.passwordTitle}</h1>
        <PostForm action={SHOP.passwordLink} csrfToken={frame.csrfToken} class="stack">
          <NewPassword faults={faults} t={t} />
          <button type="submit">{t.account.password.save}</button>
        </PostForm>
      </div>
    ),
  })
}
