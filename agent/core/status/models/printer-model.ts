// What a printer is, as a system names it, and a row of the table of models.
import type { StatusLanguage } from '../printer-reading.ts'

export interface UsbId {
  readonly vendor: number
  readonly product: number
}

/** How a system or the printer itself names its model. */
export interface SystemModel {
  /** CUPS' make and model, the name of Windows' driver, or an IEEE 1284 device id; an empty text when there is none. */
  readonly text: string
  /** Of a printer that is reached through the class driver of USB itself, with no queue in between. */
  readonly usb?: UsbId
}

/**
 * `one_way_usb`: nothing that it says can be read over USB. `line_mode`: may be set to print whatever it is sent as text, so its
 * labels prove no language. `serial_of_descriptor`: the serial number in its IEEE 1284 id is the same in all of them.
 */
export type Quirk = 'one_way_usb' | 'line_mode' | 'serial_of_descriptor'

/** Printers of one maker that are asked alike. */
export interface ModelRow {
  readonly maker: string
  readonly series: string
  /** Fits maker and model in one line, as any system writes them. Of several rows that fit, the first one counts. */
  readonly name: RegExp
  /** Without `products` all of that vendor, which counts where nothing else fits. */
  readonly usb: { readonly vendor: number; readonly products?: readonly number[] } | null
  /** In which they are asked by their name alone; null: they have several, and labels, answers or the id's CMD decide. */
  readonly asks: StatusLanguage | null
  /** All that they understand or can be set to; a question in any other one comes out on a label. */
  readonly speaks: readonly StatusLanguage[]
  readonly quirks: readonly Quirk[]
  /** Where this was read; model-sources.ts. */
  readonly source: string
}
