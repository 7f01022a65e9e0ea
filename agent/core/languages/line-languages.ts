// Label languages made of lines: how a payload shows that it is one, what opens a label and what prints it.

export interface LineLanguage {
  readonly name: 'epl' | 'tspl'
  /** A line that no other language has. */
  readonly shows: RegExp
  /** From this line on something waits to be printed. */
  readonly opens: RegExp
  /** Prints what waits. */
  readonly prints: RegExp
  /** A line up to the byte before its binary data; the numbers it names, multiplied, count the bytes. */
  readonly binary: readonly RegExp[]
}

/** EPL2 programmer's guide: N clears the image buffer, P prints it, GW carries a picture. */
const EPL: LineLanguage = {
  name: 'epl',
  shows: /^N$/,
  opens: /^(N$|[ABb]\d|L[OEWS]\d|X\d|GW\d|GG\d)/,
  prints: /^P\d+(,\d+)?$/,
  binary: [/^GW\d+,\d+,(\d+),(\d+)[,\n]$/],
}

/** TSPL/TSPL2 programming manual: SIZE sets the label up, PRINT prints it, BITMAP and DOWNLOAD carry data. */
const TSPL: LineLanguage = {
  name: 'tspl',
  shows: /^SIZE +\d/i,
  opens:
    /^(SIZE|TEXT|BARCODE|BITMAP|BOX|BAR|BLOCK|QRCODE|DMATRIX|PDF417|CIRCLE|ELLIPSE|DIAGONAL|ERASE|REVERSE|PUTBMP|PUTPCX) /i,
  prints: /^PRINT +\d+( *, *\d+)?$/i,
  binary: [/^BITMAP +-?\d+,-?\d+,(\d+),(\d+),\d+,$/i, /^DOWNLOAD +(?:[FE],)?"[^"]*",(\d+),$/i],
}

export const LINE_LANGUAGES: readonly LineLanguage[] = [EPL, TSPL]
