// The real hub in a process of its own, and devices in this one that speak to each other through it.
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  TunnelSwitchboard,
  type TunnelSwitchboardParts,
} from '../../agent/core/link/tunnel/tunnel-switchboard.ts'
import { Relay } from '../../agent/core/relay/relay.ts'
import { testPrinting } from '../../agent/core/relay/test-printing.ts'

export interface HubProcess {
  readonly url: string
  readonly pid: number
  /** What it wrote to its standard output and error. */
  output(): string
  kill(): void
}

const Started = z.object({ url: z.string() })

/** Knows these computers, all of one pharmacy; tests/kit/assigning-hub.ts says their device keys. */
export async function startHubProcess(
  computerNames: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<HubProcess> {
  return forkHub(new URL('./hub-process.ts', import.meta.url), computerNames, environment)
}

/** A program that says where its hub is; it ends with the test. */
export async function forkHub(
  program: URL,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<HubProcess> {
  const child = fork(fileURLToPath(program), [...args], {
    execArgv: [],
    silent: true,
    env: { ...process.env, ...environment },
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void chunks.push(chunk.toString()))
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url } = Started.parse(await firstMessage(child))
  const { pid } = child
  if (pid === undefined) throw new Error('the hub has no process')
  return { url, pid, output: () => chunks.join(''), kill: () => void child.kill('SIGKILL') }
}

async function firstMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code, signal) => reject(new Error(`the hub ended with ${signal ?? code}`)))
  })
}

/** A device of that name, registered; the hub ends it with the test. */
export async function joinHub(
  url: string,
  computerName: string,
  parts: Partial<Pick<TunnelSwitchboardParts, 'takesLinks' | 'onIncoming'>> = {},
): Promise<{ readonly relay: Relay; readonly tunnels: TunnelSwitchboard }> {
  const installId = randomUUID()
  const relay = new Relay({
    installId: () => installId,
    bootId: randomUUID(),
    agentVersion: '0.1.0',
    clock: systemClock,
    random: Math.random,
    logger: silentLogger,
    printing: testPrinting(),
    hubNews: () => tunnels,
    certificates: () => ({ certificate: null }),
    prove: newCertificate().prove,
    pairing: { moved: async () => undefined, becomesAnother: () => undefined },
    support: { changed: () => undefined, presence: () => undefined },
    onOnline: () => undefined,
    onGiveUp: () => undefined,
  })
  const tunnels = new TunnelSwitchboard({
    carrier: relay.carrier(),
    clock: systemClock,
    takesLinks: () => true,
    onIncoming: (stream) => void stream.destroy(),
    ...parts,
  })
  onTestFinished(() => relay.stop())
  await relay.apply({
    hubUrl: url,
    localAddress: null,
    pharmacyId: 7,
    computerName,
    username: 'test',
    email: '',
    supportAppNumber: null,
  })
  await until(`${computerName} is online`, () => relay.carrier().isUp)
  return { relay, tunnels }
}
