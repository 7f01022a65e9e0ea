// The form that brings a CSV file of products, with what its columns are. It needs no script.
import type { ProductImportSummary } from '@pharmacy-relay/shared/api/shop/imports.ts'
import { ProductFields } from '@pharmacy-relay/shared/api/shop/products.ts'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../../views/crumbs.tsx'
import { PostForm } from '../../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { SHOP_PATHS } from '../../../views/shop-paths.ts'
import type { RefusedForm } from '../form-problem.ts'
import { RefusedNotice } from '../refused-notice.tsx'
import { columnText } from './fault-text.ts'
import { LastImports } from './last-imports.tsx'

export interface ImportProductsPageProps {
  readonly frame: FrameProps
  readonly refused: RefusedForm | null
  /** Newest first. */
  readonly imports: readonly ProductImportSummary[]
}

const NEEDED: ReadonlySet<string> = new Set(['sku', 'name', 'priceMinor', 'taxBp'])

export function importProductsPage({ frame, refused, imports }: ImportProductsPageProps): string {
  const t = texts(frame.language)
  const { title, intro } = t.shop.products.imports
  return pageDocument({
    frame,
    title,
    children: (
      <>
        {may(frame.viewer, storeApi.listPanelProducts) && (
          <Crumbs to={SHOP_PATHS.products} t={t}>
            {t.shop.products.title}
          </Crumbs>
        )}
        <h1>{title}</h1>
        <RefusedNotice refused={refused} t={t} />
        <p class="muted">{intro}</p>
        <section class="card-plain shop-part">
          <FileForm frame={frame} isFaulty={refused?.faults.has('files') === true} t={t} />
        </section>
        <LastImports imports={imports} isLinked={may(frame.viewer, storeApi.getProductImport)} t={t} />
        <Columns t={t} />
      </>
    ),
  })
}

interface FileFormProps {
  readonly frame: FrameProps
  readonly isFaulty: boolean
  readonly t: Texts
}

function FileForm({ frame, isFaulty, t }: FileFormProps) {
  const { file, fileHint, fileFault, submit } = t.shop.products.imports
  return (
    <PostForm action={SHOP_PATHS.importProducts} csrfToken={frame.csrfToken} withFiles>
      <div class="mb-3">
        <label class="form-label" for="files">
          {file}
        </label>
        <input
          id="files"
          name="files"
          type="file"
          required
          accept=".csv,.txt"
          class={isFaulty ? 'form-control is-invalid' : 'form-control'}
          aria-invalid={isFaulty ? 'true' : undefined}
          aria-describedby="files-hint"
        />
        <p class={isFaulty ? 'field-fault' : 'field-hint'} id="files-hint">
          {isFaulty ? fileFault : fileHint}
        </p>
      </div>
      <button type="submit" class="btn btn-primary">
        {submit}
      </button>
    </PostForm>
  )
}

function Columns({ t }: { readonly t: Texts }) {
  const { columns, needed, column } = t.shop.products.imports
  return (
    <section class="card-plain table-card shop-part" aria-labelledby="columns-title">
      <h2 id="columns-title">{columns}</h2>
      <table class="staff-table shop-table">
        <caption class="visually-hidden">{columns}</caption>
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">{t.shop.products.form}</th>
          </tr>
        </thead>
        <tbody>
          {ProductFields.keyof().options.map((name) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {NEEDED.has(name) && <span class="sub">{needed}</span>}
              </th>
              <td>
                {t.shop.products.fields[name]}
                <span class="sub">{columnText(name, t)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
