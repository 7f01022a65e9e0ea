// Whether this computer has the printer that an assignment names.
import type { Printers } from '../printers/printers.ts'
import type { Refused } from './assigned-setup.ts'

/** Null when it has. Only what the list shows counts, or a hub could name any address as a printer. */
export async function missingPrinter(
  printerName: string,
  printers: Pick<Printers, 'list' | 'status'>,
): Promise<Refused | null> {
  const list = await printers.list()
  if (list.some(({ id }) => id === printerName)) return null
  // A print server that does not answer lists nothing; the other kinds are listed from settings.
  const status = printerName.startsWith('cups:') ? await printers.status(printerName) : null
  if (status?.state === 'present') return null
  const why =
    status === null || status.state === 'absent' ? 'is not on this computer' : `cannot be seen: ${status.why}`
  return { code: 'printer_missing', reason: `The printer ${printerName} ${why}` }
}
