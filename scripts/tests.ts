// Runs Vitest and Playwright and counts what they report.
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { hasChromium } from '../shared/test/chromium.ts'
import { nodeCommand, repository, runCommand, type CommandResult } from './command.ts'
import { HOOK_ERRORS } from './testing/hook-errors.ts'
import { readProcessorTimes } from './testing/processor-time.ts'
import { filesToRunAgain, withSecondRun } from './testing/second-run.ts'
import { failureLines, placeOf } from './testing/test-failures.ts'
import {
  addUp,
  failedSuite,
  readPlaywrightReport,
  readVitestReport,
  type Suite,
  type Tally,
} from './testing/test-reports.ts'

/** Ends a hang: on a machine that is busy otherwise a run may take ten times as long. */
const LIMIT_MS = 90 * 60_000
const reports = join(repository, 'reports')
const vitestReport = join(reports, 'vitest.json')
const processorTimes = join(reports, 'processor-times.jsonl')
const playwrightReport = join(reports, 'playwright.json')

/** What a run takes of the two sets: the tests of each run, the short forms of campaigns with the stories tagged like them, or both. */
type Sets = 'each run' | 'campaigns' | 'both'
const OF_VITEST = { 'each run': ['--project=!campaigns'], campaigns: ['--project=campaigns'], both: [] }
const OF_PLAYWRIGHT = {
  'each run': ['--grep-invert=@campaign'],
  campaigns: ['--grep=@campaign|@longer'],
  both: [],
}

interface Selection {
  readonly sets: Sets
  /** Of files; empty: all. */
  readonly patterns: readonly string[]
}

/**
 * Runs the tests of each run, or those of both sets whose file matches one of the patterns. Prints seconds per suite, and of
 * Vitest's also of processor time.
 */
export async function runTests(patterns: readonly string[]): Promise<Tally> {
  const suites = await runSuites({ sets: patterns.length === 0 ? 'each run' : 'both', patterns })
  const total = addUp(suites)
  for (const line of failureLines('FAILED', suites)) console.log(line)
  if (total.passed + total.failed + total.skipped > 0) return total
  console.log(`No test matches ${patterns.join(' ')}.`)
  return { ...total, failed: 1 }
}

/**
 * Runs all tests, and files that failed once more when nothing else runs: three at most, since more is no chance. What passes
 * then is named UNSTEADY with what it said at first, and counts as its second run says.
 */
export async function runAllTests(): Promise<Tally> {
  const first = await runSuites({ sets: 'each run', patterns: [] })
  const again = filesToRunAgain(first)
  if (again.length > 0) console.log(`\nOnce more, alone: ${again.map(placeOf).join(' ')}`)
  const { suites, unsteady } =
    again.length === 0
      ? { suites: first, unsteady: [] }
      : withSecondRun(first, await runSuites({ sets: 'each run', patterns: again }))
  for (const line of failureLines('UNSTEADY', unsteady)) console.log(line)
  for (const line of failureLines('FAILED', suites)) console.log(line)
  return addUp(suites)
}

/** Runs what `npm run verify` leaves out: campaigns in their short form, and stories told once more. */
export async function runCampaignTests(): Promise<Tally> {
  const suites = await runSuites({ sets: 'campaigns', patterns: [] })
  for (const line of failureLines('FAILED', suites)) console.log(line)
  return addUp(suites)
}

async function runSuites(selection: Selection): Promise<readonly Suite[]> {
  await mkdir(reports, { recursive: true })
  if (selection.patterns.length === 0) await prepare()
  // Beside each other: both wait a good part of their time.
  const [units, stories] = await Promise.all([runVitest(selection), runPlaywright(selection)])
  printSuites([...byFolder(units), ...stories], await processorSecondsByFolder())
  return [...units, ...stories]
}

/** What many files begin with: they find it made, and do not make it several times beside each other. */
async function prepare(): Promise<void> {
  const args = [join(repository, 'scripts/run.cjs'), join(repository, 'tests/prepare.ts')]
  const command = { file: process.execPath, args, env: {}, limitMs: LIMIT_MS, shown: false }
  const { succeeded, output } = await runCommand(command)
  // Each test that needs it says so again.
  if (!succeeded) console.log(output)
}

