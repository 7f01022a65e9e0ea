// A label as dots, which is all that any printer is told of it.

/** Rows from the top, each of whole bytes; the highest bit is the leftmost dot, and 1 is black. */
export interface Dots {
  readonly width: number
  readonly height: number
  readonly bytesPerRow: number
  readonly bytes: Uint8Array
}

export function emptyDots(width: number, height: number): Dots {
  const bytesPerRow = Math.ceil(width / 8)
  return { width, height, bytesPerRow, bytes: new Uint8Array(bytesPerRow * height) }
}

/** One row's bytes, not copied. */
export function rowOf({ bytes, bytesPerRow }: Dots, y: number): Uint8Array {
  return bytes.subarray(y * bytesPerRow, (y + 1) * bytesPerRow)
}

/** All bytes with 0 for black, as some languages want them. */
export function inverted({ bytes }: Dots): Buffer {
  return Buffer.from(bytes.map((byte) => ~byte & 0xff))
}
