// Setting up a second factor: the ways to one, and for an authenticator app the picture that it reads, the same as text, and its first code.
import { encode } from 'uqr'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { CodeField } from '../../views/credentials/code-field.tsx'
import { CopyLine } from '../../views/copy-line.tsx'
import { Crumbs } from '../../views/crumbs.tsx'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { AddPasskey } from './add-passkey.tsx'

export interface Enrolment {
  readonly secret: string
  /** `otpauth://…`, which the picture holds. */
  readonly uri: string
}

export interface SecondFactorPageProps {
  readonly frame: FrameProps
  /** Null before one began. */
  readonly enrolment: Enrolment | null
  /** The account has a second factor: a new app replaces it. */
  readonly isActive: boolean
  /** A passkey is offered beside the app: to who has no second factor. `isHostOfNumbers`: the browser makes none at this address. */
  readonly passkey: { readonly isHostOfNumbers: boolean } | null
  readonly fault: string | null
}

export function secondFactorPage(page: SecondFactorPageProps): string {
  const { frame, enrolment, fault } = page
  const t = texts(frame.language)
  const a = t.account.factor
  return pageDocument({
    frame,
    title: a.setUpTitle,
    children: (
      <div class="narrow wide card-plain">
        {frame.secondFactorDue?.isOver !== true && (
          <Crumbs to={PATHS.account} t={t}>
            {t.account.title}
          </Crumbs>
        )}
        <h1>{a.setUpTitle}</h1>
        {fault !== null && <Notice kind="fault">{fault}</Notice>}
        {enrolment === null ? (
          <Ways page={page} t={t} />
        ) : (
          <Enrol csrfToken={frame.csrfToken} enrolment={enrolment} t={t} />
        )}
      </div>
    ),
  })
}

interface WaysProps {
  readonly page: SecondFactorPageProps
  readonly t: Texts
}

function Ways({ page, t }: WaysProps) {
  const { frame, passkey } = page
  const a = t.account.factor
  if (passkey === null)
    return (
      <>
        <p>{a.why}</p>
        <Begin page={page} t={t} />
      </>
    )
  return (
    <>
      <p>{a.whyWays}</p>
      <h2>{a.byPasskey}</h2>
      <p>{t.account.passkeys.intro}</p>
      <AddPasskey csrfToken={frame.csrfToken} {...passkey} t={t} />
      <h2 class="mt-4">{a.byApp}</h2>
      <Begin page={page} t={t} />
    </>
  )
}

function Begin({ page, t }: WaysProps) {
  const { frame, isActive, passkey } = page
  const a = t.account.factor
  return (
    <>
      <p>{isActive ? a.replaces : a.needs}</p>
      <PostForm action={PATHS.secondFactor} csrfToken={frame.csrfToken}>
        <button type="submit" class={passkey === null ? 'btn btn-primary' : 'btn'}>
          {a.begin}
        </button>
      </PostForm>
    </>
  )
}

interface EnrolProps {
  readonly csrfToken: string
  readonly enrolment: Enrolment
  readonly t: Texts
}

/** The form posts `code`, `secret`, `uri` and `csrf` to PATHS.activateFactor: after a wrong code the same picture is shown again. */
function Enrol({ csrfToken, enrolment, t }: EnrolProps) {
  const a = t.account.factor
  return (
    <>
      <ol class="enrolment">
        <li>
          {a.scan}
          <Picture text={enrolment.uri} title={a.picture} />
        </li>
        <li>
          {a.orType}
          <CopyLine text={enrolment.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} thing={a.secret} t={t} />
        </li>
        <li>{a.thenCode}</li>
      </ol>
      <PostForm action={PATHS.activateFactor} csrfToken={csrfToken}>
        <input type="hidden" name="secret" value={enrolment.secret} />
        <input type="hidden" name="uri" value={enrolment.uri} />
        <CodeField autofocus hint={a.firstCode} t={t} />
        <button type="submit" class="btn btn-primary">
          {a.activate}
        </button>
      </PostForm>
    </>
  )
}

/** Dark squares on white whatever the theme: cameras want it so. */
function Picture({ text, title }: { readonly text: string; readonly title: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img would need an address that holds the secret
      role="img"
      aria-label={title}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={squares.join('')} fill="#000000" />
    </svg>
  )
}
