// The three steps of a registration as pages.
import { PASSWORD_MAX, PASSWORD_MIN } from '@pharmacy-relay/shared/api/passwords.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../../views/forms.tsx'
import { SHOP, signInPath } from '../../paths.ts'
import { Told, Fault, type Notice } from '../../views/notices.tsx'
import { shopPage, type ShopFrame } from '../../views/shop-frame.tsx'

interface PhonePageProps {
  readonly frame: ShopFrame
  readonly refused: { readonly phone: string; readonly fault: string } | null
  readonly returnTo: string | null
  readonly notice: Notice | null
}

export function registerPhonePage({ frame, refused, returnTo, notice }: PhonePageProps): string {
  const t = texts(frame.language)
  const s = t.storefront.entry
  const input = { type: 'tel', autocomplete: 'tel', required: true, maxlength: 40 }
  return shopPage({
    frame,
    title: s.register,
    children: (
      <div class="narrow">
        <h1>{s.register}</h1>
        <Told notice={notice} />
        <p>{s.phoneIntro}</p>
        <PostForm action={SHOP.register} csrfToken={frame.csrfToken} class="stack">
          <input type="hidden" name="returnTo" value={returnTo ?? ''} />
          <Field
            name="phone"
            label={s.phone}
            value={refused?.phone ?? ''}
            hint={s.phoneHint}
            fault={refused?.fault ?? null}
            input={input}
          />
          <button type="submit">{s.sendCode}</button>
        </PostForm>
        <p>
          {s.haveAccount} <a href={signInPath(returnTo)}>{t.signIn.title}</a>
        </p>
      </div>
    ),
  })
}

interface CodePageProps {
  readonly frame: ShopFrame
  readonly fault: string | null
  /** As it was typed by who sees it. */
  readonly phone: string
}

export function registerCodePage({ frame, fault, phone }: CodePageProps): string {
  const t = texts(frame.language)
  const s = t.storefront.entry
  const input = {
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    required: true,
    maxlength: 20,
    autofocus: true,
  }
  return shopPage({
    frame,
    title: s.codeTitle,
    children: (
      <div class="narrow">
        <h1>{s.codeTitle}</h1>
        <p>{s.codeIntro(phone)}</p>
        <PostForm action={SHOP.registerCode} csrfToken={frame.csrfToken} class="stack">
          <Field name="code" label={s.code} value="" hint={s.codeHint} fault={fault} input={input} />
          <button type="submit">{s.goOn}</button>
        </PostForm>
        <PostForm action={SHOP.register} csrfToken={frame.csrfToken}>
          <p>
            {s.noCode}{' '}
            <button type="submit" class="plain">
              {s.sendAgain}
            </button>{' '}
            <a href={SHOP.register}>{s.otherPhone}</a>
          </p>
        </PostForm>
      </div>
    ),
  })
}

export interface AccountFaults {
  /** Of the whole form: no answer came, and it can be sent again. */
  readonly account: string | null
  readonly name: string | null
  readonly email: string | null
  readonly password: string | null
}

interface AccountPageProps {
  readonly frame: ShopFrame
  readonly typed: { readonly name: string; readonly email: string }
  readonly faults: AccountFaults
}

/** What was typed as a password is never written into a page. */
export function registerAccountPage({ frame, typed, faults }: AccountPageProps): string {
  const t = texts(frame.language)
  const s = t.storefront.entry
  const a = t.account.password
  const field = { required: true, maxlength: 254 }
  const name = { ...field, autocomplete: 'name' }
  const email = { ...field, type: 'email', autocomplete: 'username' }
  const password = { ...field, type: 'password', autocomplete: 'new-password', maxlength: 1_024 }
  const rules = [
    a.rules,
    a.ruleLength(PASSWORD_MIN, PASSWORD_MAX),
    a.ruleGuess,
    a.ruleOwn,
    a.ruleStolen,
  ].join(' ')
  return shopPage({
    frame,
    title: s.accountTitle,
    children: (
      <div class="narrow">
        <h1>{s.accountTitle}</h1>
        <Fault>{faults.account}</Fault>
        <p>{s.accountIntro}</p>
        <PostForm action={SHOP.registerAccount} csrfToken={frame.csrfToken} class="stack">
          {faults.account !== null && <input type="hidden" name="again" value="1" />}
          <Field name="name" label={s.name} value={typed.name} hint={null} fault={faults.name} input={name} />
          <Field
            name="email"
            label={t.signIn.email}
            value={typed.email}
            hint={null}
            fault={faults.email}
            input={email}
          />
          <Field
            name="password"
            label={t.signIn.password}
            value=""
            hint={rules}
            fault={faults.password}
            input={password}
          />
          <button type="submit">{s.register}</button>
        </PostForm>
      </div>
    ),
  })
}
