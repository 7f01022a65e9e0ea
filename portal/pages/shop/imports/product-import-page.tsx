// One import of products: how far it is, or what is wrong in its file, line by line.
import { renderToString } from 'preact-render-to-string'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { ProductImport } from '@pharmacy-relay/shared/api/shop/imports.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../../views/crumbs.tsx'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { SHOP_PATHS, productImportPath, productImportRegionPath } from '../../../views/shop-paths.ts'
import { faultText } from './fault-text.ts'

export interface ProductImportPageProps {
  readonly frame: FrameProps
  readonly about: ProductImport
}

const REFRESH_S = 1

export function productImportPage({ frame, about }: ProductImportPageProps): string {
  const t = texts(frame.language)
  const title = t.shop.products.imports.importTitle(about.id)
  return pageDocument({
    frame,
    title,
    live: about.state === 'applying',
    children: (
      <>
        {may(frame.viewer, storeApi.importProducts) && (
          <Crumbs to={SHOP_PATHS.importProducts} t={t}>
            {t.shop.products.imports.title}
          </Crumbs>
        )}
        <h1>{title}</h1>
        <Region about={about} t={t} />
      </>
    ),
  })
}

/** The fragment that replaces `#import`. */
export function productImportRegion({ frame, about }: ProductImportPageProps): string {
  return renderToString(<Region about={about} t={texts(frame.language)} />)
}

interface PartProps {
  readonly about: ProductImport
  readonly t: Texts
}

/** Asked for as long as it moves. */
function Region({ about, t }: PartProps) {
  const moves = about.state === 'applying'
  const { reload, failedAdvice, done } = t.shop.products.imports
  return (
    <div
      id="import"
      class="import"
      data-live-region
      data-refresh={moves ? productImportRegionPath(about.id) : undefined}
      data-refresh-s={moves ? REFRESH_S : undefined}
    >
      <StateText about={about} t={t} />
      {moves && (
        <p data-no-script-only>
          <a class="btn" href={productImportPath(about.id)}>
            {reload}
          </a>
        </p>
      )}
      {about.state === 'applied' && <p>{done(about.added, about.changed)}</p>}
      {about.state === 'failed' && <p>{failedAdvice}</p>}
      {about.faultCount > 0 && <Faults about={about} t={t} />}
    </div>
  )
}

function StateText({ about, t }: PartProps) {
  const { states, progress, rows } = t.shop.products.imports
  const { state, rowsDone } = about
  return (
    <p aria-live="polite">
      <span class={`import-state import-${state}`}>{states[state]}</span>{' '}
      {state === 'applying' && (
        <span class="import-progress">
          <progress value={rowsDone} max={Math.max(1, about.rows)} aria-label={progress} />
        </span>
      )}{' '}
      {state !== 'refused' && <span class="muted">{rows(rowsDone, about.rows)}</span>}
    </p>
  )
}

function Faults({ about, t }: PartProps) {
  const { faultsTitle, firstFaults, faultsAdvice, line, column, what } = t.shop.products.imports
  const { faults, faultCount } = about
  return (
    <>
      <h2>{faultsTitle(faultCount)}</h2>
      <p>
        {faults.length < faultCount && `${firstFaults(faults.length)} `}
        {faultsAdvice}
      </p>
      <div class="card-plain table-card">
        <table class="staff-table shop-table">
          <caption class="visually-hidden">{faultsTitle(faultCount)}</caption>
          <thead>
            <tr>
              {[line, column, what].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <tr key={`${fault.line} ${fault.column} ${fault.code}`}>
                <th scope="row">
                  {line} {fault.line}
                </th>
                <td>
                  <code>
                    <bdi>{fault.column}</bdi>
                  </code>
                </td>
                <td>{faultText(fault, t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
