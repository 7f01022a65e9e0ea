// Programs of ours under Windows' own Node in Wine: bundled into a folder of a test, with the packages for Windows beside them.
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { onlyEnglish, OUTSIDE } from '../../scripts/build/build-agent.ts'
import { repository } from '../../scripts/command.ts'
import { isWineReady, startWine, windowsNode, windowsPackages } from '../../scripts/package/wine.ts'

export { isWineReady } from '../../scripts/package/wine.ts'

/** How a test that is skipped names what it needs. */
export const NEEDS_WINE = 'under Wine (after: npm run tools, as root on Debian x64)'

/** Bundles them as the agent is, each by its name, into a folder in which what they load from outside lies too. */
export async function bundleForWindows(entryPoints: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'windows-test-'))
  await build({
    absWorkingDir: repository,
    entryPoints: { ...entryPoints },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external: [...OUTSIDE],
    plugins: [onlyEnglish],
    logLevel: 'warning',
  })
  layPackages(folder)
  return folder
}

let programs = 0
/** Ends one that a test which was killed left behind. */
const LIMIT_MS = 15 * 60_000

/** Links, which Wine's Windows sees as folders. */
export function layPackages(folder: string): void {
  const modules = path.join(folder, 'node_modules')
  mkdirSync(path.join(modules, '@koromix'), { recursive: true })
  for (const name of OUTSIDE) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true })
    symlinkSync(path.join(repository, 'node_modules', name), path.join(modules, name))
  }
  for (const [name, from] of Object.entries(windowsPackages)) symlinkSync(from, path.join(modules, name))
}

export interface WindowsProgram {
  /** Its exit code; null when something ended it. */
  readonly ended: Promise<number | null>
  /** Ends it at once, as a kill does. */
  stop(): Promise<void>
  /** What it printed. */
  output(): string
}

/** `args`: the first one is a file of the folder. */
export function startOnWindows(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): WindowsProgram {
  if (!isWineReady()) throw new Error('there is no Wine: npm run tools')
  const log = path.join(folder, `output-${(programs += 1)}.txt`)
  const child = startWine([windowsNode, ...args], { workFolder: folder, log, env, limitMs: LIMIT_MS })
  const ended = once(child, 'exit').then(() => child.exitCode)
  return {
    ended,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
    output: () => readFileSync(log, 'utf8'),
  }
}
