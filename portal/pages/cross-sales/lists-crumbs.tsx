// The ways back, for who may go there: to the drug lists, and to the list of rules and pairs.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Crumbs } from '../../views/crumbs.tsx'
import type { Viewer } from '../../views/frame-props.ts'
import { PATHS } from '../../views/paths.ts'

interface CrumbsProps {
  readonly viewer: Viewer | null
  readonly t: Texts
}

export function ListsCrumbs({ viewer, t }: CrumbsProps) {
  if (!may(viewer, pharmacyApi.listDrugImports)) return null
  return (
    <Crumbs to={PATHS.medicines} t={t}>
      {t.drugImports.title}
    </Crumbs>
  )
}

export function CrossSalesCrumbs({ viewer, t }: CrumbsProps) {
  if (!may(viewer, pharmacyApi.listCrossSales)) return null
  return (
    <Crumbs to={PATHS.crossSales} t={t}>
      {t.crossSale.title}
    </Crumbs>
  )
}
