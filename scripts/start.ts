// `npm start`: the platform over embedded PostgreSQL, and the demo on top of it. Wires the parts of scripts/start.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { buildAgent } from './build-agent.ts'
import { serveControl } from './start/control.ts'
import { freeDemoPorts } from './start/demo-busy.ts'
import { writeDemoFile, writePrivateFile } from './start/demo-file.ts'
import { printerNames } from './start/demo-printers.ts'
import { demoUsers, readSeededUsers, seedFileOf } from './start/demo-users.ts'
import { startDemo } from './start/demo.ts'
import { STOP_ORDER, startPlatform } from './start/platform.ts'
import { busyPorts, loopbackUrl, platformEnvironment, readPorts } from './start/ports.ts'
import { Supervisor } from './start/supervisor.ts'
import { USAGE, whereToLook } from './start/words.ts'

const say = (words: string): void => void process.stdout.write(`${words}\n`)
const options = process.argv.slice(2)
const unknown = options.filter((option) => option !== '--platform' && option !== '--help')
if (options.includes('--help') || unknown.length > 0) {
  say(USAGE)
  process.exit(unknown.length > 0 ? 2 : 0)
}

const dataFolder = path.resolve(process.env['Data__Folder'] ?? '.data')
const logFolder = path.join(dataFolder, 'logs')
const supervisor = new Supervisor(say)
const cleanUps: (() => Promise<void>)[] = []

let isStopping = false
async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  say('Stopping.')
  const [portal, ...last] = STOP_ORDER
  // Agents write to the printers until they end.
  await supervisor.stopAll([[...portal, ...printerNames()], ...last])
  await Promise.all(cleanUps.map((cleanUp) => cleanUp()))
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('disconnect', () => void stop(0))

try {
  await run(options.includes('--platform'))
} catch (error) {
  if (!isStopping) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
    await stop(1)
  }
}

async function run(platformOnly: boolean): Promise<void> {
  const startedAt = performance.now()
  const ports = readPorts(process.env)
  const busy = await busyPorts(ports)
  if (busy.length > 0) throw new Error(busy.join('\n'))
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const demoPorts = platformOnly ? null : await freeDemoPorts(process.env)
  const seedFile = path.join(dataFolder, 'demo-users.json')
  const users = demoUsers(readSeededUsers(seedFile))
  writePrivateFile(seedFile, seedFileOf(users))
  const environment = {
    ...process.env,
    ...platformEnvironment(ports),
    Data__Folder: dataFolder,
    Identity__Seed: seedFile,
  }
  say('Starting the platform:')
  await startPlatform(supervisor, { environment, logFolder }, say)
  cleanUps.push(await serveControl(dataFolder, supervisor))
  const portalUrl = loopbackUrl(ports.Portal__Port)
  const gatewayUrl = loopbackUrl(ports.Gateway__Port)
  const places = { portalUrl, gatewayUrl, dataFolder, logFolder, say }
  const [admin] = users
  const { pharmacies, testPrinters } =
    demoPorts === null || admin === undefined
      ? { pharmacies: [], testPrinters: [] }
      : await startDemo(supervisor, {
          ...{ ...places, admin, ports: demoPorts },
          bundle: (await buildAgent()).file,
        })
  const demo = { portalUrl, gatewayUrl, users, pharmacies, testPrinters }
  const file = writeDemoFile(dataFolder, demo)
  say(whereToLook(demo, file, ((performance.now() - startedAt) / 1_000).toFixed(1)))
}
