// A serial port as the setting Printers names it, with its line settings: /dev/ttyUSB0?baud=9600&flow=rtscts.
//
// The printer is listed and assigned under its port alone, so that a corrected line setting is not another printer.
import path from 'node:path'
import { z } from 'zod'

export interface SerialLine {
  /** `/dev/ttyUSB0`, `COM3`. */
  readonly port: string
  readonly baud: number
  readonly data: 7 | 8
  readonly parity: 'none' | 'even' | 'odd'
  readonly stop: 1 | 2
  /** `rtscts` by wires, `xonxoff` by characters of the printer; `none`: the printer is believed to keep up. */
  readonly flow: 'none' | 'rtscts' | 'xonxoff'
}

/** Those of label printers' menus. */
const BAUDS = ['1200', '2400', '4800', '9600', '14400', '19200', '28800', '38400', '57600', '115200'] as const

/** A text that is one of these, or words; `fallback` where it is left out. */
function oneOf<const T extends string>(values: readonly [T, ...T[]], fallback: NoInfer<T>) {
  return z.enum(values, `must be one of ${values.join(', ')}`).default(fallback)
}

/** 9600 8N1 without flow control, which is how most printers leave the factory. */
const Settings = z.object({
  baud: oneOf(BAUDS, '9600').transform(Number),
  data: oneOf(['7', '8'], '8').transform((text) => (text === '7' ? 7 : 8)),
  parity: oneOf(['none', 'even', 'odd'], 'none'),
  stop: oneOf(['1', '2'], '1').transform((text) => (text === '1' ? 1 : 2)),
  flow: oneOf(['none', 'rtscts', 'xonxoff'], 'none'),
})
export const LINE_SETTINGS = Object.keys(Settings.shape)

const WINDOWS_PORT = /^COM[1-9]\d{0,2}$/

/** A text that names no port, or nonsense about its line, is a fault in words. */
export function parseSerialLine(text: string): SerialLine | { readonly fault: string } {
  const [port = '', query = '', ...more] = text.split('?')
  const isPort =
    WINDOWS_PORT.test(port) || (path.posix.isAbsolute(port) && path.posix.normalize(port) === port)
  if (!isPort || more.length > 0) return { fault: 'the port must look like /dev/ttyUSB0 or COM3' }
  const given = [...new URLSearchParams(query)]
  const names = given.map(([name]) => name)
  const wrong = names.find((name, index) => !LINE_SETTINGS.includes(name) || names.indexOf(name) !== index)
  if (wrong !== undefined)
    return { fault: `"${wrong}" must be one of ${LINE_SETTINGS.join(', ')}, each once` }
  const settings = Settings.safeParse(Object.fromEntries(given))
  if (settings.success) return { port, ...settings.data }
  const [issue] = settings.error.issues
  return { fault: `${issue?.path.join('.')} ${issue?.message}` }
}

/** `9600 8N1`, as printers and their manuals write it, and the flow control. */
export function lineText({ baud, data, parity, stop, flow }: SerialLine): string {
  const frame = `${baud} ${data}${parity.charAt(0).toUpperCase()}${stop}`
  return flow === 'none' ? frame : `${frame} ${flow === 'rtscts' ? 'RTS/CTS' : 'XON/XOFF'}`
}
