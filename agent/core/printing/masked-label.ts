// A label without anything that is written on it: only its layout is kept, and of every text as many letters. What is not known to be
// layout is left out, so that nothing can be forgotten.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** Places, sizes, typefaces of the printer, lines and boxes, bar codes: their parameters are numbers and single letters. */
const LAYOUT = new Set([
  ...['XA', 'XZ', 'FO', 'FT', 'FS', 'FB', 'FR', 'FW', 'CF', 'PW', 'LL', 'LH', 'LS', 'LT', 'PO', 'CI'],
  ...['GB', 'GC', 'GD', 'GE', 'BY', 'BC', 'B3', 'BE', 'BQ', 'BX', 'B2', 'BA'],
])
/** A letter and a number each, and not many: a name has more letters. */
const PARAMETERS = /^(?:[A-Z]?\d{0,5}(?:\.\d{1,3})?)(?:,[A-Z]?\d{0,5}(?:\.\d{1,3})?){0,7}$/i
/** Field data begins behind these letters in QR codes: how it is coded. */
const QR_HEAD = /^[HQML][AM],/
const TEXT = new Set(['FD', 'FV'])

/**
 * ZPL that draws the first label of `zpl` with an X for each letter. Throws ProblemError `not_supported` where a label changes what its
 * commands begin with: they would not be known.
 */
export function maskedLabel(zpl: string): string {
  if (/[\^~](?:CC|CD|CT)/i.test(zpl))
    throw new ProblemError('not_supported', 'This label changes its commands')
  const commands = zpl.split('^').slice(1)
  const begin = commands.findIndex((command) => nameOf(command) === 'XA')
  const end = commands.findIndex((command, at) => at > begin && nameOf(command) === 'XZ')
  if (begin < 0 || end < 0) throw new ProblemError('not_supported', 'There is no whole label in it')
  let isQr = false
  const kept = commands.slice(begin, end + 1).map((command) => {
    const name = nameOf(command)
    if (name === 'FS') isQr = false
    isQr ||= name === 'BQ'
    return keptOf(command, isQr)
  })
  return kept.join('')
}

function nameOf(command: string): string {
  return command.slice(0, 2).toUpperCase()
}

/** Empty: it is left out. */
function keptOf(command: string, isQr: boolean): string {
  // A command of the other kind ends it: `~DG` and the like bring pictures.
  const [own = ''] = command.split('~', 1)
  const name = nameOf(own)
  if (TEXT.has(name)) return `^${name}${maskedText(own.slice(2).replaceAll(/[\r\n]/g, ''), isQr)}`
  const parameters = own.slice(2).trim()
  const isFont = /^A[0-9A-Z]/.test(name)
  if (!isFont && !LAYOUT.has(name)) return ''
  return PARAMETERS.test(parameters) ? `^${name}${parameters}` : isFont ? '' : `^${name}`
}

/** Blanks stay: a text is broken into lines there. Of digits alone digits, which some bar codes want. */
function maskedText(text: string, isQr: boolean): string {
  const head = isQr ? (QR_HEAD.exec(text)?.[0] ?? '') : ''
  const rest = text.slice(head.length)
  if (/^\d+$/.test(rest)) return head + '0'.repeat(rest.length)
  return head + rest.replaceAll(/[^\s]/gu, 'X')
}
