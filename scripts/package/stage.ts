// Lays out what is installed: `app`, which Electron loads out of its archive, and `core`, the service beside it.
//
//   resources/app.asar   package.json  electron/{main,preload}.cjs  window/  icons/
//   resources/core/      node  agent.mjs  launcher.mjs  …  window/  node_modules/ of natives  package.json
//
// `core` stays outside: its own node runs it, and updates lay a newer one beside it. It has the pages too, for `agent open`.
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { buildAgent } from '../build/build-agent.ts'
import { buildTray } from '../build/build-tray.ts'
import { buildWindow } from '../build/build-window.ts'
import { repository } from '../command.ts'
import { stageNatives } from './natives.ts'
import { bringNode } from './node-binary.ts'
import { workFolder, type Platform } from './platforms.ts'

export interface Staged {
  readonly app: string
  readonly core: string
  /** Names of the agent's programs in `core`. */
  readonly programs: readonly string[]
}

export async function stage(platform: Platform): Promise<Staged> {
  const app = path.join(workFolder(platform), 'app')
  const core = path.join(workFolder(platform), 'core')
  for (const folder of [app, core]) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
  }
  const programs = await stageCore(platform, core)
  await stageApp(platform, app)
  return { app, core, programs }
}

async function stageCore(platform: Platform, core: string): Promise<string[]> {
  const folder = path.join(workFolder(platform), 'bundle')
  const { programs } = await buildAgent({ folder, isProduction: true })
  for (const program of programs) await copyFile(program, path.join(core, path.basename(program)))
  await stageWindow(core)
  await stageNatives(platform, path.join(core, 'node_modules'))
  await bringNode(platform, core)
  await writeManifest(core, { name: 'pharmacy-relay-core', type: 'module' })
  return programs.map((program) => path.basename(program))
}

async function stageApp({ os }: Platform, app: string): Promise<void> {
  const tray = await buildTray()
  await cp(tray.folder, path.join(app, 'electron'), { recursive: true, filter: isShipped })
  await stageWindow(app)
  // A deb has to name one; on Windows it would be a link for help, which leads nowhere until somebody has an address.
  const homepage = os === 'linux' ? { homepage: 'https://pharmacy-device-relay.invalid' } : {}
  await writeManifest(app, { name: 'pharmacy-relay', main: 'electron/main.cjs', ...homepage })
}

async function stageWindow(to: string): Promise<void> {
  const { folder } = await buildWindow()
  await cp(folder, path.join(to, 'window'), { recursive: true, filter: isShipped })
}

function isShipped(file: string): boolean {
  return !file.endsWith('.map')
}

const Manifest = z.object({ version: z.string(), license: z.string() })

/** Version and licence are the agent's own; there are no dependencies that a packer could add to. */
async function writeManifest(folder: string, own: Readonly<Record<string, string>>): Promise<void> {
  const text = await readFile(path.join(repository, 'agent/package.json'), 'utf8')
  const { version, license } = Manifest.parse(JSON.parse(text))
  const more = {
    version,
    license,
    author: 'Pharmacy device relay',
    description: 'Labels on the right printer',
  }
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify({ ...own, ...more }, null, 2)}\n`)
}
