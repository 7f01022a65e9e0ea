// nativeImage and nativeTheme.
import { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { control } from './control.ts'

const PNG = '89504e470d0a1a0a'

export class FakeImage implements Pick<Electron.NativeImage, 'isEmpty' | 'toPNG' | 'getSize'> {
  readonly #png: Buffer
  /** The file that it came from. */
  readonly fakePath: string

  constructor(path: string) {
    this.fakePath = path
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    this.#png = bytes.subarray(0, 8).toString('hex') === PNG ? bytes : Buffer.alloc(0)
  }

  isEmpty(): boolean {
    return this.#png.length === 0
  }

  toPNG(): Buffer {
    return this.#png
  }

  getSize(): { width: number; height: number } {
    if (this.isEmpty()) return { width: 0, height: 0 }
    return { width: this.#png.readUInt32BE(16), height: this.#png.readUInt32BE(20) }
  }
}

export const nativeImage = {
  /** Empty, as in Electron, for a file that is missing or no picture. */
  createFromPath: (path: string): FakeImage => new FakeImage(path),
}

class FakeTheme
  extends EventEmitter
  implements Pick<Electron.NativeTheme, 'shouldUseDarkColors' | 'shouldUseDarkColorsForSystemIntegratedUI'>
{
  get shouldUseDarkColors(): boolean {
    return control.isDark
  }

  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return control.isDark
  }
}

export const nativeTheme = new FakeTheme()
