// Follows a payload of one language made of lines, past the binary data that its commands declare.
import type { LineLanguage } from './line-languages.ts'

const LF = 0x0a
const CR = 0x0d
const COMMA = 0x2c
const SPACE = 0x20
/** Longer than any line that matters here up to its binary data. */
const MAX_KEPT_BYTES = 160

export class LineScanner {
  readonly #language: LineLanguage
  readonly #onLine: (line: string) => void
  #line: number[] = []
  #binaryLeft = 0
  #isShown = false
  #isOpen = false
  #isWithinLine = false

  /** `onLine` hears the first 160 bytes of every line that holds something and no binary data, at its line end. */
  constructor(language: LineLanguage, onLine: (line: string) => void = () => undefined) {
    this.#language = language
    this.#onLine = onLine
  }

  /** True once a line was seen that only this language has. */
  get isShown(): boolean {
    return this.#isShown
  }

  take(byte: number): void {
    if (this.#binaryLeft > 0) this.#binaryLeft -= 1
    else if (byte === LF || byte === CR) this.#endLine()
    else {
      if (this.#line.length < MAX_KEPT_BYTES) this.#line.push(byte)
      if (byte > SPACE) this.#isWithinLine = true
      if (byte === COMMA) this.#expectBinary(this.#text())
    }
  }

  /** Where the last byte is, when something is missing; null when nothing is. */
  missing(): 'cut_binary' | 'cut_line' | 'cut_unprinted' | null {
    if (this.#binaryLeft > 0) return 'cut_binary'
    if (this.#isWithinLine) return 'cut_line'
    return this.#isOpen ? 'cut_unprinted' : null
  }

  #endLine(): void {
    const text = this.#text().trim()
    if (text !== '') this.#onLine(text)
    const { shows, opens, prints } = this.#language
    if (shows.test(text)) this.#isShown = true
    if (opens.test(text)) this.#isOpen = true
    if (prints.test(text)) this.#isOpen = false
    this.#line = []
    this.#isWithinLine = false
    this.#expectBinary(`${text}\n`)
  }

  #expectBinary(text: string): void {
    for (const pattern of this.#language.binary) {
      const numbers = pattern.exec(text)?.slice(1)
      if (numbers === undefined) continue
      this.#binaryLeft = numbers.reduce((product, number) => product * Number(number), 1)
      if (this.#language.opens.test(text)) this.#isOpen = true
      this.#line = []
      this.#isWithinLine = false
    }
  }

  #text(): string {
    return String.fromCharCode(...this.#line)
  }
}
