// The standby printer of a pharmacy, as its row has it.
import type { StandbyPrinter } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { StandbyReturn } from '@pharmacy-relay/shared/printer-assignment.ts'

export interface ActiveStandby extends StandbyPrinter {
  /** How often staff said that the first printer is to be used again. */
  readonly firstAgain: number
}

/** Columns of PrinterConfigs; without a computer there is no standby. */
export interface StandbyColumns {
  readonly standbyComputerId: number | null
  readonly standbyPrinterName: string | null
  readonly standbyAfterSeconds: number | null
  readonly standbyReturn: StandbyReturn | null
  readonly standbyFirstAgain: number
}

export const STANDBY_COLUMNS = [
  'standbyComputerId',
  'standbyPrinterName',
  'standbyAfterSeconds',
  'standbyReturn',
  'standbyFirstAgain',
] as const

export function standbyOf(row: StandbyColumns): ActiveStandby | null {
  const { standbyComputerId: computerId, standbyPrinterName: printerName, standbyFirstAgain } = row
  const { standbyAfterSeconds: afterSeconds, standbyReturn } = row
  if (computerId === null || printerName === null || afterSeconds === null || standbyReturn === null)
    return null
  return { computerId, printerName, afterSeconds, return: standbyReturn, firstAgain: standbyFirstAgain }
}

export function standbyColumns(standby: ActiveStandby | null): StandbyColumns {
  return {
    standbyComputerId: standby?.computerId ?? null,
    standbyPrinterName: standby?.printerName ?? null,
    standbyAfterSeconds: standby?.afterSeconds ?? null,
    standbyReturn: standby?.return ?? null,
    standbyFirstAgain: standby?.firstAgain ?? 0,
  }
}
