// Has electron-builder make the unpacked application of a platform; with `electronDist`, out of a stand-in for Electron.
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../command.ts'
import { workFolder, type Platform } from './platforms.ts'
import { run } from './run.ts'

const LIMIT_MS = 300_000
const CONFIGURATION = 'electron-builder.yml'

/** Absolute path of the unpacked application. Throws Error with what electron-builder printed. */
export async function buildTree(platform: Platform, electronDist: string): Promise<string> {
  const output = path.join(workFolder(platform), 'out')
  await rm(output, { recursive: true, force: true })
  await mkdir(output, { recursive: true })
  const given = {
    'directories.app': path.join(workFolder(platform), 'app'),
    'directories.output': output,
    electronDist,
  }
  const system = platform.os === 'win32' ? '--win' : '--linux'
  const words = Object.entries(given).map(([key, value]) => `-c.${key}=${path.relative(repository, value)}`)
  const script = path.join(repository, 'node_modules/electron-builder/cli.js')
  await run(process.execPath, [script, system, 'dir', `--${platform.cpu}`, '-c', CONFIGURATION, ...words], {
    limitMs: LIMIT_MS,
  })
  return path.join(output, platform.unpacked)
}

/** The one of electron-builder.yml. */
export async function electronVersion(): Promise<string> {
  const text = await readFile(path.join(repository, CONFIGURATION), 'utf8')
  const version = /^electronVersion: (\S+)$/m.exec(text)?.[1]
  if (version === undefined) throw new Error(`${CONFIGURATION} names no electronVersion`)
  return version
}
