// Starts `npm start` on free ports with a data folder of its own, as a test's ready object that stops itself.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { z } from 'zod'
import { BUNDLES_SETTING, programArguments } from '../scripts/start/program-file.ts'
import { bundledPrograms } from './bundled-programs.ts'
import { copyPreparedData } from './prepared-data.ts'

/** A program's metrics port, from its own. */
export const METRICS_ABOVE = 10_000

const ROOT = path.resolve(import.meta.dirname, '..')

const DemoFile = z.object({
  portalUrl: z.string(),
  gatewayUrl: z.string(),
  users: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
  pharmacies: z.array(
    z.object({
      id: z.int(),
      storeId: z.string(),
      name: z.string(),
      computers: z.array(
        z.object({ computerName: z.string(), role: z.string(), rawHost: z.string(), tcpPort: z.int() }),
      ),
    }),
  ),
  testPrinters: z.array(
    z.object({ name: z.string(), httpUrl: z.string(), rawHost: z.string(), tcpPort: z.int() }),
  ),
  smsPageUrl: z.string().optional(),
  paymentsPageUrl: z.string().optional(),
  storefrontUrl: z.string(),
})
export type DemoFile = z.infer<typeof DemoFile>

export interface RunningDemo {
  readonly demo: DemoFile
  readonly pid: number
  readonly dataFolder: string
  readonly environment: Readonly<Record<string, string>>
  output(): string
  /** `npm run demo -- stop COUNTER-1` and its like; returns what it printed. */
  command(...args: string[]): Promise<string>
  /** `npm run label -- ups --to COUNTER-1` and its like; returns what it printed. */
  label(...args: string[]): Promise<string>
  /** `npm run import-drugs -- FOLDER` and its like; returns what it printed. */
  importDrugs(...args: string[]): Promise<string>
  /** Resolves with the exit code; null when it was killed by a signal. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
  /** Ctrl-C, waits for the end, removes the data folder unless told to keep it. */
  stop(options?: { readonly keepData: boolean }): Promise<void>
}

export interface DemoOptions {
  readonly platformOnly: boolean
  /** Null: a folder of its own, in which the databases are there already. An empty one: the platform makes them, as at its first start. */
  readonly dataFolder: string | null
  readonly environment: Readonly<Record<string, string>>
}

const READY_LIMIT_MS = 240_000

/** Throws with everything it printed when it does not become ready. */
export async function startDemo(options: DemoOptions): Promise<RunningDemo> {
  const dataFolder = options.dataFolder ?? (await preparedFolder())
  const environment = {
    ...(await freePorts()),
    Data__Folder: dataFolder,
    // A folder of somebody's own begins as at anybody's first start, from the sources.
    ...(options.dataFolder === null
      ? { Demo__Pictures: 'no', [BUNDLES_SETTING]: await bundledPrograms() }
      : { Demo__Pictures: 'yes' }),
    ...options.environment,
  }
  const args = ['scripts/run.cjs', 'scripts/start.ts', ...(options.platformOnly ? ['--platform'] : [])]
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...plainEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  await waitUntil(
    () => output.includes('ready after') || child.exitCode !== null,
    READY_LIMIT_MS,
    () => output,
  )
  if (child.exitCode !== null) throw new Error(`npm start ended with code ${child.exitCode}:\n${output}`)
  return {
    demo: DemoFile.parse(JSON.parse(readFileSync(path.join(dataFolder, 'demo.json'), 'utf8'))),
    pid: child.pid ?? 0,
    dataFolder,
    environment,
    output: () => output,
    command: (...args) => runScript('demo.ts', args, environment),
    label: (...args) => runScript('label.ts', args, environment),
    importDrugs: (...args) => runScript('import-drugs.ts', args, environment),
    ended,
    kill: (signal) => void child.kill(signal),
    stop: async ({ keepData } = { keepData: false }) => {
      child.kill('SIGINT')
      await ended
      if (!keepData) rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

async function preparedFolder(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-demo-'))
  await copyPreparedData(folder)
  return folder
}

/** Polls until the condition holds. Throws after the limit with what `facts` says. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  limitMs: number,
  facts: () => string,
): Promise<void> {
  const end = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${limitMs} ms:\n${facts()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Every process whose command line or environment names the data folder. */
export function processesOf(dataFolder: string): string[] {
  return procFolders().filter(
    (pid) => readProc(pid, 'cmdline').includes(dataFolder) || readProc(pid, 'environ').includes(dataFolder),
  )
}

/** The process of one of its programs, such as `portal/main.ts`. Throws when it does not run. */
export function processOf(dataFolder: string, program: string): number {
  const found = processesOf(dataFolder).find((pid) => readProc(pid, 'cmdline').includes(program))
  if (found === undefined) throw new Error(`${program} does not run`)
  return Number(found)
}

function procFolders(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
}

// A process may end while it is read; then it names nothing.
function readProc(pid: string, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

async function runScript(
  script: string,
  more: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const args = [...programArguments(`scripts/${script}`, environment), ...more]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...plainEnvironment(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(text))))
  })
}

// A test runner's own settings would change how programs behave (NODE_ENV, NODE_OPTIONS, npm's parent watch).
function plainEnvironment(): Record<string, string> {
  const { PATH, HOME, LANG, TMPDIR, CHROMIUM_PATH } = process.env
  return Object.fromEntries(
    Object.entries({ PATH, HOME, LANG, TMPDIR, CHROMIUM_PATH }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
}

/** Two pages need two ports in a row. */
async function freePorts(): Promise<Record<string, string>> {
  const apis = ['Gateway__Port', 'Identity__Port', 'Store__Port', 'Pharmacy__Port']
  const programs = [...apis, 'Portal__Port', 'Storefront__Port']
  const ports: Record<string, string> = {
    Demo__LabelPort: String(await freePort()),
    Demo__PagePort: String(await freePort([1])),
    SmsProvider__Port: String(await freePort([METRICS_ABOVE])),
    SmsProvider__PagePort: String(await freePort()),
    PaymentProvider__Port: String(await freePort()),
  }
  for (const name of programs) ports[name] = String(await freePort([METRICS_ABOVE]))
  return ports
}
