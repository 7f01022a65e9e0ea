// Has electron-builder make a platform's installers, or its unpacked application alone out of a stand-in for Electron.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../command.ts'
import { workFolder, type Platform } from './platforms.ts'
import { run } from './run.ts'

const TREE_LIMIT_MS = 300_000
/** With Electron and the packing tools fetched over a slow line. */
const INSTALLERS_LIMIT_MS = 1_800_000
const CONFIGURATION = 'electron-builder.yml'
const SYSTEM = { win32: '--win', linux: '--linux' } as const

/** Absolute path of the unpacked application. Throws Error with what electron-builder printed. */
export async function buildTree(platform: Platform, electronDist: string): Promise<string> {
  const output = await emptyFolder(platform, 'out')
  const given = { electronDist: path.relative(repository, electronDist) }
  await electronBuilder(platform, ['dir'], { output, given, limitMs: TREE_LIMIT_MS })
  return path.join(output, platform.unpacked)
}

/** Absolute paths of the installers that electron-builder.yml names. Needs the Internet. Throws Error as `buildTree`. */
export async function buildInstallers(platform: Platform): Promise<string[]> {
  const output = await emptyFolder(platform, 'installers')
  await electronBuilder(platform, [], { output, given: {}, limitMs: INSTALLERS_LIMIT_MS })
  const names = await readdir(output)
  return names.filter((name) => /\.(exe|deb|AppImage|dmg)$/.test(name)).map((name) => path.join(output, name))
}

interface Build {
  readonly output: string
  readonly given: Readonly<Record<string, string>>
  readonly limitMs: number
}

async function electronBuilder(platform: Platform, targets: readonly string[], build: Build): Promise<void> {
  const { output, given, limitMs } = build
  const all = {
    'directories.app': path.relative(repository, path.join(workFolder(platform), 'app')),
    'directories.output': path.relative(repository, output),
    ...given,
  }
  const words = Object.entries(all).map(([key, value]) => `-c.${key}=${value}`)
  const script = path.join(repository, 'node_modules/electron-builder/cli.js')
  const wanted = [SYSTEM[platform.os], ...targets, `--${platform.cpu}`]
  await run(process.execPath, [script, ...wanted, '-c', CONFIGURATION, ...words], { limitMs })
}

async function emptyFolder(platform: Platform, name: string): Promise<string> {
  const folder = path.join(workFolder(platform), name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

/** The one of electron-builder.yml. */
export async function electronVersion(): Promise<string> {
  const text = await readFile(path.join(repository, CONFIGURATION), 'utf8')
  const version = /^electronVersion: (\S+)$/m.exec(text)?.[1]
  if (version === undefined) throw new Error(`${CONFIGURATION} names no electronVersion`)
  return version
}
