// `npm start`: the platform over embedded PostgreSQL, and the demo on top of it. Wires the parts of scripts/start.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { buildAgent } from './build/build-agent.ts'
import { buildWindow } from './build/build-window.ts'
import { endWithFault, faultText } from './fault.ts'
import { alreadyRunning } from './start/already-running.ts'
import { serveControl } from './start/control.ts'
import { freeDemoPorts } from './start/demo-busy.ts'
import { writeDemoFile, writePrivateFile } from './start/demo-file.ts'
import type { DemoPorts } from './start/demo-ports.ts'
import { printerNames } from './start/demo-printers.ts'
import { demoUsers, readSeededUsers, seedFileOf } from './start/demo-users.ts'
import { startDemoPayments } from './start/stand-ins/demo-payments.ts'
import { startDemoSms } from './start/stand-ins/demo-sms.ts'
import { startDemo } from './start/demo.ts'
import { STOP_ORDER, startPlatform } from './start/platform.ts'
import {
  busyPorts,
  loopbackUrl,
  platformEnvironment,
  publicUrl,
  readPorts,
  type Ports,
} from './start/ports.ts'
import { Supervisor } from './start/supervisor.ts'
import { USAGE, whereToLook } from './start/usage.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const options = process.argv.slice(2)
const unknown = options.find((option) => option !== '--platform' && option !== '--help')
if (unknown !== undefined) {
  process.stderr.write(`start: there is no option "${unknown}".\n\n${USAGE}`)
  process.exit(2)
}
if (options.includes('--help')) {
  say(USAGE)
  process.exit(0)
}

const dataFolder = path.resolve(process.env['Data__Folder'] ?? '.data')
const logFolder = path.join(dataFolder, 'logs')
const supervisor = new Supervisor(say)
const cleanUps: (() => Promise<void>)[] = []
const stopping = new AbortController()

let isStopping = false
async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  say('Stopping.')
  stopping.abort()
  const [portal, ...last] = STOP_ORDER
  // Agents write to the printers until they end.
  await supervisor.stopAll([[...portal, ...printerNames()], ...last])
  await Promise.all(cleanUps.map((cleanUp) => cleanUp()))
  say('Stopped.')
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('disconnect', () => void stop(0))

const isPlatformOnly = options.includes('--platform')
const ports = await portsToUse(isPlatformOnly).catch((error: unknown) => endWithFault('start', error))
try {
  await run()
} catch (error) {
  if (!isStopping) {
    process.stderr.write(`\n${faultText('start', error)}\n`)
    await stop(1)
  }
}

interface PortsToUse {
  readonly platform: Ports
  /** Null: no demo. */
  readonly demo: DemoPorts | null
}

/** Throws in words when this folder's platform runs already, or when a port is busy. Starts nothing. */
async function portsToUse(isPlatformOnly: boolean): Promise<PortsToUse> {
  const running = await alreadyRunning(dataFolder)
  if (running !== null) throw new Error(running)
  const platform = readPorts(process.env)
  const busy = await busyPorts(platform)
  if (busy.length > 0) throw new Error(busy.join('\n'))
  return { platform, demo: isPlatformOnly ? null : await freeDemoPorts(process.env) }
}

async function run(): Promise<void> {
  const startedAt = performance.now()
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const seedFile = path.join(dataFolder, 'demo-users.json')
  const users = demoUsers(readSeededUsers(seedFile))
  writePrivateFile(seedFile, seedFileOf(users))
  const portalUrl = publicUrl(process.env, ports.platform)
  const environment = {
    ...process.env,
    ...platformEnvironment(ports.platform, portalUrl),
    Data__Folder: dataFolder,
    Identity__Seed: seedFile,
  }
  // First, so that a second start in this folder is told about this one from the beginning.
  cleanUps.push(await serveControl({ dataFolder, portalUrl, supervisor }))
  say('Starting the platform:')
  const gatewayUrl = loopbackUrl(ports.platform.Gateway__Port)
  const { found, ...pages } = await startStandIns({ environment, gatewayUrl })
  await startPlatform(supervisor, { environment: { ...environment, ...found }, logFolder }, say)
  const places = { portalUrl, gatewayUrl, dataFolder, logFolder, say, stopping: stopping.signal }
  const admin = users.find(({ role }) => role === 'Admin')
  const pharmacist = users.find(({ role }) => role === 'Pharmacist')
  const { pharmacies, testPrinters } =
    ports.demo === null || admin === undefined || pharmacist === undefined
      ? { pharmacies: [], testPrinters: [] }
      : await startDemo(supervisor, {
          ...places,
          admin,
          pharmacist,
          ports: ports.demo,
          bundle: await builtAgent(),
        })
  const storefrontUrl = loopbackUrl(ports.platform.Storefront__Port)
  const demo = { portalUrl, gatewayUrl, storefrontUrl, users, pharmacies, testPrinters, ...pages }
  const file = writeDemoFile(dataFolder, demo)
  say(whereToLook(demo, file, ((performance.now() - startedAt) / 1_000).toFixed(1)))
}

/** The providers that are not there, of the demo alone; `found`: how the platform finds them. */
async function startStandIns({
  environment,
  gatewayUrl,
}: {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly gatewayUrl: string
}) {
  if (ports.demo === null) return { found: {} }
  const places = { dataFolder, logFolder, environment, gatewayUrl }
  const [sms, payments] = await Promise.all([
    startDemoSms(supervisor, places),
    startDemoPayments(supervisor, places),
  ])
  return {
    found: { ...sms?.environment, ...payments?.environment },
    smsPageUrl: sms?.pageUrl,
    paymentsPageUrl: payments?.pageUrl,
  }
}

/** The agents' bundle, with the pages that `agent open` shows beside it. */
async function builtAgent(): Promise<string> {
  const [{ file }] = await Promise.all([buildAgent(), buildWindow()])
  return file
}
