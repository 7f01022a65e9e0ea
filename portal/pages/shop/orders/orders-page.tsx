// Orders of all pharmacies, newest first.
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { ORDER_STATES } from '@pharmacy-relay/shared/api/shop/orders.ts'
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { pageDocument, type FrameProps } from '../../../views/frame.tsx'
import { CsvLink } from '../../../views/csv/csv-link.tsx'
import { EmptyList } from '../../../views/paging.tsx'
import { SearchInput } from '../../../views/search-input.tsx'
import { SHOP_PATHS } from '../../../views/shop-paths.ts'
import { SelectField } from '../../staff/select-field.tsx'
import { DayField } from '../day-field.tsx'
import { KeyPaging } from '../key-paging.tsx'
import { ShopNav } from '../shop-nav.tsx'
import { ordersAddress, type OrderFilter } from './orders-address.ts'
import { OrdersTable } from './orders-table.tsx'

export interface OrdersPageProps {
  readonly frame: FrameProps
  readonly filter: OrderFilter
  readonly list: EndpointResult<typeof storeApi.listPanelOrders>
}

export function ordersPage({ frame, filter, list }: OrdersPageProps): string {
  const t = texts(frame.language)
  const { title, noneTitle, noneAdvice, found } = t.shop.orders
  const first = ordersAddress({ ...filter, after: '' })
  return pageDocument({
    frame,
    title,
    children: (
      <>
        <h1>{title}</h1>
        <ShopNav here={SHOP_PATHS.orders} viewer={frame.viewer} t={t} />
        <Filter filter={filter} t={t} />
        {list.items.length === 0 ? (
          <EmptyList total={list.total} firstPage={first} title={noneTitle} advice={noneAdvice} t={t} />
        ) : (
          <>
            <output class="result-line">{found(list.total, list.totalIsExact)}</output>
            <OrdersTable items={list.items} viewer={frame.viewer} t={t} />
          </>
        )}
        {list.items.length > 0 && <CsvLink list={first} t={t} />}
        <KeyPaging
          first={filter.after === '' ? null : first}
          next={list.next === null ? null : ordersAddress({ ...filter, after: list.next })}
          t={t}
        />
      </>
    ),
  })
}

function Filter({ filter, t }: { readonly filter: OrderFilter; readonly t: Texts }) {
  const { state, everyState, states, number, pharmacy, from, until } = t.shop.orders
  return (
    <form class="staff-filter" method="get" action={SHOP_PATHS.orders}>
      <SelectField
        name="state"
        label={state}
        value={filter.state}
        options={[['', everyState], ...ORDER_STATES.map((one) => [one, states[one]] as const)]}
      />
      <div>
        <label class="filter-label" for="filter-number">
          {number}
        </label>
        <SearchInput id="filter-number" name="number" value={filter.number} />
      </div>
      <div>
        <label class="filter-label" for="filter-storeId">
          {pharmacy}
        </label>
        <SearchInput id="filter-storeId" name="storeId" value={filter.storeId} />
      </div>
      <DayField name="from" label={from} value={filter.from} />
      <DayField name="to" label={until} value={filter.to} />
      <button type="submit" class="btn">
        {t.shop.frame.show}
      </button>
    </form>
  )
}
