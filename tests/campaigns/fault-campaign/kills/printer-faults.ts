// What goes wrong with a printer while labels flow.
import { setTimeout as delay } from 'node:timers/promises'
import type { FaultChange } from '../../../../agent/test-printer/faults.ts'
import type { Dice } from '../../../kit/dice.ts'
import type { Connection } from '../../../kit/printer-place.ts'
import type { Printer } from '../../../kit/printer.ts'

const TCP_FAULTS = ['power off', 'reset at a byte', 'stall', 'paper out'] as const
/** On a serial line nothing tells a printer without power from one that reads: what it is sent then is lost for certain. */
const LINE_FAULTS = ['cable out', 'stall', 'paper out', 'slow'] as const
/** A queue hands over again what broke off, half printed or not, and nobody but the print server could tell. */
const QUEUE_FAULTS = ['stall', 'paper out', 'slow'] as const
export type PrinterFault = (typeof TCP_FAULTS)[number] | (typeof LINE_FAULTS)[number]
export const PRINTER_FAULTS: readonly PrinterFault[] = [...new Set([...TCP_FAULTS, ...LINE_FAULTS])]
const FAULTS: Readonly<Record<Connection, readonly [PrinterFault, ...PrinterFault[]]>> = {
  tcp: TCP_FAULTS,
  serial: LINE_FAULTS,
  winspool: QUEUE_FAULTS,
}

/** Between two faults. Where people are to have much to say, nearly every label is broken off. */
const PAUSE_MS = { usual: [2_000, 6_000], doubtful: [200, 1_200] } as const

/** Until the signal; the last fault is taken away. */
export async function troublePrinter(
  printer: Printer,
  {
    connection,
    isDoubtful,
    dice,
    signal,
    onFault,
  }: {
    readonly connection: Connection
    /** It breaks labels off all the time, and does nothing else. */
    readonly isDoubtful: boolean
    readonly dice: Dice
    readonly signal: AbortSignal
    readonly onFault: (fault: PrinterFault) => void
  },
): Promise<void> {
  while (!signal.aborted) {
    const [low, high] = PAUSE_MS[isDoubtful ? 'doubtful' : 'usual']
    await delay(dice.between(low, high), undefined, { signal }).catch(() => undefined)
    const fault = isDoubtful ? 'reset at a byte' : dice.oneOf(FAULTS[connection])
    const [faults, ms] = [isDoubtful ? brokenOff(dice) : faultsOf(fault, dice), dice.between(100, 1_500)]
    if (signal.aborted) break
    onFault(fault)
    if (faults === null) printer.cable?.pull()
    else await printer.set(faults)
    await delay(ms)
    await printer.clear()
  }
}

/** Within the first bytes, which every label has. */
function brokenOff(dice: Dice): FaultChange {
  return { resetAtByte: dice.between(1, 300) }
}

/** Null: the cable is pulled. */
function faultsOf(fault: PrinterFault, dice: Dice): FaultChange | null {
  if (fault === 'cable out') return null
  if (fault === 'slow') return { slow: { bytesPerSecond: dice.between(2_000, 20_000) } }
  if (fault === 'power off') return { powerOff: true }
  if (fault === 'reset at a byte') return { resetAtByte: dice.between(1, 5_000) }
  return fault === 'stall' ? { neverRead: true } : { paperOut: true }
}
