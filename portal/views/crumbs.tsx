// The way back, above the title of a page.
import type { ComponentChildren } from 'preact'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from './icons.tsx'
import { PATHS } from './paths.ts'

interface CrumbsProps {
  readonly to: string
  readonly t: Texts
  readonly children: ComponentChildren
}

/** To the list of pharmacies it keeps the list's query: the script finds the link by `data-list-link`. */
export function Crumbs({ to, t, children }: CrumbsProps) {
  return (
    <nav class="crumbs" aria-label={t.common.breadcrumb}>
      <a href={to} data-list-link={to === PATHS.relay ? '' : undefined}>
        <Icon name="chevronLeft" />
        {children}
      </a>
    </nav>
  )
}

interface PharmacyCrumbsProps {
  /** The page of the pharmacy, or a place on it. */
  readonly to: string
  readonly customer: { readonly name: string; readonly storeId: string }
  readonly t: Texts
}

export function PharmacyCrumbs({ to, customer, t }: PharmacyCrumbsProps) {
  return (
    <Crumbs to={to} t={t}>
      <bdi>{customer.name}</bdi> <span class="store-id">{customer.storeId}</span>
    </Crumbs>
  )
}
