// The standby printer of the pharmacy as a person reads it in a terminal.
import type { StandbyStatus } from '../../contract/status.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import { printingEn } from '@pharmacy-relay/shared/texts/en/printing.ts'

const WHY = {
  computer_away: 'the computer with the first printer is not reached',
  printer_away: 'the first printer is off or not reached',
} as const

/** Nothing where the pharmacy has none. */
export function standbyLine(standby: StandbyStatus | null): (readonly [string, string])[] {
  if (standby === null) return []
  const { computerName, printerName, inUse, returns } = standby
  const where = `${printerText(printerName)} at ${standby.isHere ? 'this computer' : computerName}`
  const state = [...standby.conditions.map((condition) => printingEn.conditions[condition])]
  if (!standby.isThere && state.length === 0) state.push('It is not reached.')
  const said = state.length === 0 ? '' : ` ${state.join(' ')}`
  if (inUse === null) return [['Standby', `${where}, used after ${standby.afterSeconds} s.${said}`]]
  const back = returns === 'auto' ? 'It goes back by itself; at once with' : 'To go back:'
  const used = `in use since ${localTime(inUse.since)}, because ${WHY[inUse.why]}`
  return [['Standby', `${where} is ${used}.${said} ${back} agent use-first`]]
}

export function usedFirstText(isChanged: boolean): string {
  return isChanged
    ? 'The first printer is used again. While it is still away, labels go to the standby printer again later.\n'
    : 'The first printer is in use already.\n'
}

function localTime(instant: string): string {
  const at = new Date(instant)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}
