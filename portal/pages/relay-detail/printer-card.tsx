// The active printer configuration of a pharmacy.
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Icon } from '../../views/icons.tsx'
import { Notice } from '../../views/notice.tsx'
import { Age } from '../../views/time.tsx'

interface PrinterCardProps {
  readonly customer: CustomerDetail
  readonly now: Date
  readonly t: Texts
}

export function PrinterCard({ customer, now, t }: PrinterCardProps) {
  return (
    <section class="printer-section" aria-labelledby="printer-title">
      <div class="section-head">
        <h2 id="printer-title">{t.pharmacy.printerConfig}</h2>
      </div>
      <div class="card-plain">
        {customer.printerConfig === null ? (
          <p class="muted no-printer">
            <Icon name="printer" /> {t.pharmacy.noPrinterConfig}
          </p>
        ) : (
          <PrinterFacts customer={customer} config={customer.printerConfig} now={now} t={t} />
        )}
      </div>
    </section>
  )
}

interface PrinterFactsProps extends PrinterCardProps {
  readonly config: NonNullable<CustomerDetail['printerConfig']>
}

function PrinterFacts({ customer, config, now, t }: PrinterFactsProps) {
  const computer = customer.computers.find((candidate) => candidate.id === config.printerComputerId)
  return (
    <>
      {computer !== undefined && !computer.isOnline && (
        <Notice kind="warning">{t.pharmacy.printerOffline}</Notice>
      )}
      <dl class="facts facts-row">
        <div>
          <dt>{t.pharmacy.printer}</dt>
          <dd>
            <bdi>{config.printerName}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t.pharmacy.printerComputer}</dt>
          <dd>
            <bdi>{computer?.pcName ?? t.common.unknown}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t.pharmacy.tcpPort}</dt>
          <dd>{config.tcpPort}</dd>
        </div>
        <div>
          <dt>{t.pharmacy.updated}</dt>
          <dd>
            <Age at={config.updatedAt} now={now} locale={t.locale} />
          </dd>
        </div>
      </dl>
    </>
  )
}
