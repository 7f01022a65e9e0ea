// What goes wrong with a printer while labels flow.
import { setTimeout as delay } from 'node:timers/promises'
import type { FaultChange } from '../../../../agent/test-printer/faults.ts'
import type { Dice } from '../../../kit/dice.ts'
import type { Printer } from '../../../kit/printer.ts'

export const PRINTER_FAULTS = ['power off', 'reset at a byte', 'stall', 'paper out'] as const
export type PrinterFault = (typeof PRINTER_FAULTS)[number]

/** Until the signal; the last fault is taken away. */
export async function troublePrinter(
  printer: Printer,
  {
    dice,
    signal,
    onFault,
  }: { readonly dice: Dice; readonly signal: AbortSignal; readonly onFault: (fault: PrinterFault) => void },
): Promise<void> {
  while (!signal.aborted) {
    await delay(dice.between(2_000, 6_000), undefined, { signal }).catch(() => undefined)
    const fault = dice.oneOf(PRINTER_FAULTS)
    const [faults, ms] = [faultsOf(fault, dice), dice.between(100, 1_500)]
    if (signal.aborted) break
    onFault(fault)
    await printer.set(faults)
    await delay(ms)
    await printer.clear()
  }
}

function faultsOf(fault: PrinterFault, dice: Dice): FaultChange {
  if (fault === 'power off') return { powerOff: true }
  if (fault === 'reset at a byte') return { resetAtByte: dice.between(1, 5_000) }
  return fault === 'stall' ? { neverRead: true } : { paperOut: true }
}
