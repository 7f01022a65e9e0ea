// The way of labels as a picture: boxes and lines, a line that is broken where it is broken, and the words for who does not see it.
import type { ComponentChildren } from 'preact'
import type { CustomerDetail, PrinterConfig } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { isSettling } from '@pharmacy-relay/shared/labels/health.ts'
import { printerDetail } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import { levelText } from '@pharmacy-relay/shared/texts/health-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { computerName } from '../../views/computer-name.ts'
import { HealthCause } from '../../views/health/health-mark.tsx'
import { Icon, type IconName } from '../../views/icons.tsx'
import { labelWayOf, type LabelWay, type WayLevel, type WayPlace, type WaySender } from './label-way.ts'

interface LabelWayPictureProps {
  readonly customer: CustomerDetail
  readonly config: PrinterConfig
  readonly t: Texts
}

export function LabelWayPicture({ customer, config, t }: LabelWayPictureProps) {
  const way = labelWayOf(customer)
  if (way === null) return null
  return (
    <div class="way">
      {way.senders.length > 0 && <Senders way={way} t={t} />}
      <Printing way={way} t={t} />
      <Line level={way.atPrinter.level} />
      <Printer way={way} config={config} t={t} />
    </div>
  )
}

interface PartProps {
  readonly way: LabelWay
  readonly t: Texts
}

function Senders({ way, t }: PartProps) {
  return (
    <ul class="way-senders">
      {way.senders.map((sender) => (
        <Sender key={sender.computer.id} sender={sender} way={way} t={t} />
      ))}
      {way.more > 0 && <li class="way-more">{t.printing.wayMore(way.more)}</li>}
    </ul>
  )
}

function Sender({ sender, way, t }: PartProps & { readonly sender: WaySender }) {
  const { computer, level } = sender
  return (
    <li data-key={`way-${computer.id}`}>
      <Box icon="computer" name={computerName(computer)} place={sender} computerId={computer.id} t={t}>
        <span class="visually-hidden">{t.pharmacy.printsThrough(computerName(way.printing))}</span>
      </Box>
      <Line level={level} />
    </li>
  )
}

function Printing({ way: { printing, atComputer }, t }: PartProps) {
  return (
    <Box icon="computer" name={computerName(printing)} place={atComputer} computerId={printing.id} t={t}>
      {printing.tcpPort !== null && <span class="sub">{t.pharmacy.port(printing.tcpPort)}</span>}
    </Box>
  )
}

function Printer({
  way: { printing, atPrinter },
  config,
  t,
}: PartProps & { readonly config: PrinterConfig }) {
  const id = config.printerName
  const { name, detail: said } = config.printer ?? { name: printerText(id), detail: null }
  const detail = said === null ? '' : printerDetail({ id, detail: said }, t.windowPages.printers.kinds)
  return (
    <Box icon="printer" name={name} place={atPrinter} computerId={printing.id} t={t}>
      {detail !== '' && detail !== name && <bdi class="sub">{detail}</bdi>}
    </Box>
  )
}

interface BoxProps {
  readonly icon: IconName
  readonly name: string
  readonly place: WayPlace
  /** The computer that it is, or that the printer stands at. */
  readonly computerId: number
  readonly t: Texts
  readonly children: ComponentChildren
}

const MARKS = { well: 'check', warning: 'alert', closed: 'clock', stopped: 'x' } as const satisfies Record<
  NonNullable<WayLevel>,
  IconName
>

/** Colour is never alone: each level has a shape and words. */
function Box({ icon, name, place: { level, health }, computerId, t, children }: BoxProps) {
  const settles = health !== null && isSettling(health)
  return (
    <span class={`way-box way-${settles ? 'settling' : (level ?? 'unknown')}`}>
      <span class="way-name">
        <Icon name={icon} /> <bdi>{name}</bdi>
        {level !== null && (
          <span class="way-mark">
            <Icon name={settles ? 'clock' : MARKS[level]} />
            <span class="visually-hidden">
              {health === null ? t.health.levels[level] : levelText(health, t.health)}
            </span>
          </span>
        )}
      </span>
      {children}
      {health !== null && <HealthCause health={health} computerId={computerId} t={t} />}
    </span>
  )
}

function Line({ level }: { readonly level: WayLevel }) {
  return (
    <span class={`way-line way-${level ?? 'unknown'}`} aria-hidden="true">
      {level === 'stopped' && <Icon name="x" />}
    </span>
  )
}
