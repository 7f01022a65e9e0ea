// The checks that need no running system: format, lint, types, arrows, circles, file and folder sizes, packing, calls that are only handed on,
// unused code.
import { availableParallelism } from 'node:os'
import { checkArrows, describeViolation } from './check/arrows-check.ts'
import { nodeCommand, repository, runCommand } from './command.ts'
import { FAKE_ELECTRON_PROJECT, writeElectronTypes } from './check/fake-electron-types.ts'
import { checkFileSizes } from './check/file-sizes.ts'
import { checkFolderSizes } from './check/folder-sizes.ts'
import { checkPacking } from './check/packing.ts'
import { checkPassThrough } from './check/pass-through.ts'

export interface CheckResult {
  readonly name: string
  readonly seconds: number
  /** What is wrong, in words; null when the check passed. */
  readonly fault: string | null
}

interface Check {
  readonly name: string
  /** Returns what is wrong, or null. */
  readonly run: () => Promise<string | null>
}

/** Ends a hang. */
const LIMIT_MS = 20 * 60_000
const TSC = '@typescript/native/bin/tsc'
/** By default four check side by side, each the types of all libraries anew: 69 s of processor time in place of 17. */
const ONE_CHECKER = ['--checkers', '1']
/** By default the linter has two, and each checks the types of all libraries anew: 54 s of processor time in place of 43. */
const ONE_PROCESSOR = { GOMAXPROCS: '1' }
const threads = `--threads=${Math.min(2, availableParallelism())}`

const checks: readonly Check[] = [
  { name: 'format', run: tool('oxfmt/bin/oxfmt', ['--check', threads, '.']) },
  {
    name: 'lint',
    run: tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', threads, '.'], ONE_PROCESSOR),
  },
  { name: 'types', run: tool(TSC, ['--noEmit', ...ONE_CHECKER, '--project', 'tsconfig.json']) },
  { name: 'fake types', run: fakeElectronTypes },
  { name: 'arrows', run: arrows },
  { name: 'file sizes', run: async () => inLines(await checkFileSizes(repository)) },
  { name: 'folder sizes', run: async () => inLines(await checkFolderSizes(repository)) },
  { name: 'packing', run: async () => inLines(await checkPacking(repository)) },
  { name: 'pass-through', run: async () => inLines(await checkPassThrough(repository)) },
  {
    name: 'unused code',
    run: tool('knip/bin/knip.js', ['--no-progress']),
  },
]

/** Runs every check, two at a time, also when one failed. `report` is called as each one ends. */
export async function runChecks(report: (result: CheckResult) => void): Promise<readonly CheckResult[]> {
  const waiting = [...checks]
  const results: CheckResult[] = []
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const result = await timed(check)
      results.push(result)
      report(result)
    }
  }
  await Promise.all([work(), work()])
  return results
}

async function timed({ name, run }: Check): Promise<CheckResult> {
  const startedAt = performance.now()
  const fault = await run().catch((error: unknown) => String(error))
  return { name, seconds: (performance.now() - startedAt) / 1000, fault }
}

/** One line, and below it the fault. */
export function printCheck({ name, seconds, fault }: CheckResult): void {
  console.log(
    `${fault === null ? 'passed' : 'FAILED'}  ${name.padEnd(12)} ${seconds.toFixed(1).padStart(5)} s`,
  )
  if (fault !== null) console.log(fault.trimEnd().replace(/^/gm, '  '))
}

function tool(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Check['run'] {
  return async () => {
    const { succeeded, ending, output } = await runCommand(
      nodeCommand(script, args, {
        env: { NO_COLOR: '1', FORCE_COLOR: '0', ...env },
        limitMs: LIMIT_MS,
        shown: false,
      }),
    )
    return succeeded ? null : `${output}\n${script} ${ending}`
  }
}

/** The check of types compiles the tray against Electron's own; this one against the stand-in of its tests alone. */
async function fakeElectronTypes(): Promise<string | null> {
  await writeElectronTypes()
  return tool(TSC, ['--noEmit', ...ONE_CHECKER, '--project', FAKE_ELECTRON_PROJECT])()
}

async function arrows(): Promise<string | null> {
  const { moduleCount, violations } = await checkArrows(repository)
  if (moduleCount === 0) return 'no module was read, so no arrow was checked'
  return inLines(violations.map(describeViolation))
}

function inLines(faults: readonly string[]): string | null {
  return faults.length === 0 ? null : faults.join('\n')
}
