// The live part of a pharmacy's page: its head, counts, computers, printer configuration.
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { documentTitle, type Viewer } from '../../views/frame.tsx'
import { Icon } from '../../views/icons.tsx'
import { OnlineBar } from '../../views/online-bar.tsx'
import { computersPath } from '../../views/paths.ts'
import { OpenCodes } from '../pairing/open-codes.tsx'
import { CloneBanner } from './clone-banner.tsx'
import { computerColumns } from './computer-columns.tsx'
import { ComputerRow } from './computer-row.tsx'
import { PharmacyHead } from './pharmacy-head.tsx'
import { PrinterCard } from './printer-card.tsx'
import { WaitingComputers } from './waiting-computers.tsx'

export interface RelayDetailComputersProps {
  readonly language: Language
  readonly viewer: Viewer | null
  readonly customer: CustomerDetail
  /** The server's clock, for ages. */
  readonly now: Date
}

/** The fragment that replaces `#relay-computers`. */
export function relayDetailComputers(props: RelayDetailComputersProps): string {
  return renderToString(<ComputersRegion {...props} />)
}

/**
 * `data-now` lets the browser show ages by the server's clock, whatever its own says; `data-title` is the title of the
 * window, which stands outside of the region.
 */
export function ComputersRegion(props: RelayDetailComputersProps & { readonly editor?: ComponentChildren }) {
  const { language, viewer, customer, now, editor = null } = props
  const t = texts(language)
  return (
    <div
      id="relay-computers"
      data-live-region
      data-customers={String(customer.id)}
      data-refresh={computersPath(customer.storeId)}
      data-event-id={String(customer.lastEventId)}
      data-now={now.toISOString()}
      data-title={documentTitle(customerTitle(customer), language)}
    >
      <PharmacyHead viewer={viewer} customer={customer} now={now} t={t} />
      {customer.computers.map((computer) => (
        <CloneBanner key={computer.id} computer={computer} viewer={viewer} now={now} t={t} />
      ))}
      <WaitingComputers customer={customer} viewer={viewer} t={t} />
      <OpenCodes viewer={viewer} customer={customer} now={now} t={t} />
      <PrinterCard viewer={viewer} customer={customer} now={now} t={t} />
      {/* Kept while the rest is refreshed: what is being chosen is never taken away. */}
      <div id="role-editor-place" data-kept>
        {editor}
      </div>
      <section aria-labelledby="computers-title">
        <div class="section-head">
          <h2 id="computers-title">{t.pharmacy.computers}</h2>
          <Counts customer={customer} t={t} />
        </div>
        {customer.computers.length === 0 ? (
          <NoComputers t={t} />
        ) : (
          <ComputerTable customer={customer} viewer={viewer} now={now} t={t} />
        )}
      </section>
    </div>
  )
}

/** What the window is called, without the product. */
export function customerTitle({ name, storeId }: CustomerDetail): string {
  return `${name} · ${storeId}`
}

function Counts({ customer, t }: { readonly customer: CustomerDetail; readonly t: Texts }) {
  const online = customer.computers.filter((computer) => computer.isOnline).length
  const tooOld = customer.computers.filter((computer) => computer.isTooOld).length
  return (
    <p class="counts">
      <OnlineBar online={online} all={customer.computers.length} />
      <span>{t.pharmacy.counts(online, customer.computers.length)}</span>
      {tooOld > 0 && <span class="mark-warning">{t.pharmacy.tooOldCount(tooOld)}</span>}
    </p>
  )
}

function NoComputers({ t }: { readonly t: Texts }) {
  return (
    <div class="card-plain nothing">
      <Icon name="computer" />
      <h3>{t.pharmacy.noComputersTitle}</h3>
      <p>{t.pharmacy.noComputersAdvice}</p>
    </div>
  )
}

interface ComputerTableProps {
  readonly customer: CustomerDetail
  readonly viewer: Viewer | null
  readonly now: Date
  readonly t: Texts
}

function ComputerTable({ customer, viewer, now, t }: ComputerTableProps) {
  return (
    <div class="card-plain table-card">
      <table class="computer-table" aria-labelledby="computers-title">
        <thead>
          <tr>
            {computerColumns.map(({ name, title }) => (
              <th key={name} scope="col" class={`col-${name}`}>
                {title(t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {customer.computers.map((computer) => (
            <ComputerRow
              key={computer.id}
              customer={customer}
              computer={computer}
              viewer={viewer}
              now={now}
              t={t}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
