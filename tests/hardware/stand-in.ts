// A printer that stands in for a real one: who answers for it, and what came out.
import type { Printers } from '../../agent/core/printers/printers.ts'
import type { TestPrinter } from '../../agent/test-printer/label-printer.ts'
import type { Person } from './person.ts'
import type { RollParts } from './roll-person.ts'

/** A printer to run the suite at, and who answers for it. */
export interface StandIn {
  readonly id: string
  readonly printers: Printers
  readonly person: Person
  readonly onOver: (bytes: number) => Promise<void>
  readonly stop: () => Promise<void>
}

export type StartStandIn = (printer: TestPrinter, lies: NonNullable<RollParts['lies']>) => Promise<StandIn>

export function paperOf({ roll }: TestPrinter): readonly Buffer[] {
  return roll.entries().flatMap(({ n }) => roll.payload(n) ?? [])
}
