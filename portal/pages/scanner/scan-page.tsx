// The page of a phone that is a scanner: a field for what is typed or comes from a scanner that types, and the camera.
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { Said, type ScanSaid } from './scan-said.tsx'

export interface ScanPageProps {
  readonly frame: FrameProps
  /** Of this phone. */
  readonly name: string
  readonly workplace: string
  /** What became of the last scan; null before the first. */
  readonly said: ScanSaid | null
  /** It was paired just now. */
  readonly isFresh: boolean
}

/** A scanner that types finds the cursor there, also without the script. */
const SCAN_INPUT = {
  class: 'form-control scan-field',
  autofocus: true,
  required: true,
  maxlength: 256,
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: 'false',
} as const

/** The form posts `scan` and `csrf` to PATHS.scanner. */
export function scanPage({ frame, name, workplace, said, isFresh }: ScanPageProps): string {
  const t = texts(frame.language)
  const s = t.scanner
  return pageDocument({
    frame,
    title: s.title,
    children: (
      <div class="narrow card-plain scanner">
        <h1>{s.title}</h1>
        {isFresh && (
          <Notice kind="success" once>
            {s.paired(workplace)}
          </Notice>
        )}
        <p>{s.speaksFor(name, workplace)}</p>
        <div id="scan-said" class="scan-place" role="alert">
          {said !== null && <Said said={said} t={t} />}
        </div>
        <ScanForm csrfToken={frame.csrfToken} t={t} />
        <Camera t={t} />
        <p class="actions">
          <a class="btn" href={PATHS.pairScanner}>
            {s.other}
          </a>
          <a class="btn" href={PATHS.forgetScanner}>
            {s.forget}
          </a>
        </p>
      </div>
    ),
  })
}

function ScanForm({ csrfToken, t: { scanner: s } }: { readonly csrfToken: string; readonly t: Texts }) {
  return (
    <PostForm id="scan-form" action={PATHS.scanner} csrfToken={csrfToken}>
      <Field
        name="scan"
        label={s.scan}
        value=""
        hint={s.scanHint}
        fault={null}
        input={{
          ...SCAN_INPUT,
          'data-text-sending': s.sending,
          'data-text-failed': s.notSent,
        }}
      />
      <button type="submit" class="btn btn-primary w-100">
        {s.send}
      </button>
    </PostForm>
  )
}

/** The script shows the button in place of the words where the browser can read codes. */
function Camera({ t: { scanner: s } }: { readonly t: Texts }) {
  return (
    <div id="scan-camera" class="scan-camera" data-text-refused={s.cameraRefused}>
      <p class="muted" data-camera="none">
        {s.noCamera}
      </p>
      <video data-camera="picture" aria-label={s.camera} playsInline muted hidden></video>
      <button type="button" class="btn w-100" data-camera="start" hidden>
        {s.camera}
      </button>
      <button type="button" class="btn w-100" data-camera="stop" hidden>
        {s.cameraStop}
      </button>
      <p class="field-fault" data-camera="refused" role="alert"></p>
    </div>
  )
}
