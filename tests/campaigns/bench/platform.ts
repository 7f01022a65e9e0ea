// The platform for a benchmark: its programs on ports of their own beside a running demo, and an admin who may sign in.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { writePrivateFile, type DemoUser } from '../../../scripts/start/demo-file.ts'
import { demoUsers, readSeededUsers, seedFileOf } from '../../../scripts/start/demo-users.ts'
import { STOP_ORDER, startPlatform } from '../../../scripts/start/platform.ts'
import { platformEnvironment, type Ports } from '../../../scripts/start/ports.ts'
import { Supervisor } from '../../../scripts/start/supervisor.ts'

export interface BenchPlatform {
  readonly ports: Ports
  readonly admin: DemoUser
  /** As many as were asked for, all of role Support. */
  readonly staff: readonly DemoUser[]
  readonly supervisor: Supervisor
  stop(): Promise<void>
}

/** A program's metrics port, from its own. */
const METRICS_ABOVE = 10_000

/** Keeps its data in that folder, which may be one of an earlier run. Throws with words when a program does not start. */
export async function startBenchPlatform(
  dataFolder: string,
  say: (text: string) => void,
  staffCount = 0,
): Promise<BenchPlatform> {
  mkdirSync(dataFolder, { recursive: true })
  const ports = await freePorts()
  const { admin, staff, seedFile } = newPeople(dataFolder, staffCount)
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
  return { ports, admin, staff, supervisor, stop }
}

/** Of a platform beside others; each program's metrics are METRICS_ABOVE its own, and free as well. */
export async function freePorts(): Promise<Ports> {
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

/** The admin is another one each time: the database of an earlier run knows the earlier password. Staff keep theirs in a file. */
function newPeople(dataFolder: string, staffCount: number) {
  const users = demoUsers([])
  const [first] = users
  if (first === undefined) throw new Error('the demo has no people')
  const admin = { ...first, email: `bench-${Date.now()}@relay.example` }
  const staff = staffOf(path.join(dataFolder, 'staff.json'), staffCount)
  const seedFile = path.join(dataFolder, 'users.json')
  const seeded = JSON.parse(seedFileOf(users).replace(first.email, admin.email)) as object[]
  writePrivateFile(seedFile, JSON.stringify([...seeded, ...staff]))
  return { admin, staff, seedFile }
}

function staffOf(file: string, count: number) {
  const known = new Map(readSeededUsers(file).map(({ email, password }) => [email, password]))
  const staff = Array.from({ length: count }, (_, at) => {
    const email = `bench-staff-${at + 1}@relay.example`
    const password = known.get(email) ?? randomBytes(16).toString('hex')
    return { email, name: `Staff ${at + 1}`, role: 'Support' as const, password }
  })
  if (count > known.size) writePrivateFile(file, JSON.stringify(staff))
  return staff
}
