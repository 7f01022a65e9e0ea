// Finds the row of a printer in the table of models, and what is to be kept to when it is asked. Pure.
import type { StatusLanguage } from '../printer-reading.ts'
import { BROTHER_DYMO_ROWS } from './brother-dymo-rows.ts'
import { parseIeee1284Id } from './ieee1284-id.ts'
import { LABEL_MAKER_ROWS } from './label-maker-rows.ts'
import type { ModelRow, SystemModel, UsbId } from './printer-model.ts'
import { RECEIPT_ROWS } from './receipt-rows.ts'
import { ZEBRA_ROWS } from './zebra-rows.ts'

export const MODEL_ROWS: readonly ModelRow[] = [
  ...ZEBRA_ROWS,
  ...BROTHER_DYMO_ROWS,
  ...LABEL_MAKER_ROWS,
  ...RECEIPT_ROWS,
]

export interface Manners {
  /** Its own language, so that it may be asked before its first label; null: that is not certain. */
  readonly certain: StatusLanguage | null
  /** The only ones in which it may ever be asked; null: its model is not known. */
  readonly allowed: readonly StatusLanguage[] | null
  /** Labels that it took tell its language. */
  readonly isTaughtByLabels: boolean
}

const NOBODY: Manners = { certain: null, allowed: null, isTaughtByLabels: true }

/** What words of an id's CMD and of names say. */
const WORDS: readonly (readonly [RegExp, StatusLanguage])[] = [
  [/\bZPL(?:II|2)?\b/i, 'zpl'],
  [/\bEPL2?\b/i, 'epl'],
  [/\bTSPL2?\b/i, 'tspl'],
  [/\bESC\/?POS\b/i, 'escpos'],
  [/\bPT-CBP\b/i, 'brother'],
]

/** Null when nothing in the table fits. The name goes before the ids of USB, of which makers give the same to several models. */
export function findModel(model: SystemModel): ModelRow | null {
  const name = modelName(model)
  const named = MODEL_ROWS.find((row) => row.name.test(name))
  return named ?? (model.usb === undefined ? null : rowOfUsb(model.usb))
}

/** Maker and model in one line, for people and for the table; an empty text when unknown. */
export function modelName({ text }: SystemModel): string {
  const id = parseIeee1284Id(text)
  if (id.maker === '' && id.model === '') return text.includes(':') && text.includes(';') ? '' : text.trim()
  const isRepeated = id.model.toLowerCase().startsWith(id.maker.toLowerCase())
  return isRepeated ? id.model : `${id.maker} ${id.model}`.trim()
}

/** How a printer of that model may be asked. Null and an unknown model forbid and prove nothing. */
export function mannersOf(model: SystemModel | null): Manners {
  if (model === null) return NOBODY
  const row = findModel(model)
  const words = WORDS.filter(([pattern]) => pattern.test(model.text)).map(([, language]) => language)
  const [word, ...more] = words
  const said = more.length === 0 ? (word ?? null) : null
  if (row === null) return { ...NOBODY, certain: said }
  const isMute = model.usb !== undefined && row.quirks.includes('one_way_usb')
  const allowed = isMute ? [] : row.speaks
  const own = words.length === 0 ? row.asks : said
  const certain = own !== null && allowed.includes(own) ? own : null
  return { certain, allowed, isTaughtByLabels: !row.quirks.includes('line_mode') }
}

function rowOfUsb({ vendor, product }: UsbId): ModelRow | null {
  const ofVendor = MODEL_ROWS.filter(({ usb }) => usb?.vendor === vendor)
  return (
    ofVendor.find(({ usb }) => usb?.products?.includes(product)) ??
    ofVendor.find(({ usb }) => usb?.products === undefined) ??
    null
  )
}
