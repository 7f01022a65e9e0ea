// The second type gate of the tray: compiles it against the stand-in of Electron alone, so that it uses nothing of Electron
// that its tests could not see. The first, against electron.d.ts itself, is the check of types.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../command.ts'

export const FAKE_ELECTRON_PROJECT = 'agent/electron/test/fake-electron/tsconfig.json'

const REAL = 'node_modules/electron/electron.d.ts'
const COPY = 'agent/dist/electron-types/electron.d.ts'
/** A module that is declared so wins over the compiler's `paths`. */
const AMBIENT = /declare module 'electron' \{[^}]*\}/

/** Writes Electron's types without its module, which the project's `paths` then give to the stand-in. */
export async function writeElectronTypes(root = repository): Promise<void> {
  const text = await readFile(path.join(root, REAL), 'utf8')
  if (!AMBIENT.test(text)) throw new Error(`${REAL} declares its module in another way than before`)
  await mkdir(path.dirname(path.join(root, COPY)), { recursive: true })
  await writeFile(path.join(root, COPY), text.replace(AMBIENT, ''))
}
