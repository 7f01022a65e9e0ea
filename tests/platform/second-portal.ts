// One more portal of a running platform: `npm run portal` with the settings of the first, on a port of its own.
import { spawn } from 'node:child_process'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { onTestFinished } from 'vitest'
import { programArguments } from '../../scripts/start/program-file.ts'
import { METRICS_ABOVE, waitUntil, type RunningDemo } from '../running-demo.ts'

const LIMIT_MS = 180_000

/** Two ports, of which it is the first. */
export async function portalPort(): Promise<number> {
  return freePort([METRICS_ABOVE])
}

/** What a portal's other port says; empty where it is not there. */
export async function portalReply(port: number, what: 'readyz' | 'metrics'): Promise<string> {
  return fetch(`http://127.0.0.1:${port + METRICS_ABOVE}/${what}`).then(
    async (reply) => reply.text(),
    () => '',
  )
}

/** Resolves once it is ready. Killed with the test at the latest. */
export async function startPortal(
  { demo, environment }: RunningDemo,
  { port, settings = {} }: { readonly port: number; readonly settings?: Readonly<Record<string, string>> },
): Promise<{ readonly kill: () => void; readonly log: () => string }> {
  const program = spawn(process.execPath, programArguments('portal/main.ts', environment), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      ...environment,
      Portal__Port: String(port),
      Services__Gateway: demo.gatewayUrl,
      ...settings,
    },
  })
  let log = ''
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const kill = (): void => void program.kill('SIGKILL')
  onTestFinished(kill)
  const isReady = async () => (await portalReply(port, 'readyz')) === 'ready\n'
  await waitUntil(isReady, LIMIT_MS, () => `portal ${port} is not ready:\n${log}`)
  return { kill, log: () => log }
}
