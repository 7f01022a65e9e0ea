// The form that brings the files of a list: which list, which characters, its files. It needs no script.
import { LIST_FILES, ListEncoding } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Field, PostForm } from '../../views/forms.tsx'
import type { FrameProps } from '../../views/frame-props.ts'
import { Notice } from '../../views/notice.tsx'
import { PATHS } from '../../views/paths.ts'
import { SelectField } from '../staff/select-field.tsx'

/** As they were chosen; files are chosen anew after a refusal, since browsers keep none. */
export interface StartValues {
  readonly kind: keyof typeof LIST_FILES
  readonly source: string
  readonly encoding: ListEncoding
}

export const FIRST_VALUES: StartValues = { kind: 'bdpm', source: '', encoding: 'windows-1252' }

export interface StartFormProps {
  readonly frame: FrameProps
  readonly values: StartValues
  readonly faults: ReadonlySet<'source' | 'files'>
  /** What refused the list, in words; null for none. */
  readonly problem: string | null
}

/** Posts `kind`, `source`, `encoding` and `files` to PATHS.medicines. */
export function StartForm({ frame, values, faults, problem }: StartFormProps) {
  const t = texts(frame.language)
  const { sourceHint, sourceFault } = t.drugImports
  return (
    <section class="card-plain start-import" aria-labelledby="start-import">
      <h2 id="start-import">{t.drugImports.startTitle}</h2>
      {problem !== null && <Notice kind="fault">{problem}</Notice>}
      {problem === null && faults.size > 0 && <Notice kind="fault">{t.customerForm.faultsTitle}</Notice>}
      <PostForm action={PATHS.medicines} csrfToken={frame.csrfToken} withFiles>
        <SelectField
          name="kind"
          label={t.drugImports.kind}
          value={values.kind}
          options={Object.entries(t.drugImports.kinds)}
          isFormField
        />
        <Field
          name="source"
          label={t.drugImports.source}
          value={values.source}
          hint={faults.has('source') ? null : sourceHint}
          fault={faults.has('source') ? sourceFault : null}
          input={{ type: 'text', maxlength: 32, autocomplete: 'off', spellcheck: false }}
        />
        <SelectField
          name="encoding"
          label={t.drugImports.encoding}
          value={values.encoding}
          options={ListEncoding.options.map((one) => [one, t.drugImports.encodings[one]])}
          isFormField
        />
        <FilesField isFaulty={faults.has('files')} t={t} />
        <button type="submit" class="btn btn-primary">
          {t.drugImports.upload}
        </button>
      </PostForm>
    </section>
  )
}

function FilesField({ isFaulty, t }: { readonly isFaulty: boolean; readonly t: Texts }) {
  const names = Object.values(LIST_FILES).flat().join(', ')
  return (
    <div class="mb-3">
      <label class="form-label" for="files">
        {t.drugImports.files}
      </label>
      <input
        id="files"
        name="files"
        type="file"
        multiple
        required
        accept=".txt,.csv"
        class={isFaulty ? 'form-control is-invalid' : 'form-control'}
        aria-invalid={isFaulty ? 'true' : undefined}
        aria-describedby={isFaulty ? 'files-fault files-hint' : 'files-hint'}
      />
      {isFaulty && (
        <p class="field-fault" id="files-fault">
          {t.drugImports.filesFault}
        </p>
      )}
      <p class="field-hint" id="files-hint">
        {t.drugImports.filesHint(names)}
      </p>
    </div>
  )
}
