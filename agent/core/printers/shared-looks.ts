// Looks at whether a printer is there, shared: whoever looks while somebody does hears what that one finds.
import type { Presence } from './printer-backend.ts'

export function sharedLooks(look: (printer: string) => Promise<Presence>): typeof look {
  const looksByPrinter = new Map<string, Promise<Presence>>()
  return async (printer) => {
    const looking = looksByPrinter.get(printer) ?? look(printer).finally(() => looksByPrinter.delete(printer))
    looksByPrinter.set(printer, looking)
    return looking
  }
}
