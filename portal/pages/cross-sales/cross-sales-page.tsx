// Rules and pairs: what waits for approval first, each with its reason and who approved it.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { CrossSale } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../views/frame.tsx'
import { Icon } from '../../views/icons.tsx'
import { EmptyList, Paging } from '../../views/paging.tsx'
import { crossSalePath } from './cross-sale-paths.ts'
import { PATHS } from '../../views/paths.ts'
import { SelectField } from '../staff/select-field.tsx'
import { ApprovalText, Figures, GroupText, kindText, termsText } from './cross-sale-text.tsx'
import { crossSalesAddress, type CrossSalesQuery } from './cross-sales-address.ts'
import { ListsCrumbs } from './lists-crumbs.tsx'

export type CrossSaleList = EndpointResult<typeof pharmacyApi.listCrossSales>

export interface CrossSalesPageProps {
  readonly frame: FrameProps
  readonly query: CrossSalesQuery
  readonly list: CrossSaleList
}

const STATES = ['waiting', 'shown', 'over', 'ended'] as const

export function crossSalesPage({ frame, query, list }: CrossSalesPageProps): string {
  const t = texts(frame.language)
  const address = (changes: Partial<CrossSalesQuery>) => crossSalesAddress({ ...query, ...changes })
  return pageDocument({
    frame,
    title: t.crossSale.title,
    children: (
      <>
        <ListsCrumbs viewer={frame.viewer} t={t} />
        <Head frame={frame} t={t} />
        <form class="staff-filter" method="get" action={PATHS.crossSales}>
          <SelectField
            name="state"
            label={t.crossSale.state}
            value={query.state ?? ''}
            options={[['', t.crossSale.everyState], ...STATES.map(stateOption(t))]}
          />
          <button type="submit" class="btn">
            {t.crossSale.show}
          </button>
        </form>
        {list.items.length === 0 ? (
          <EmptyList
            total={list.total}
            firstPage={address({ page: 1 })}
            title={t.crossSale.none}
            advice={t.crossSale.noneAdvice}
            t={t}
          />
        ) : (
          <>
            <output class="result-line">{t.crossSale.total(list.total)}</output>
            <Rows items={list.items} isLinked={may(frame.viewer, pharmacyApi.getCrossSale)} t={t} />
          </>
        )}
        <Paging query={query} list={list} address={address} t={t} />
      </>
    ),
  })
}

function stateOption(t: Texts) {
  return (state: (typeof STATES)[number]) => [state, t.crossSale.states[state]] as const
}

function Head({ frame, t }: { readonly frame: FrameProps; readonly t: Texts }) {
  return (
    <>
      <div class="page-head">
        <h1>{t.crossSale.title}</h1>
        {may(frame.viewer, pharmacyApi.makeCrossSale) && (
          <p class="actions">
            <a class="btn btn-primary" href={PATHS.newCrossSale}>
              <Icon name="plus" />
              {t.crossSale.make}
            </a>
          </p>
        )}
      </div>
      <p class="muted">{t.crossSale.intro}</p>
    </>
  )
}

interface RowsProps {
  readonly items: readonly CrossSale[]
  /** To the page of each. */
  readonly isLinked: boolean
  readonly t: Texts
}

function Rows({ items, isLinked, t }: RowsProps) {
  const { pair, ifGroup, thenGroup, reason, state, title } = t.crossSale
  return (
    <div class="card-plain table-card">
      <table class="staff-table cross-sale-table">
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {[pair, ifGroup, thenGroup, reason, state].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <Row key={one.id} about={one} isLinked={isLinked} t={t} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ about, isLinked, t }: Omit<RowsProps, 'items'> & { readonly about: CrossSale }) {
  const { id, state, ifGroup, thenGroup, reason } = about
  return (
    <tr class={state === 'ended' || state === 'over' ? 'is-over' : undefined}>
      <th scope="row">
        {isLinked ? <a href={crossSalePath(id)}>{t.crossSale.id(id)}</a> : t.crossSale.id(id)}
        <span class="sub">{kindText(about, t)}</span>
      </th>
      <td>
        <span class="narrow-head">{t.crossSale.ifGroup}</span>
        <GroupText group={ifGroup} t={t} />
      </td>
      <td>
        <span class="narrow-head">{t.crossSale.thenGroup}</span>
        <GroupText group={thenGroup} t={t} />
      </td>
      <td>
        {t.crossSale.reasons[reason]}
        <Figures about={about} t={t} />
        <span class="sub">{termsText(about, t)}</span>
      </td>
      <td>
        <span class={`cross-sale-${state}`}>{t.crossSale.states[state]}</span>
        <ApprovalText about={about} t={t} />
      </td>
    </tr>
  )
}
