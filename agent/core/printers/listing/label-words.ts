// Which of a system's many printers look like label printers: these are shown first where not all can be. Pure.

/** Makers and series of label printers, and what people call them. */
const LABELS =
  /label|etikett|etiket|zdesigner|zebra|\bz[dqt]\d{3}|\bg[ckx]\d{3}|\bt?lp ?2\d{3}|zpl|epl\b|tsc\b|tspl|godex|sato\b|argox|datamax|honeywell|intermec|bixolon|citizen cl|dymo|brother (?:ql|td|tj)|\bql-|thermal|toshiba tec|ticket/i

/** `text`: all that names it, such as driver, name and comment. */
export function looksLikeLabels(text: string): boolean {
  return LABELS.test(text)
}
