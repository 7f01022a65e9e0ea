// The way of labels through a pharmacy and where it is broken: from the computers that send, to the one with the printer, to it.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Health, HealthCode, HealthLevel } from '@pharmacy-relay/shared/labels/health.ts'
import { printerComputerOf } from '../printing/role-consequences.ts'

/** Null where nobody has said yet. */
export type WayLevel = HealthLevel | null

export interface WayPlace {
  readonly level: WayLevel
  /** What is wrong at this very place; null when nothing is. */
  readonly health: Health | null
}

export interface WaySender extends WayPlace {
  readonly computer: RelayComputer
}

export interface LabelWay {
  /** Each with the way from it to the computer with the printer; those that cannot print first, at most SHOWN_SENDERS. */
  readonly senders: readonly WaySender[]
  /** Further ones. */
  readonly more: number
  readonly printing: RelayComputer
  readonly atComputer: WayPlace
  /** With the way from the computer to it. */
  readonly atPrinter: WayPlace
}

export const SHOWN_SENDERS = 8
const CLIENT = 2
/** Where the printer is the cause; every other cause is its computer's. */
const OF_PRINTER: ReadonlySet<HealthCode> = new Set<HealthCode>([
  'printer_stopped',
  'printer_missing',
  'printer_remark',
  'no_printer',
])
const ORDER: readonly WayLevel[] = ['stopped', 'warning', null, 'closed', 'well']

/** Null while no computer has the printer. */
export function labelWayOf(customer: CustomerDetail): LabelWay | null {
  const printing = printerComputerOf(customer)
  if (printing === null) return null
  const own = placeOf(printing)
  const isOfPrinter = OF_PRINTER.has(own.health?.cause?.code ?? 'other')
  const atComputer: WayPlace = isOfPrinter ? { level: 'well', health: null } : own
  // Nothing is known of a printer whose computer is not at work.
  const unsaid: WayPlace = {
    level: takesNothing(atComputer.level) ? null : atComputer.level && 'well',
    health: null,
  }
  const senders = customer.computers
    .filter(({ role, access }) => role === CLIENT && access === 'approved')
    .map((client) => senderOf(client, atComputer.level))
    .toSorted((one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level))
  return {
    senders: senders.slice(0, SHOWN_SENDERS),
    more: Math.max(0, senders.length - SHOWN_SENDERS),
    printing,
    atComputer,
    atPrinter: isOfPrinter ? own : unsaid,
  }
}

/** Where the computer with the printer takes nothing, the way to it ends, except for who prints at the standby printer. */
function senderOf(client: RelayComputer, printing: WayLevel): WaySender {
  const own = placeOf(client)
  if (!takesNothing(printing) || takesNothing(own.level)) return { ...own, computer: client }
  const isElsewhere = (client.jobsWaiting?.standby ?? null) !== null
  return { ...own, computer: client, level: isElsewhere ? 'warning' : printing }
}

const takesNothing = (level: WayLevel): boolean => level === 'stopped' || level === 'closed'

/** Of a computer alone: what is wrong elsewhere stands there. */
function placeOf({ id, health }: RelayComputer): WayPlace {
  if (health === null || health === undefined) return { level: null, health: null }
  const isOwn = health.level !== 'well' && (health.at === null || health.at.computerId === id)
  return isOwn ? { level: health.level, health } : { level: 'well', health: null }
}
