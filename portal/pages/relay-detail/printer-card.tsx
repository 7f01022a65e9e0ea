// The active printer configuration of a pharmacy.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { Icon } from '../../views/icons.tsx'
import type { Viewer } from '../../views/frame-props.ts'
import { Notice } from '../../views/notice.tsx'
import { Age } from '../../views/times/time.tsx'
import { untilThen } from '../printing/assignment-state.tsx'
import { PrinterConditionNotices } from '../printing/printer-conditions.tsx'
import { ChoosePrinter } from './choose-printer.tsx'
import { LabelWayPicture } from './label-way-picture.tsx'
import { StaffChanges } from '../staff-history/staff-changes.tsx'
import { clientCount } from '../printing/role-consequences.ts'
import { StandbyFact, StandbyInUse, usingStandby } from '../printing/standby-card.tsx'

interface PrinterCardProps {
  readonly viewer: Viewer | null
  readonly customer: CustomerDetail
  readonly now: Date
  readonly t: Texts
}

export function PrinterCard({ viewer, customer, now, t }: PrinterCardProps) {
  return (
    <section class="printer-section" aria-labelledby="printer-title">
      <div class="section-head">
        <h2 id="printer-title">{t.pharmacy.printerConfig}</h2>
      </div>
      <div class="card-plain">
        {customer.printerConfig === null ? (
          <NoPrinter viewer={viewer} customer={customer} t={t} />
        ) : (
          <PrinterFacts viewer={viewer} customer={customer} config={customer.printerConfig} now={now} t={t} />
        )}
        <StaffChanges customer={customer} computer={null} now={now} t={t} />
      </div>
    </section>
  )
}

/** Nothing to worry about while no computer wants to print; else labels wait. */
function NoPrinter({ viewer, customer, t }: Omit<PrinterCardProps, 'now'>) {
  const clients = clientCount(customer)
  return (
    <>
      {clients > 0 && <Notice kind="warning">{t.printing.noPrinterComputer(clients)}</Notice>}
      <p class="muted no-printer">
        <Icon name="printer" /> {t.pharmacy.noPrinterConfig}
      </p>
      <ChoosePrinter viewer={viewer} customer={customer} t={t} />
    </>
  )
}

interface PrinterFactsProps extends PrinterCardProps {
  readonly config: NonNullable<CustomerDetail['printerConfig']>
}

function PrinterFacts({ viewer, customer, config, now, t }: PrinterFactsProps) {
  const computer = customer.computers.find((candidate) => candidate.id === config.printerComputerId)
  return (
    <>
      <StandbyInUse viewer={viewer} customer={customer} t={t} />
      {computer !== undefined && (
        <PrinterNotices computer={computer} isStoodIn={usingStandby(customer).length > 0} t={t} />
      )}
      <LabelWayPicture customer={customer} config={config} t={t} />
      <dl class="facts facts-row">
        <div>
          <dt>{t.pharmacy.printer}</dt>
          <dd>
            <bdi>{printerText(config.printerName)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t.pharmacy.printerComputer}</dt>
          <dd>
            <bdi>{computer === undefined ? t.common.unknown : computerName(computer)}</bdi>
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
        <StandbyFact customer={customer} t={t} />
      </dl>
    </>
  )
}

/** What keeps labels from coming out there. */
function PrinterNotices({
  computer,
  isStoodIn,
  t,
}: {
  readonly computer: RelayComputer
  /** Labels come out at the standby printer. */
  readonly isStoodIn: boolean
  readonly t: Texts
}) {
  const failure = computer.assignment?.failure ?? null
  return (
    <>
      {!computer.isOnline && !isStoodIn && <Notice kind="warning">{t.pharmacy.printerOffline}</Notice>}
      <PrinterConditionNotices computer={computer} t={t} />
      {failure !== null && (
        <Notice kind="fault">
          <strong>{t.printing.printerNotApplied(computerName(computer))}</strong>{' '}
          {t.printing.failures[failure.code]} {untilThen(computer, t)}
        </Notice>
      )}
    </>
  )
}
