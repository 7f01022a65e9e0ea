// Stands in for Electron's distribution where its binary cannot be had: the same files, with Node as the executable.
//
// electron-builder asks for: the executable, `version`, the licences, locales/, and resources/default_app.asar as a real
// archive. Fuses are bytes behind a sentinel in Electron's executable, so the stand-in carries them as well.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createPackage } from '@electron/asar'
import { NtExecutable } from 'pe-library'
import { workFolder, type Platform } from './platforms.ts'

/** Electron's docs/tutorial/fuses.md: sentinel, version of the wire, its length, a character per fuse; '0' is off. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSES = 9

export interface StandInOptions {
  readonly electronVersion: string
  /** Node of that platform. */
  readonly node: string
}

/** The folder to give as electron-builder's electronDist. */
export async function standInFor(
  platform: Platform,
  { electronVersion, node }: StandInOptions,
): Promise<string> {
  const folder = path.join(workFolder(platform), 'electron-stand-in')
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'locales'), { recursive: true })
  await mkdir(path.join(folder, 'resources'), { recursive: true })
  const executable = await executableFrom(await readFile(node), platform)
  await writeFile(path.join(folder, platform.electronName), executable, { mode: 0o755 })
  await writeFile(path.join(folder, 'version'), electronVersion)
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak'])
    await writeFile(path.join(folder, file), 'Stands in for a file of Electron.\n')
  await defaultApp(folder)
  return folder
}

/** What stands in Electron's executable for its fuses. `states`: a character for each. */
export function fuseWire(states: string): Buffer {
  return Buffer.concat([Buffer.from(FUSE_SENTINEL), Buffer.from([1, FUSES]), Buffer.from(states)])
}

async function executableFrom(node: Buffer, { os }: Platform): Promise<Buffer> {
  const wire = fuseWire('0'.repeat(FUSES))
  if (os !== 'win32') return Buffer.concat([node, wire])
  // electron-builder edits the icon and refuses a signed executable.
  const plain = NtExecutable.from(node, { ignoreCert: true })
  plain.setExtraData(wire)
  return Buffer.from(plain.generate())
}

async function defaultApp(folder: string): Promise<void> {
  const source = path.join(folder, 'default-app')
  await mkdir(source)
  await writeFile(path.join(source, 'main.js'), '')
  await createPackage(source, path.join(folder, 'resources/default_app.asar'))
  await rm(source, { recursive: true })
}
