// Drug lists: the form that imports one, and every import with how far it is.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { PATHS } from '../../views/paths.ts'
import type { PageQuery } from './import-address.ts'
import { isUnderWay } from './import-state.tsx'
import { ImportsTable, type ImportList } from './imports-table.tsx'
import { StartForm, type StartFormProps } from './start-form.tsx'

export interface ImportsPageProps {
  readonly frame: FrameProps
  readonly query: PageQuery
  readonly list: ImportList
  readonly start: Omit<StartFormProps, 'frame'>
}

export function importsPage({ frame, query, list, start }: ImportsPageProps): string {
  const t = texts(frame.language)
  return pageDocument({
    frame,
    title: t.drugImports.title,
    live: list.items.some(isUnderWay),
    children: (
      <>
        <div class="page-head">
          <h1>{t.drugImports.title}</h1>
          {may(frame.viewer, pharmacyApi.listCrossSales) && (
            <p class="actions">
              <a class="btn" href={PATHS.crossSales}>
                {t.crossSale.title}
              </a>
            </p>
          )}
        </div>
        <p class="muted">{t.drugImports.intro}</p>
        <ImportsTable viewer={frame.viewer} language={frame.language} query={query} list={list} />
        {may(frame.viewer, pharmacyApi.startDrugImport) && <StartForm frame={frame} {...start} />}
      </>
    ),
  })
}
