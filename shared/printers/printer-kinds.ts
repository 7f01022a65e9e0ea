// Every way in which a printer hangs at its computer, one row each: what stands before the colon of a printer's id.
//
// How an agent reaches each is agent/core/printers/kinds/printer-kinds.ts; the kinds' names are in texts/LANGUAGE/window/pages.ts.
import type { PrinterRow } from '../printer.ts'

interface PrinterKindFacts {
  /** As somebody types one into the setting Printers; null where the system finds them, or nobody but a tester types one. */
  readonly example: string | null
  /**
   * What the agent says of such a printer beside its name. `system`: its model or place, as its system has it. `kind`: no more than the
   * kind, in English or not at all, so its name is shown instead. `certificate`: its fingerprint.
   */
  readonly detail: 'system' | 'kind' | 'certificate'
}

export const PRINTER_KINDS = {
  win: { example: null, detail: 'system' },
  cups: { example: null, detail: 'system' },
  usb: { example: null, detail: 'system' },
  tcp: { example: 'tcp:192.168.1.50:9100', detail: 'kind' },
  tls: { example: 'tls:192.168.1.50:9143', detail: 'certificate' },
  serial: { example: 'serial:COM3?baud=19200&flow=rtscts', detail: 'system' },
  folder: { example: null, detail: 'system' },
} as const satisfies Readonly<Record<string, PrinterKindFacts>>

export type PrinterKind = keyof typeof PRINTER_KINDS

/** What a text says for each kind; `other` is one of a later version. */
export type ByPrinterKind = Readonly<Record<PrinterKind | 'other', string>>

/** With commas between, for texts that say what may be typed. */
export const PRINTER_EXAMPLES = Object.values(PRINTER_KINDS)
  .flatMap(({ example }) => example ?? [])
  .join(', ')

export function printerKind(id: string): PrinterKind | 'other' {
  const kind = id.slice(0, Math.max(0, id.indexOf(':')))
  return Object.hasOwn(PRINTER_KINDS, kind) ? (kind as PrinterKind) : 'other'
}

/** What a printer's detail is; of a kind of a later version it is the system's, as far as is known here. */
export function detailOf(id: string): PrinterKindFacts['detail'] {
  const kind = printerKind(id)
  return kind === 'other' ? 'system' : PRINTER_KINDS[kind].detail
}

/** For people who see no more of it than its name: what it is, by the kind's name where the agent has no better word. */
export function printerDetail(
  { id, detail }: Pick<PrinterRow, 'id' | 'detail'>,
  kinds: ByPrinterKind,
): string {
  return detailOf(id) === 'kind' ? kinds[printerKind(id)] : detail
}
