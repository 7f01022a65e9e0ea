// What the way of a test label lacks at this moment, so that its button says why it does nothing.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { stopsPrinting } from '@pharmacy-relay/shared/printer-condition.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { canBeAsked, computerName } from '../../views/computer-name.ts'
import { printerConditions } from './printer-conditions.tsx'
import { PRINTER_COMPUTER, printerComputerOf } from './role-consequences.ts'

interface LabelPath {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
  readonly t: Texts
}

/**
 * Null when nothing known stands in the way. A printer computer that the hub does not see is no obstacle: labels may
 * reach it all the same within the pharmacy.
 */
export function testLabelObstacle({ customer, computer, t }: LabelPath): string | null {
  if (!canBeAsked(computer)) return t.printing.testLabelOffline
  const printer = printerComputerOf(customer)
  if (computer.role === PRINTER_COMPUTER && computer.printerName === null)
    return t.printing.testLabelNoPrinter
  if (computer.role !== PRINTER_COMPUTER && computer.printerComputerName === null)
    return t.printing.testLabelNoTarget
  const isAtStandby = (computer.jobsWaiting?.standby ?? null) !== null
  if (printer === null || isAtStandby || !canBeAsked(printer)) return null
  return printerConditions(printer).some(stopsPrinting)
    ? t.printing.testLabelNotReady(computerName(printer))
    : null
}
