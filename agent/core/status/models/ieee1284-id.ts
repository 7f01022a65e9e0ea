// What a printer says of itself when it is plugged in: its IEEE 1284 device id, `MFG:Zebra;CMD:ZPL;MDL:ZD421;SN:D2J2;`.
//
// IEEE 1284-2000 7.6: keys with values, a semicolon behind each; the long names of the keys mean the same.

export interface Ieee1284Id {
  readonly maker: string
  readonly model: string
  readonly serial: string
  /** Languages that it takes, such as `ZPL`. */
  readonly commands: string
}

const KEYS = {
  maker: ['MFG', 'MANUFACTURER'],
  model: ['MDL', 'MODEL'],
  serial: ['SN', 'SERN', 'SERIALNUMBER'],
  commands: ['CMD', 'COMMAND SET'],
}

/** An empty text for each that it does not name. Control characters and blanks around are left out. */
export function parseIeee1284Id(text: string): Ieee1284Id {
  const valueByKey = new Map<string, string>()
  for (const pair of text.split(';')) {
    const [key = '', ...value] = pair.split(':')
    valueByKey.set(key.trim().toUpperCase(), lineOf(value.join(':')))
  }
  const valueOf = (keys: readonly string[]): string =>
    keys.map((key) => valueByKey.get(key) ?? '').find((value) => value !== '') ?? ''
  const { maker, model, serial, commands } = KEYS
  return {
    maker: valueOf(maker),
    model: valueOf(model),
    serial: valueOf(serial),
    commands: valueOf(commands),
  }
}

/** As people are shown it; at most 100 characters. */
export function lineOf(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100)
}
