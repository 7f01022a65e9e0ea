// The platform for a benchmark: its programs on ports of their own beside a running demo, and an admin who may sign in.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { writePrivateFile, type DemoUser } from '../../../scripts/start/demo-file.ts'
import { demoUsers, seedFileOf } from '../../../scripts/start/demo-users.ts'
import { STOP_ORDER, startPlatform } from '../../../scripts/start/platform.ts'
import { platformEnvironment, type Ports } from '../../../scripts/start/ports.ts'
import { Supervisor } from '../../../scripts/start/supervisor.ts'

export interface BenchPlatform {
  readonly ports: Ports
  readonly admin: DemoUser
  readonly supervisor: Supervisor
  stop(): Promise<void>
}

/** A program's metrics port, from its own. */
const METRICS_ABOVE = 10_000

/** Keeps its data in that folder, which may be one of an earlier run. Throws with words when a program does not start. */
export async function startBenchPlatform(
  dataFolder: string,
  say: (text: string) => void,
): Promise<BenchPlatform> {
  mkdirSync(dataFolder, { recursive: true })
  const ports = await freePorts()
  const { admin, seedFile } = newAdmin(dataFolder)
  const environment = {
    ...process.env,
    ...platformEnvironment(ports),
    Data__Folder: dataFolder,
    Identity__Seed: seedFile,
    Log__Level: 'warn',
  }
  const supervisor = new Supervisor(say)
  const stop = async (): Promise<void> => supervisor.stopAll(STOP_ORDER)
  try {
    await startPlatform(supervisor, { environment, logFolder: path.join(dataFolder, 'logs') }, say)
  } catch (error) {
    await stop()
    throw error
  }
  return { ports, admin, supervisor, stop }
}

async function freePorts(): Promise<Ports> {
  const port = async (): Promise<number> => freePort([METRICS_ABOVE])
  return {
    Gateway__Port: await port(),
    Identity__Port: await port(),
    Store__Port: await port(),
    Pharmacy__Port: await port(),
    Portal__Port: await port(),
    Storefront__Port: await port(),
  }
}

/** Another one each time: the database of an earlier run knows the earlier password. */
function newAdmin(dataFolder: string): { readonly admin: DemoUser; readonly seedFile: string } {
  const users = demoUsers([])
  const [first] = users
  if (first === undefined) throw new Error('the demo has no people')
  const admin = { ...first, email: `bench-${Date.now()}@relay.example` }
  const seedFile = path.join(dataFolder, 'users.json')
  writePrivateFile(seedFile, seedFileOf(users).replace(first.email, admin.email))
  return { admin, seedFile }
}
