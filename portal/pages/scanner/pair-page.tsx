// Asks for the code of a workplace, and how this phone is called there.
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'

/** In words; null for nothing. */
export interface PairFaults {
  readonly code: string | null
  readonly name: string | null
  readonly all: string | null
}
export const NO_PAIR_FAULTS: PairFaults = { code: null, name: null, all: null }

export interface PairPageProps {
  readonly frame: FrameProps
  /** As they were typed. */
  readonly entries: { readonly code: string; readonly name: string }
  readonly faults: PairFaults
  /** What became of the pair before; null for nothing to say. */
  readonly notice: 'ended' | 'forgotten' | null
}

const CODE_INPUT = {
  required: true,
  maxlength: 32,
  autocomplete: 'off',
  autocapitalize: 'characters',
  spellcheck: 'false',
} as const

/** The form posts `code`, `name` and `csrf` to PATHS.pairScanner. */
export function pairPage({ frame, entries, faults, notice }: PairPageProps): string {
  const s = texts(frame.language).scanner
  return pageDocument({
    frame,
    title: s.title,
    children: (
      <div class="narrow card-plain scanner">
        <h1>{s.title}</h1>
        {faults.all !== null && <Notice kind="fault">{faults.all}</Notice>}
        {notice === 'ended' && <Notice kind="warning">{s.ended}</Notice>}
        {notice === 'forgotten' && <Notice kind="success">{s.forgotten}</Notice>}
        <p class="muted">{s.intro}</p>
        <PostForm action={PATHS.pairScanner} csrfToken={frame.csrfToken}>
          <Field
            name="code"
            label={s.code}
            value={entries.code}
            hint={s.codeHint}
            fault={faults.code}
            input={CODE_INPUT}
          />
          <Field
            name="name"
            label={s.name}
            value={entries.name}
            hint={s.nameHint}
            fault={faults.name}
            input={{ required: true, maxlength: 60, autocomplete: 'off' }}
          />
          <button type="submit" class="btn btn-primary w-100">
            {s.pair}
          </button>
        </PostForm>
      </div>
    ),
  })
}
