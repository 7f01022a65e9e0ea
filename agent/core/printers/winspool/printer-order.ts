// Which of Windows' printers are shown first: a report holds a few dozen, and a computer may have thousands. Pure.
import { looksLikeLabels } from '../listing/label-words.ts'
import { PRINTER_ATTRIBUTE } from './constants.ts'
import type { SpooledPrinter } from './spooler-facts.ts'

/** Printers that make files, faxes or nothing. */
const NO_PAPER = /^(?:portprompt:|nul:?|shrfax:|xpsport:|file:|microsoft\.office\.onenote)/i
const NO_PAPER_DRIVER = /print to pdf|xps document writer|onenote|fax/i

export type PrinterRank = 'label' | 'paper' | 'no paper'

export function rankOf({ name, driver, port, comment, attributes }: SpooledPrinter): PrinterRank {
  const isFax = (attributes & PRINTER_ATTRIBUTE.fax) !== 0
  if (isFax || NO_PAPER.test(port) || NO_PAPER_DRIVER.test(driver)) return 'no paper'
  return looksLikeLabels(`${driver} ${name} ${comment}`) ? 'label' : 'paper'
}

/** Label printers, then others, then what prints on no paper; by name, as people read it, within each. */
export function inOrder<T extends SpooledPrinter>(printers: readonly T[]): T[] {
  const ranks: readonly PrinterRank[] = ['label', 'paper', 'no paper']
  const ranked = Map.groupBy(printers, rankOf)
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return ranks.flatMap((rank) =>
    (ranked.get(rank) ?? []).toSorted((one, other) => compare(one.name, other.name)),
  )
}
