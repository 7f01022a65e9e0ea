// Has electron-builder make a platform's installers, or its unpacked application alone out of a stand-in for Electron.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Language, LANGUAGES } from '@pharmacy-relay/shared/texts/languages.ts'
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
  const configuration = path.join(workFolder(platform), 'electron-builder.json')
  await writeFile(configuration, JSON.stringify({ ...configurationOf(platform, output), ...given }))
  const script = path.join(repository, 'node_modules/electron-builder/cli.js')
  const wanted = [SYSTEM[platform.os], ...targets, `--${platform.cpu}`]
  await run(process.execPath, [script, ...wanted, '-c', configuration], { limitMs })
}

/** What electron-builder.yml cannot say: where this platform's files are, and which languages there are. */
function configurationOf(platform: Platform, output: string): object {
  const app = path.relative(repository, path.join(workFolder(platform), 'app'))
  return {
    extends: CONFIGURATION,
    directories: { app, output: path.relative(repository, output) },
    nsis: { installerLanguages: Language.options.map((language) => LANGUAGES[language].windows) },
  }
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
