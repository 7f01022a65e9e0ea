// What an action would touch: every computer by name, those that are left and why, and the one button that starts it.
import { GONE_DAYS, MAX_BULK } from '@pharmacy-relay/shared/api/support/bulk-actions.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import { PostForm } from '../../views/forms.tsx'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Notice } from '../../views/notice.tsx'
import { bulkAddress, listAddressOf, type BulkQuery } from './bulk-address.ts'
import { BulkComputerCells, BulkHeads } from './bulk-cells.tsx'
import type { BulkPreview } from './bulk-runs.ts'

export interface PreviewPageProps {
  readonly frame: FrameProps
  readonly query: BulkQuery
  readonly preview: BulkPreview
  /** Names the preview in the form. */
  readonly once: string
  /** Nothing was started: another one of this person is under way. */
  readonly isBusy: boolean
}

export function previewPage({ frame, query, preview, once, isBusy }: PreviewPageProps): string {
  const t = texts(frame.language)
  const b = t.support.bulk
  const { touched, left, isCut } = preview
  return pageDocument({
    frame,
    title: `${b.actions[query.action]} · ${b.title}`,
    children: (
      <>
        <Crumbs to={listAddressOf(query)} t={t}>
          {listName(query, t)}
        </Crumbs>
        <h1>{b.actions[query.action]}</h1>
        {isBusy && <Notice kind="fault">{b.busy}</Notice>}
        <p class="muted">{b.about[query.action](GONE_DAYS)}</p>
        {isCut && <Notice kind="warning">{b.cut(MAX_BULK)}</Notice>}
        {touched.length === 0 && <Notice kind="warning">{left.length === 0 ? b.empty : b.nobody}</Notice>}
        <PostForm class="bulk-confirm" action={bulkAddress(query)} csrfToken={frame.csrfToken}>
          <input type="hidden" name="once" value={once} />
          {touched.length > 0 && (
            <button type="submit" class="btn btn-primary">
              {b.confirm(touched.length)}
            </button>
          )}
          <a class="btn" href={listAddressOf(query)}>
            {b.back}
          </a>
        </PostForm>
        <Touched preview={preview} t={t} />
        <Left preview={preview} t={t} />
      </>
    ),
  })
}

function listName({ problem, q }: BulkQuery, t: Texts): string {
  return problem === undefined ? `${t.support.searchTitle}: ${q}` : t.support.problems[problem]
}

interface PartProps {
  readonly preview: BulkPreview
  readonly t: Texts
}

function Touched({ preview: { touched }, t }: PartProps) {
  if (touched.length === 0) return null
  return (
    <section aria-labelledby="bulk-touched">
      <h2 id="bulk-touched">{t.support.bulk.touched(touched.length)}</h2>
      <div class="card-plain table-card">
        <table class="support-table bulk-table">
          <thead>
            <BulkHeads more={null} t={t} />
          </thead>
          <tbody>
            {touched.map((computer) => (
              <tr key={computer.computerId}>
                <BulkComputerCells computer={computer} t={t} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Left({ preview: { left }, t }: PartProps) {
  if (left.length === 0) return null
  const b = t.support.bulk
  return (
    <section aria-labelledby="bulk-left">
      <h2 id="bulk-left">{b.left(left.length)}</h2>
      <div class="card-plain table-card">
        <table class="support-table bulk-table">
          <thead>
            <BulkHeads more={b.why} t={t} />
          </thead>
          <tbody>
            {left.map((computer) => (
              <tr key={computer.computerId}>
                <BulkComputerCells computer={computer} t={t} />
                <td>{b.obstacles[computer.obstacle]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
