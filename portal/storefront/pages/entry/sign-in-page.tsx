// The sign-in of customers, and its code.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../../views/forms.tsx'
import { SHOP } from '../../paths.ts'
import { Told, Fault, type Notice } from '../../views/notices.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'

export interface SignInPageProps {
  readonly frame: ShopFrame
  readonly notice: Notice | null
  readonly fault: string | null
  readonly email: string
  readonly returnTo: string | null
}

export function signInPage({ frame, notice, fault, email, returnTo }: SignInPageProps): string {
  const t = texts(frame.language)
  const s = t.storefront.entry
  const input = { type: 'email', autocomplete: 'username', required: true, maxlength: 254 }
  const password = { type: 'password', autocomplete: 'current-password', required: true, maxlength: 1_024 }
  const register =
    returnTo === null ? SHOP.register : `${SHOP.register}?returnTo=${encodeURIComponent(returnTo)}`
  return shopPage({
    frame,
    title: t.signIn.title,
    children: (
      <div class="narrow">
        <h1>{t.signIn.title}</h1>
        <Told notice={notice} />
        <Fault>{fault}</Fault>
        <PostForm action={SHOP.signIn} csrfToken={frame.csrfToken} class="stack">
          <input type="hidden" name="returnTo" value={returnTo ?? ''} />
          <Field name="email" label={t.signIn.email} value={email} hint={null} fault={null} input={input} />
          <Field
            name="password"
            label={t.signIn.password}
            value=""
            hint={null}
            fault={null}
            input={password}
          />
          <button type="submit">{t.signIn.submit}</button>
        </PostForm>
        <p>
          <a href={SHOP.forgot}>{t.account.links.forgotTitle}</a>
        </p>
        <h2>{s.newHere}</h2>
        <p>{s.newIntro}</p>
        <p>
          <a class="button" href={register}>
            {s.register}
          </a>
        </p>
      </div>
    ),
  })
}

export function codePage({
  frame,
  fault,
}: {
  readonly frame: ShopFrame
  readonly fault: string | null
}): string {
  const t = texts(frame.language)
  const c = t.account.code
  const input = { autocomplete: 'one-time-code', required: true, maxlength: 40, autofocus: true }
  return shopPage({
    frame,
    title: c.title,
    children: (
      <div class="narrow">
        <h1>{c.title}</h1>
        <p>{c.intro}</p>
        <PostForm action={SHOP.signInCode} csrfToken={frame.csrfToken} class="stack">
          <Field name="code" label={c.field} value="" hint={c.hint} fault={fault} input={input} />
          <button type="submit">{t.signIn.submit}</button>
        </PostForm>
        <p>
          <a href={SHOP.signIn}>{c.again}</a>
        </p>
      </div>
    ),
  })
}
