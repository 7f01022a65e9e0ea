// The next step of an import: to check it, or to carry it out, which says first what goes.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { DrugImport, ImportCounts } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { PostForm } from '../../views/forms.tsx'
import type { Viewer } from '../../views/frame-props.ts'
import { Notice } from '../../views/notice.tsx'
import { applyImportPath, checkImportPath } from './import-paths.ts'
import { ConfirmedForm } from '../staff/confirmed-form.tsx'

export interface StepsProps {
  readonly about: DrugImport
  readonly viewer: Viewer | null
  readonly csrfToken: string
  readonly t: Texts
}

export function ImportSteps({ about, viewer, csrfToken, t }: StepsProps) {
  const { id, state, files, counts } = about
  const isComplete = files.every(({ isReceived }) => isReceived)
  if (state === 'open' && isComplete && may(viewer, pharmacyApi.checkDrugImport))
    return (
      <PostForm action={checkImportPath(id)} csrfToken={csrfToken}>
        <button type="submit" class="btn btn-primary">
          {t.drugImports.check}
        </button>
      </PostForm>
    )
  if (state !== 'checked' || counts === null || !may(viewer, pharmacyApi.applyDrugImport)) return null
  return <ApplyForm id={id} counts={counts} csrfToken={csrfToken} t={t} />
}

interface ApplyProps {
  readonly id: number
  readonly counts: ImportCounts
  readonly csrfToken: string
  readonly t: Texts
}

function ApplyForm({ id, counts, csrfToken, t }: ApplyProps) {
  const { applyAll, applyWithdrawn, applyBack, applyTitle, apply, mustConfirm } = t.drugImports
  const { drugsWithdrawn, packsWithdrawn } = counts
  const goes = drugsWithdrawn + packsWithdrawn > 0 ? [applyWithdrawn(drugsWithdrawn, packsWithdrawn)] : []
  return (
    <>
      {counts.mustConfirm && <Notice kind="warning">{mustConfirm}</Notice>}
      <ConfirmedForm
        name="apply"
        action={applyImportPath(id)}
        csrfToken={csrfToken}
        summary={`${applyTitle}…`}
        points={[applyAll, ...goes, applyBack]}
        confirm={apply}
      >
        {counts.mustConfirm && (
          <p class="form-check">
            <input
              id="confirm-withdrawn"
              name="confirmWithdrawn"
              type="checkbox"
              value="yes"
              required
              class="form-check-input"
            />
            <label class="form-check-label" for="confirm-withdrawn">
              {t.drugImports.confirm}
            </label>
          </p>
        )}
      </ConfirmedForm>
    </>
  )
}
