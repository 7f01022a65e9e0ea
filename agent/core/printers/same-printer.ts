// One printer that is seen through two back ends is shown once: which one of them is shown. Pure.
//
//   typed tcp:HOST:9100        and a queue of CUPS or Windows on HOST:9100      the typed one: it can be asked, and proves more
//   typed tls:HOST:9143        and tcp:HOST:9100, or a queue on it              TLS, once its certificate is known
//   typed serial:PORT          and a queue on that port                        the typed one
//   plugged in by USB          and a queue on it                               the queue (device/usb.ts, which knows why)
//
// The one that labels come out of is always shown, and then its twins are not. Hosts are compared as they are written: nobody is
// asked what a name means, so a queue by name and an address of digits stay two.
import { DEFAULT_PRINTER_PORT } from '@pharmacy-relay/shared/ids.ts'
import type { PrinterInfo, PrinterPlace } from './printer-backend.ts'
import { TLS_PRINTER_PORT } from './tls/pinned-address.ts'

type Seen = Pick<PrinterInfo, 'id' | 'place'>

/** In their order. `chosen`: the id of the one that labels come out of; null where there is none. */
export function shownOnce<T extends Seen>(printers: readonly T[], chosen: string | null): T[] {
  // Two queues of the system both stay, so thousands of them are not compared with each other.
  const others = printers.filter((one) => one.id === chosen || rank(one) > 0)
  return printers.filter(
    (printer) => !others.some((other) => other !== printer && isShownInsteadOf(other, printer, chosen)),
  )
}

function isShownInsteadOf(other: Seen, printer: Seen, chosen: string | null): boolean {
  const [place, otherPlace] = [printer.place ?? null, other.place ?? null]
  if (place === null || otherPlace === null || printer.id === chosen || !isSame(place, otherPlace))
    return false
  return other.id === chosen || rank(other) > rank(printer)
}

function isSame(one: PrinterPlace, other: PrinterPlace): boolean {
  if (one.kind === 'port') return other.kind === 'port' && isSameText(one.name, other.name)
  if (other.kind === 'port' || !isSameText(one.host, other.host)) return false
  if (one.secured === null && other.secured === null) return one.port === other.port
  return isPair(one, other) || isPair(other, one)
}

function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/**
 * The usual ports of one printer. Behind other ports of one host may be other printers, as print servers have them, and a
 * printer that is shown nowhere is worse than one that is shown twice. Nor is a TLS printer's twin hidden, or it, before its
 * certificate is known: it could never be tried.
 */
function isPair(plain: Socket, tls: Socket): boolean {
  const isUsual = plain.port === DEFAULT_PRINTER_PORT && tls.port === TLS_PRINTER_PORT
  return plain.secured === null && tls.secured === 'known' && isUsual
}

type Socket = Extract<PrinterPlace, { readonly kind: 'socket' }>

const QUEUES = /^(?:cups|win):/

/** What is typed goes before what the system has, and what encrypts before what does not. */
function rank({ id, place }: Seen): number {
  if (QUEUES.test(id)) return 0
  return place?.kind === 'socket' && place.secured !== null ? 2 : 1
}
