// The demo's catalogue: a CSV file of products that names categories in braces, those categories, and which picture a product has.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, 'catalogue')

export interface DemoCategory {
  /** As the file names it. */
  readonly key: string
  readonly name: string
  /** Of the one above; null at the top. */
  readonly parent: string | null
}

/** Parents before what stands below them. */
export const CATEGORIES: readonly DemoCategory[] = [
  { key: 'rolls', name: 'Label rolls', parent: null },
  { key: 'direct', name: 'Direct thermal', parent: 'rolls' },
  { key: 'transfer', name: 'Thermal transfer', parent: 'rolls' },
  { key: 'special', name: 'Coloured and printed', parent: 'rolls' },
  { key: 'ribbons', name: 'Ribbons', parent: null },
  { key: 'printers', name: 'Label printers', parent: null },
  { key: 'supplies', name: 'Pharmacy supplies', parent: null },
  { key: 'bottles', name: 'Bottles and jars', parent: 'supplies' },
  { key: 'bags', name: 'Bags and boxes', parent: 'supplies' },
  { key: 'measuring', name: 'Measuring and dosing', parent: 'supplies' },
  { key: 'hygiene', name: 'Hygiene and protection', parent: 'supplies' },
  { key: 'office', name: 'Counter and office', parent: 'supplies' },
]

/** As it stands in the repository. */
export function catalogueText(): string {
  return readFileSync(path.join(FOLDER, 'products.csv'), 'utf8')
}

/** As the importer takes it: with the ids of categories. Throws where one is unknown. */
export function importFile(text: string, categoryIds: ReadonlyMap<string, number>): string {
  return text.replaceAll(/^\{(\w+)\},/gm, (_whole, key: string) => {
    const id = categoryIds.get(key)
    if (id === undefined) throw new Error(`the catalogue has no category ${key}`)
    return `${id},`
  })
}

export function skusOf(text: string): string[] {
  return [...text.matchAll(/^\{\w+\},([\w.-]+),/gm)].map(([, sku]) => sku ?? '')
}

/** The first beginning that fits. */
const PICTURES: readonly (readonly [beginning: string, picture: string])[] = [
  ['LR-E', 'roll-endless'],
  ['LR-F', 'roll-foil'],
  ['LR-CY', 'roll-yellow'],
  ['LR-CR', 'roll-red'],
  ['LR-CG', 'roll-green'],
  ['LR-CB', 'roll-blue'],
  ['LR-W', 'roll-warning'],
  ['LR-', 'roll-white'],
  ['RB-', 'ribbon'],
  ['PR-CLS621', 'printer-ribbon'],
  ['PR-C', 'cleaning'],
  ['PR-ZD421T', 'printer-ribbon'],
  ['PR-TE200', 'printer-ribbon'],
  ['PR-', 'printer'],
  ['BT-D', 'dropper'],
  ['BT-', 'bottle'],
  ['HY-D500', 'bottle'],
  ['JR-', 'jar'],
  ['BG-', 'bag'],
  ['BX-', 'box'],
  ['HY-SH', 'box'],
  ['MS-O', 'syringe'],
  ['MS-TH', 'thermometer'],
  ['MS-', 'cup'],
  ['HY-G', 'gloves'],
  ['HY-', 'mask'],
  ['OF-SC', 'scanner'],
  ['OF-TR', 'tray'],
  ['OF-', 'paper'],
]

/** The name of its picture; null where none was drawn. */
export function pictureOf(sku: string): string | null {
  return PICTURES.find(([beginning]) => sku.startsWith(beginning))?.[1] ?? null
}

/** WebP, drawn by `npm run shop-pictures`. */
export function pictureFile(picture: string): string {
  return path.join(FOLDER, 'pictures', `${picture}.webp`)
}
