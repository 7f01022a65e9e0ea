// For tests: reads the DataMatrix of a picture with zxing, compiled to WebAssembly from C++ that is not ours.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** All codes in a PNG. */
export async function codesIn(png: Uint8Array): Promise<string[]> {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  // Without its file it would ask the Internet for it.
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } })
  const found = await readBarcodes(png, { formats: ['DataMatrix'] })
  return found.map(({ text }) => text)
}
