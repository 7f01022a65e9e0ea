// A person at two machines of our programs: what he does in an exchange of secrets, what he kills, and somebody who asks all the while.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { z } from 'zod'
import { PROFILE } from '../../../scripts/start/counter/made-up.ts'
import { signInAs } from '../../../scripts/start/demo-admin.ts'
import { ADMIN, type AppMachine } from './app-machines.ts'
import type { Cluster } from './cluster.ts'

/** Below the 100 requests in 10 s that the gateway takes from one address. */
const BETWEEN_MS = 250
const MOST_CALLS = 20
const Said = z.object({
  isOver: z.boolean(),
  round: z.number().default(0),
  rounds: z.number(),
  steps: z.array(z.object({ machine: z.enum(['app-1', 'app-2']), command: z.string() })).default([]),
})

/** Of a pharmacy that is made first of all. */
const PHARMACY = 1
const PEOPLE = ['Admin', 'Support', 'SuperSupport', 'Pharmacist'] as const

/** One of each role, by the gateway. */
export function peopled({ gatewayUrl }: Cluster) {
  const users = PEOPLE.map((role) => ({
    email: role === 'Admin' ? ADMIN.email : `${role.toLowerCase()}@relay.example`,
    password: ADMIN.password,
    role,
  }))
  return { gatewayUrl, users, pharmacies: [] }
}

/** In place of the first admin alone, for the first start. */
export function seedPeople(cluster: Cluster): void {
  const seeded = peopled(cluster).users.map((user) => ({
    ...user,
    name: user.role,
    ...(user.role === 'Pharmacist' ? { pharmacyId: PHARMACY } : {}),
  }))
  const file = path.join(cluster.rootOf('app-1'), 'etc/pharmacy-relay/secrets/first-admin.json')
  writeFileSync(file, JSON.stringify(seeded), { mode: 0o600 })
}

/** Patients are entered only then. Throws ProblemError. */
export async function sayProfile(cluster: Cluster): Promise<void> {
  const { gatewayUrl, users } = peopled(cluster)
  const pharmacist = users.find(({ role }) => role === 'Pharmacist')
  if (pharmacist === undefined) throw new Error('there is no pharmacist')
  const { pharmacy } = await signInAs(gatewayUrl, pharmacist)
  const input = { params: null, query: null, body: PROFILE }
  await pharmacy.call(pharmacyApi.putPharmacyProfile, input, 0)
}

/** Does what each call says, on each machine. Resolves with the number of rounds. Throws Error when there is no end. */
export async function exchangeByHand(cluster: Cluster, what: string): Promise<number> {
  let restarted: string[] = []
  for (let call = 0; call < MOST_CALLS; call += 1) {
    const output = await cluster.remake('--rotate', what, ...restarted, '--json')
    const { isOver, round, rounds, steps } = Said.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''))
    if (isOver) return rounds
    restarted = ['--restarted', String(round)]
    for (const { machine } of steps) cluster.copySecrets(machine)
    for (const { machine, command } of steps) await carryOut(cluster, machine, command)
  }
  throw new Error(`${what} is not at its end after ${MOST_CALLS} calls`)
}

/** Only relayctl: the archive is no program of a try-out. */
async function carryOut(cluster: Cluster, machine: AppMachine, line: string): Promise<void> {
  for (const command of line.split(' && ')) {
    const [file, ...args] = command.split(' ')
    if (file === 'relayctl') await cluster.relayctl(machine, ...args)
  }
}

/** As by the kernel when memory is short. */
export function killProgram(cluster: Cluster, machine: AppMachine, name: string): void {
  const file = path.join(cluster.rootOf(machine), 'run/pharmacy-relay-server', `${name}.pid`)
  process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL')
}

export interface Visits {
  readonly answered: number
  /** What each of the others was told, with its moment. */
  readonly refused: readonly string[]
}

export function visitAllTheTime(visit: () => Promise<unknown>) {
  const seen = { answered: 0, refused: [] as string[] }
  let isOver = false
  const going = (async () => {
    while (!isOver) {
      await visit().then(
        () => (seen.answered += 1),
        (error: unknown) => seen.refused.push(`${new Date().toISOString()} ${String(error)}`),
      )
      await delay(BETWEEN_MS)
    }
  })()
  return {
    seen: (): Visits => ({ ...seen, refused: [...seen.refused] }),
    end: async (): Promise<Visits> => {
      isOver = true
      await going
      return seen
    },
  }
}
