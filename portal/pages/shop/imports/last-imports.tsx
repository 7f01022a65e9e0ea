// The last imports of products: when each began, and what became of it.
import type { ProductImportSummary } from '@pharmacy-relay/shared/api/shop/imports.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { productImportPath } from '../../../views/shop-paths.ts'
import { Exact } from '../../../views/times/time.tsx'

interface LastImportsProps {
  readonly imports: readonly ProductImportSummary[]
  /** To the page of each. */
  readonly isLinked: boolean
  readonly t: Texts
}

export function LastImports({ imports, isLinked, t }: LastImportsProps) {
  const { last, none, started, importTitle, states, rows } = t.shop.products.imports
  return (
    <section class="card-plain table-card shop-part" aria-labelledby="last-title">
      <h2 id="last-title">{last}</h2>
      {imports.length === 0 ? (
        <p class="muted">{none}</p>
      ) : (
        <table class="staff-table shop-table">
          <caption class="visually-hidden">{last}</caption>
          <thead>
            <tr>
              <th scope="col">{last}</th>
              <th scope="col">{started}</th>
              <th scope="col">{t.shop.products.state}</th>
            </tr>
          </thead>
          <tbody>
            {imports.map(({ id, startedAt, state, rowsDone, rows: all }) => (
              <tr key={id}>
                <th scope="row">
                  {isLinked ? <a href={productImportPath(id)}>{importTitle(id)}</a> : importTitle(id)}
                </th>
                <td>
                  <Exact at={startedAt} locale={t.locale} />
                </td>
                <td>
                  <span class={`import-state import-${state}`}>{states[state]}</span>
                  <span class="sub">{rows(rowsDone, all)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
