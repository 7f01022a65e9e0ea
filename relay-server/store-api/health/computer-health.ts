// Whether labels come out of each computer of a pharmacy, with the first cause and the computer that has it. Pure.
//
//   what the platform knows (access, presence, conflict) ─▶ what its agent says ─▶ who has the cause: itself, or the computer
//   that it prints through
import type { Access } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Presence } from '@pharmacy-relay/shared/device.ts'
import {
  unwell,
  WELL,
  type HealthCause,
  type HealthCode,
  type ReportedHealth,
} from '@pharmacy-relay/shared/labels/health.ts'
import type { JobsWaiting } from '@pharmacy-relay/shared/labels/job-report.ts'
import type { AssignmentFailure } from '@pharmacy-relay/shared/printer-assignment.ts'
import { stopsPrinting } from '@pharmacy-relay/shared/printer-condition.ts'

/** What is known of one computer. */
export interface ComputerFacts {
  readonly id: number
  readonly pcName: string
  readonly access: Access
  /** 0 None, 1 PrinterComputer, 2 Client; as staff want it. */
  readonly role: 0 | 1 | 2
  readonly presence: Presence
  readonly hasEverCome: boolean
  /** Its assignment changed within the last minute. */
  readonly isBeingApplied: boolean
  /** It was paired within the last minutes, and never had a role. */
  readonly isNew: boolean
  readonly isTooOld: boolean
  readonly hasConflict: boolean
  /** By more than 120 s, as its heartbeats tell. */
  readonly isClockWrong: boolean
  /** Why its newest assignment could not be applied; null: it was, or that is not known yet. */
  readonly failure: AssignmentFailure | null
  /** Its pharmacy is, by its opening hours. */
  readonly isClosed: boolean
  /** As it reported last. */
  readonly waiting: JobsWaiting | null
}

export interface FoundHealth extends ReportedHealth {
  /** The computer that has the cause; null without one. */
  readonly atComputerId: number | null
}

/** By the id of each computer of one pharmacy. */
export function computersHealth(computers: readonly ComputerFacts[]): ReadonlyMap<number, FoundHealth> {
  const hasPrinter = computers.some(({ role, access }) => role === 1 && access === 'approved')
  const own = new Map(computers.map((computer) => [computer.id, ownHealth(computer, hasPrinter)]))
  return new Map(
    computers.map((computer) => [
      computer.id,
      rooted(computer, own.get(computer.id) ?? WELL, { computers, own }),
    ]),
  )
}

/** Before anybody looks at the computer that it prints through. */
function ownHealth(computer: ComputerFacts, hasPrinter: boolean): ReportedHealth {
  return keptOut(computer) ?? away(computer) ?? withConflict(computer, atWork(computer, hasPrinter))
}

function keptOut({ access }: ComputerFacts): ReportedHealth | null {
  if (access === 'revoked') return unwell('withdrawn')
  return access === 'waiting' ? unwell('waits_for_approval') : null
}

/** One that comes back within its grace is as it said last. */
function away({
  presence,
  isTooOld,
  hasConflict,
  hasEverCome,
  isNew,
  isClosed,
}: ComputerFacts): ReportedHealth | null {
  if (presence !== 'offline') return null
  if (isTooOld) return unwell('too_old')
  if (hasConflict) return unwell('identity_conflict')
  if (!hasEverCome) return unwell(isNew ? 'connecting' : 'never_came')
  return isClosed ? { level: 'closed', cause: { code: 'computer_off', params: {} } } : unwell('computer_off')
}

function withConflict({ hasConflict }: ComputerFacts, atWork: ReportedHealth): ReportedHealth {
  return hasConflict && atWork.level !== 'stopped' ? unwell('identity_conflict') : atWork
}

/** As its agent says; of an agent that says nothing of it, what its other reports show. */
function atWork(computer: ComputerFacts, hasPrinter: boolean): ReportedHealth {
  const { role, waiting, isBeingApplied, isNew } = computer
  if (role === 0) return unwell(isNew ? 'connecting' : 'no_role')
  const said = waiting?.health
  if (said === undefined) return shown(computer)
  const code = said.cause?.code ?? 'other'
  if (isBeingApplied && OF_BEFORE.has(code) && (hasPrinter || code === 'no_role')) return unwell('connecting')
  // It says so for longer than it takes to set it up.
  return code === 'no_role' ? unwell('not_set_up') : said
}

/** What an agent says until it has taken over a role, a printer or a target that it was just given. */
const OF_BEFORE: ReadonlySet<HealthCode> = new Set<HealthCode>(['no_role', 'no_target', 'no_printer'])

function shown({ failure, waiting, isClockWrong }: ComputerFacts): ReportedHealth {
  if (failure !== null) return unwell(OF_FAILURE[failure] ?? 'not_applied')
  const condition = waiting?.printerConditions?.find(stopsPrinting)
  if (condition !== undefined) return unwell('printer_stopped', { condition })
  if (waiting !== null && waiting.printer > 0) return unwell('labels_wait')
  if (waiting !== null && waiting.unknown > 0) return unwell('unknown_labels')
  if (waiting !== null && waiting.held > 0) return unwell('held_labels')
  return isClockWrong ? unwell('clock_off') : WELL
}

const OF_FAILURE: Readonly<Partial<Record<AssignmentFailure, 'port_taken' | 'printer_missing'>>> = {
  port_taken: 'port_taken',
  printer_missing: 'printer_missing',
}

interface Known {
  readonly computers: readonly ComputerFacts[]
  readonly own: ReadonlyMap<number, ReportedHealth>
}

/** A computer whose labels stop at another one has the cause of that one. */
function rooted(
  { id, waiting }: ComputerFacts,
  health: ReportedHealth,
  { computers, own }: Known,
): FoundHealth {
  const { level, cause } = health
  if (cause === null) return { level, cause, atComputerId: null }
  const other = cause.code === 'no_target' ? keptOutPrinter(computers) : namedBy(health, computers)
  if (other === undefined || other.id === id) return { level, cause, atComputerId: id }
  const theirs = own.get(other.id) ?? WELL
  if (theirs.level === 'stopped' && theirs.cause !== null)
    return { level, cause: at(theirs.cause, other.pcName), atComputerId: other.id }
  // Somebody works there all the same when a label waits.
  if (theirs.level === 'closed' && theirs.cause !== null && (waiting?.printer ?? 0) === 0)
    return { level: 'closed', cause: at(theirs.cause, other.pcName), atComputerId: other.id }
  // A way that is broken between two computers that are well is told of the one that does not get through.
  return { level, cause, atComputerId: cause.code === 'no_way' ? id : other.id }
}

function namedBy({ level, cause }: ReportedHealth, computers: readonly ComputerFacts[]) {
  const named = level === 'stopped' ? (cause?.params.computer ?? null) : null
  return named === null ? undefined : computerNamed(computers, named)
}

/** The PrinterComputer that its Clients do not hear of, because it may not connect. */
function keptOutPrinter(computers: readonly ComputerFacts[]): ComputerFacts | undefined {
  return computers.find(({ role, access }) => role === 1 && access !== 'approved')
}

/** Of two with one name the one that has the printer. */
function computerNamed(computers: readonly ComputerFacts[], name: string): ComputerFacts | undefined {
  const found = computers.filter(({ pcName }) => pcName === name)
  return found.find(({ role }) => role === 1) ?? found[0]
}

function at({ code, params }: HealthCause, computer: string): HealthCause {
  return { code, params: { ...params, computer } }
}
