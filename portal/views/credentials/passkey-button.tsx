// A button that asks the browser for a passkey: shown only where the script is there and the browser has them.
import type { ComponentChildren } from 'preact'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../forms.tsx'

interface PasskeyButtonProps {
  /** Posted `credential` once the browser has answered, with the fields of `children`. */
  readonly action: string
  readonly csrfToken: string
  readonly label: string
  readonly isPrimary?: boolean
  /** `get`: where the options are asked for, by POST; `create`: the options themselves. */
  readonly ask: { readonly get: string } | { readonly create: Readonly<Record<string, unknown>> }
  readonly t: Texts
  readonly children?: ComponentChildren
}

export function PasskeyButton(props: PasskeyButtonProps) {
  const { action, csrfToken, label, isPrimary = false, ask, t, children } = props
  const { refused, exists, otherName, failed } = t.account.passkeys.said
  return (
    <div
      class="passkey"
      data-passkey={'get' in ask ? 'get' : 'create'}
      data-options-at={'get' in ask ? ask.get : undefined}
      data-options={'get' in ask ? undefined : JSON.stringify(ask.create)}
      data-text-refused={refused}
      data-text-exists={exists}
      data-text-other-name={otherName}
      data-text-failed={failed}
    >
      <PostForm action={action} csrfToken={csrfToken}>
        {children}
        <input type="hidden" name="credential" value="" />
        <button type="submit" class={isPrimary ? 'btn btn-primary w-100' : 'btn w-100'}>
          {label}
        </button>
      </PostForm>
      <output class="passkey-said"></output>
    </div>
  )
}
