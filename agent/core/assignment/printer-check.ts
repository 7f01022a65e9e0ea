// Whether this computer can print on the printer that an assignment names.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { printerHere, type PrintSetup } from '../printing/print-setup.ts'
import type { Printers } from '../printers/printers.ts'
import type { Refused } from './assigned-setup.ts'
import { isThisComputer, type TargetRules } from './target-rules.ts'

export type PrintersToCheck = Pick<Printers, 'list' | 'status' | 'leadsTo' | 'way'>

/** Null when it can, and when the setup has no printer. */
export async function unusablePrinter(
  setup: PrintSetup,
  printers: PrintersToCheck,
  rules: TargetRules,
): Promise<Refused | null> {
  const printer = printerHere(setup)
  const { listen } = setup
  if (printer === null) return null
  // First, as the list leaves out what this agent itself added to Windows.
  const back = listen === null ? null : await leadsBack({ printer, port: listen.port }, printers, rules)
  return back ?? missingPrinter(printer, printers)
}

/** Only what the list shows counts, or a hub could name any address as a printer. */
async function missingPrinter(printer: string, printers: PrintersToCheck): Promise<Refused | null> {
  const list = await printers.list()
  if (list.some(({ id }) => id === printer)) return null
  // A print server that does not answer lists nothing; the other kinds are listed from settings.
  const status = printers.way(printer) === 'queue' ? await printers.status(printer) : null
  if (status?.state === 'present') return null
  if (status === null || status.state === 'absent')
    return { code: 'printer_missing', reasons: [reason('printer_not_here', { printer })] }
  const why = status.reason === null ? [] : [status.reason]
  return { code: 'printer_missing', reasons: [reason('printer_not_seen', { printer }), ...why] }
}

/** Such as the queue through which the label programs of this computer reach this very port: no label would ever end. */
async function leadsBack(
  { printer, port }: { readonly printer: string; readonly port: number },
  printers: PrintersToCheck,
  rules: TargetRules,
): Promise<Refused | null> {
  const place = await printers.leadsTo(printer)
  if (place === null || place.port !== port || !isThisComputer(place.host, rules)) return null
  return { code: 'port_refused', reasons: [reason('printer_leads_back', { printer, port })] }
}
