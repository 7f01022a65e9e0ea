// A copy of the repository's tray in which a fault can be planted without anybody else seeing it.
import { cp, mkdtemp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { repository } from '../../../scripts/command.ts'
import type { PlantedFault } from './faults.ts'

const COPIED = [
  'shared',
  'agent',
  'scripts',
  'tests/tray',
  'package.json',
  'tsconfig.json',
  'electron-builder.yml',
]
/** Electron's types are edited, everything else of it is only read. */
const EDITED_PACKAGE = 'electron'
/** Of this repository: those are the copy's own, as the tree itself may change meanwhile. */
const OWN_PACKAGES = '@pharmacy-relay'

const VITEST_CONFIG = `export default {
  test: { include: ['tests/tray/**/*.test.ts', 'agent/electron/**/*.test.ts'], testTimeout: 20000, hookTimeout: 60000 },
}
`
const TYPES_CONFIG = '{ "extends": "./tsconfig.json", "include": ["agent/electron", "tests/tray"] }\n'

export interface TrayCopy {
  readonly root: string
  /** Plants a fault, and gives what takes it out again. Throws when its place is not there exactly once. */
  plant(fault: PlantedFault): Promise<() => Promise<void>>
  remove(): Promise<void>
}

export async function copyTray(): Promise<TrayCopy> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'planted-faults-'))
  for (const name of COPIED) {
    await cp(path.join(repository, name), path.join(root, name), {
      recursive: true,
      filter: (file) => !/[\\/](dist|node_modules)$/.test(file),
    })
  }
  await linkPackages(path.join(root, 'node_modules'))
  await writeFile(path.join(root, 'vitest.config.ts'), VITEST_CONFIG)
  await writeFile(path.join(root, 'tsconfig.tray.json'), TYPES_CONFIG)
  return {
    root,
    plant: async (fault) => plant(root, fault),
    remove: async () => rm(root, { recursive: true, force: true }),
  }
}

async function linkPackages(folder: string): Promise<void> {
  const from = path.join(repository, 'node_modules')
  await mkdir(folder)
  for (const name of await readdir(from)) {
    if (name === EDITED_PACKAGE) await cp(path.join(from, name), path.join(folder, name), { recursive: true })
    else if (name !== OWN_PACKAGES) await symlink(path.join(from, name), path.join(folder, name))
  }
  await mkdir(path.join(folder, OWN_PACKAGES))
  for (const name of ['shared', 'agent'])
    await symlink(path.join(folder, '..', name), path.join(folder, OWN_PACKAGES, name))
}

async function plant(root: string, fault: PlantedFault): Promise<() => Promise<void>> {
  const file = path.join(root, fault.file)
  const text = await readFile(file, 'utf8')
  await writeFile(file, planted(text, fault))
  return async () => writeFile(file, text)
}

/** Throws Error when the place is not there exactly once: the code has changed, and the fault has to follow it. */
export function planted(text: string, { name, file, find, put }: PlantedFault): string {
  const places = text.split(find).length - 1
  if (places !== 1) throw new Error(`"${name}" cannot be planted: its place is ${places} times in ${file}`)
  return text.replace(find, () => put)
}