async function runVitest({ sets, patterns }: Selection): Promise<readonly Suite[]> {
  await Promise.all(
    [vitestReport, HOOK_ERRORS, processorTimes].map(async (file) => rm(file, { force: true })),
  )
  const reporters = ['default', 'json', './scripts/testing/hook-errors.ts'].map(
    (name) => `--reporter=${name}`,
  )
  const output = [...reporters, `--outputFile.json=${vitestReport}`, ...OF_VITEST[sets]]
  const empty = patterns.length === 0 ? [] : ['--passWithNoTests']
  const command = nodeCommand('vitest/vitest.mjs', ['run', ...output, ...empty, ...patterns], {
    env: { Tests__ProcessorTimes: processorTimes },
    limitMs: LIMIT_MS,
    shown: true,
  })
  const ended = await runCommand(command)
  const hookErrors = (await readJson(HOOK_ERRORS)) ?? { hooks: [], unhandled: [] }
  const suites = await readReport(vitestReport, (report) => readVitestReport(report, hookErrors))
  return judge({ runner: 'Vitest', ended, mayBeEmpty: patterns.length > 0 }, suites)
}

async function runPlaywright({ sets, patterns }: Selection): Promise<readonly Suite[]> {
  await rm(playwrightReport, { force: true })
  const chosen = [...OF_PLAYWRIGHT[sets], ...(hasChromium() ? [] : ['--list'])]
  const empty = patterns.length === 0 ? [] : ['--pass-with-no-tests']
  const command = nodeCommand('@playwright/test/cli.js', ['test', ...chosen, ...empty, ...patterns], {
    env: sets === 'campaigns' ? { Tests__Long: 'yes' } : {},
    limitMs: LIMIT_MS,
    shown: hasChromium(),
  })
  const ended = await runCommand(command)
  if (!ended.succeeded) console.log(ended.output)
  const suites = await readReport(playwrightReport, readPlaywrightReport)
  const stories = hasChromium() ? suites : (suites?.map(asSkipped) ?? null)
  return judge({ runner: 'Playwright', ended, mayBeEmpty: patterns.length > 0 }, stories)
}

function asSkipped(story: Suite): Suite {
  const count = story.passed + story.skipped
  if (count > 0) console.log(`skipped  ${story.name}: there is no Chromium, run \`npm run tools\``)
  return { ...story, passed: 0, skipped: count }
}

async function readReport(
  file: string,
  read: (report: unknown) => readonly Suite[],
): Promise<readonly Suite[] | null> {
  const report = await readJson(file)
  return report === null ? null : read(report)
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}

interface Ending {
  readonly runner: string
  readonly ended: CommandResult
  /** With a pattern, one of the two runners may have nothing to do. */
  readonly mayBeEmpty: boolean
}

/** A runner that crashed, or that was to test everything and reported nothing, adds one failure. */
export function judge(
  { runner, ended, mayBeEmpty }: Ending,
  suites: readonly Suite[] | null,
): readonly Suite[] {
  const failure = (text: string) => failedSuite(`${runner} ${text}`, '')
  const counted = addUp(suites ?? [])
  const isEmpty = counted.passed + counted.failed + counted.skipped === 0
  if (!ended.succeeded && counted.failed === 0)
    return [...(suites ?? []), failure(`${ended.ending}, no test failed`)]
  if (isEmpty && !mayBeEmpty) return [failure('reported no tests')]
  return suites ?? []
}

/** Vitest's files summed up by the first two folders. */
function byFolder(files: readonly Suite[]): readonly Suite[] {
  const filesByFolder = Map.groupBy(files, ({ name }) => folderOf(name))
  return [...filesByFolder].map(([name, members]) => ({
    name,
    seconds: members.reduce((sum, { seconds }) => sum + seconds, 0),
    failures: members.flatMap(({ failures }) => failures),
    ...addUp(members),
  }))
}

function folderOf(name: string): string {
  if (!name.startsWith(repository)) return name
  return relative(repository, name).split(/[\\/]/).slice(0, -1).slice(0, 2).join('/')
}

/** Of each folder's workers and the programs that they waited for; empty where the system does not tell. */
async function processorSecondsByFolder(): Promise<ReadonlyMap<string, number>> {
  const lines = await readFile(processorTimes, 'utf8').catch(() => '')
  const sums = new Map<string, number>()
  for (const [file, seconds] of readProcessorTimes(lines))
    sums.set(folderOf(file), (sums.get(folderOf(file)) ?? 0) + seconds)
  return sums
}

function printSuites(suites: readonly Suite[], processor: ReadonlyMap<string, number>): void {
  console.log('\nseconds  of processors  passed  failed  skipped  suite')
  for (const { name, seconds, passed, failed, skipped } of suites) {
    const taken = (processor.get(name)?.toFixed(1) ?? '').padStart(13)
    const cells = [
      seconds.toFixed(1).padStart(7),
      taken,
      String(passed).padStart(6),
      String(failed).padStart(6),
    ]
    console.log([...cells, String(skipped).padStart(7), name].join('  '))
  }
  console.log('')
}
