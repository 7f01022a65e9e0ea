// How large a label is drawn: what the label says of itself, else 4 by 6 inches, at 203 dots per inch.

export interface LabelSize {
  readonly widthMm: number
  readonly heightMm: number
  readonly dotsPerMm: number
}

const DOTS_PER_MM = 8
const DEFAULT_WIDTH_MM = 101.6
const DEFAULT_HEIGHT_MM = 152.4
const MIN_DOTS = 80
/** A picture of 20 cm by 40 cm at the most, so that no label can ask for all memory. */
const MAX_WIDTH_DOTS = 1_600
const MAX_HEIGHT_DOTS = 3_200

/** Reads `^PW` and `^LL`. */
export function labelSize(zpl: string): LabelSize {
  return {
    widthMm: dotsAfter(/\^PW(\d{1,5})/i, { zpl, max: MAX_WIDTH_DOTS }) ?? DEFAULT_WIDTH_MM,
    heightMm: dotsAfter(/\^LL(\d{1,5})/i, { zpl, max: MAX_HEIGHT_DOTS }) ?? DEFAULT_HEIGHT_MM,
    dotsPerMm: DOTS_PER_MM,
  }
}

function dotsAfter(command: RegExp, { zpl, max }: { zpl: string; max: number }): number | null {
  const dots = Number(command.exec(zpl)?.[1] ?? 0)
  return dots < MIN_DOTS ? null : Math.min(dots, max) / DOTS_PER_MM
}

/** Text of a label as the renderer takes it: UTF-8 where it is that, else one character a byte. */
export function labelText(payload: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(payload)
  } catch {
    return payload.toString('latin1')
  }
}
