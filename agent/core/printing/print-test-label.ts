// Prints the test label when somebody asks for it, at this computer or in the panel.
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Spool } from '../spool/spool.ts'
import { requirePart, type PrintSetup } from './print-setup.ts'
import { testLabel } from './test-label.ts'

export interface TestLabelsParts {
  readonly spool: Pick<Spool, 'printAndWait'>
  readonly setup: () => PrintSetup
  readonly computerName: () => string
  readonly clock: Clock
}

/** The hub and the panel wait longer. */
const LIMIT_MS = 6_000

/** Who asks while one is under way gets the same: a second press of a button is no second label. */
export function testLabels(parts: TestLabelsParts): () => Promise<PrintJob> {
  let underWay: Promise<PrintJob> | null = null
  return async () => {
    underWay ??= printTestLabel(parts).finally(() => (underWay = null))
    return underWay
  }
}

/** A label that has nowhere to go would come out, unexpected, when somebody gives this computer a printer. */
async function printTestLabel({ spool, setup, computerName, clock }: TestLabelsParts): Promise<PrintJob> {
  const { role, printer, target } = requirePart(setup())
  const destination = printer ?? target?.computerName
  if (destination === undefined) throw new ProblemError('state_conflict', reason('no_computer', {}))
  const at = instant(clock.wallMs())
  return spool.printAndWait(testLabel({ computerName: computerName(), role, destination, at }), LIMIT_MS)
}
