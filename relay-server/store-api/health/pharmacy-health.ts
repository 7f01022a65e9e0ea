// The health of a pharmacy is that of its computers: the worst, and of those the one that has the cause itself. Pure.
import type { SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import { healthLevels, type HealthCode, type HealthLevel } from '@pharmacy-relay/shared/labels/health.ts'
import type { ComputerFacts, FoundHealth } from './computer-health.ts'

/** A computer with what was found, and since when. */
export interface JudgedComputer extends FoundHealth, Pick<ComputerFacts, 'id' | 'access' | 'role'> {
  readonly since: Date
}

export type PharmacyHealth = FoundHealth & { readonly since: Date }

/** Null: it has no computer, or none that may connect. */
export function pharmacyHealth(computers: readonly JudgedComputer[]): PharmacyHealth | null {
  const parts = partsOf(computers)
  const seen = parts.length > 0 ? parts : computers.filter(({ access }) => access !== 'revoked')
  const judged = seen.map((computer) => ({ computer, level: levelFor(computer, parts) }))
  const [first] = judged.toSorted(
    (a, b) =>
      rank(a.level) - rank(b.level) ||
      place(a.computer) - place(b.computer) ||
      a.computer.since.getTime() - b.computer.since.getTime() ||
      a.computer.id - b.computer.id,
  )
  if (first === undefined) return null
  const { cause, atComputerId, since } = first.computer
  const found = { level: first.level, cause, atComputerId, since }
  return found.level === 'well' ? (withoutRole(computers) ?? found) : found
}

/** Labels come out, and not of the computers that are there and that nobody gave a role; of several none is named. */
function withoutRole(computers: readonly JudgedComputer[]): PharmacyHealth | null {
  const all = computers.filter(
    ({ access, role, level, cause }) =>
      access === 'approved' && role === 0 && level === 'stopped' && cause?.code === 'no_role',
  )
  const [first] = all.toSorted((a, b) => a.since.getTime() - b.since.getTime() || a.id - b.id)
  if (first === undefined) return null
  const { cause, since, id } = first
  return { level: 'warning', cause, atComputerId: all.length === 1 ? id : null, since }
}

/** Those that have a role; the others wait for somebody, and stop no label. */
function partsOf(computers: readonly JudgedComputer[]): readonly JudgedComputer[] {
  return computers.filter(({ access, role }) => access === 'approved' && role !== 0)
}

/** A Client that is switched off stops nobody's labels, and neither does a PrinterComputer whose labels come out at the standby printer. */
function levelFor(computer: JudgedComputer, parts: readonly JudgedComputer[]): HealthLevel {
  if (!isOff(computer) || computer.level === 'closed') return computer.level
  return computer.role !== 1 || parts.some(({ cause }) => cause?.code === 'at_standby')
    ? 'warning'
    : computer.level
}

function isOff({ id, cause, atComputerId }: JudgedComputer): boolean {
  return atComputerId === id && (cause?.code === 'computer_off' || cause?.code === 'never_came')
}

const rank = (level: HealthLevel): number => healthLevels.indexOf(level)

/** The computer with the printer comes before those that print through it, and who has a cause himself before who names another. */
function place({ id, role, atComputerId }: JudgedComputer): number {
  return (atComputerId === id ? 0 : 2) + (role === 1 ? 0 : 1)
}

export type StoppedProblem = Extract<SupportProblem, 'printer' | 'way' | 'stopped'>

/** The problem of support that tells of this computer; null: it stops no label, or another computer has the cause. */
export function stoppedProblem(
  computer: JudgedComputer,
  all: readonly JudgedComputer[],
): StoppedProblem | null {
  const { id, cause, atComputerId } = computer
  const parts = partsOf(all)
  // One that may not connect stops labels where others would print through it.
  const counts = parts.includes(computer) || parts.some((part) => part.atComputerId === id)
  if (cause === null || !counts || levelFor(computer, parts) !== 'stopped') return null
  const root = all.find((other) => other.id === atComputerId)
  // One that hears of the cause before the computer that has it says so is told itself until then.
  if (atComputerId !== id && root !== undefined && levelFor(root, parts) === 'stopped') return null
  return PROBLEMS[cause.code] ?? 'stopped'
}

const PROBLEMS: Readonly<Partial<Record<HealthCode, StoppedProblem>>> = {
  printer_stopped: 'printer',
  printer_missing: 'printer',
  no_printer: 'printer',
  computer_off: 'way',
  never_came: 'way',
  no_way: 'way',
  no_target: 'way',
  withdrawn: 'way',
  waits_for_approval: 'way',
}
