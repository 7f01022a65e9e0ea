// The page that asks the browser for a new passkey, named on the page of the account.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PasskeyButton } from '../../views/credentials/passkey-button.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { PATHS } from '../../views/paths.ts'

export interface MakePasskeyPageProps {
  readonly frame: FrameProps
  readonly name: string
  /** What identity wants the browser to be asked; good for five minutes and once. */
  readonly options: Readonly<Record<string, unknown>>
}

/** The form posts `name`, `credential` and `csrf` to PATHS.addPasskey. */
export function makePasskeyPage({ frame, name, options }: MakePasskeyPageProps): string {
  const t = texts(frame.language)
  const p = t.account.passkeys
  return pageDocument({
    frame,
    title: p.makeTitle,
    children: (
      <div class="narrow card-plain">
        <h1>{p.makeTitle}</h1>
        <p>
          <bdi>{name}</bdi>
        </p>
        <p class="muted">{p.makeIntro}</p>
        <p class="no-passkeys">{p.notHere}</p>
        <PasskeyButton
          action={PATHS.addPasskey}
          csrfToken={frame.csrfToken}
          label={p.make}
          isPrimary
          ask={{ create: options }}
          t={t}
        >
          <input type="hidden" name="name" value={name} />
        </PasskeyButton>
        <p class="actions">
          <a class="btn" href={PATHS.account}>
            {t.common.cancel}
          </a>
        </p>
      </div>
    ),
  })
}
