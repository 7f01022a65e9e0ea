// The pharmacy API as it is installed, a process with a database of its own, for tokens of the rig.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createTestTokens, type TestTokens } from '@pharmacy-relay/relay-server/auth/test-tokens.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { listening, portOf } from '@pharmacy-relay/shared/test/listening.ts'
import { programArgs } from '../programs.ts'

export interface PharmacyProgram {
  readonly baseUrl: string
  readonly opsUrl: string
  /** Of the pharmacist of pharmacy 1; good for ten minutes. */
  readonly token: string
  readonly tokens: TestTokens
  /** What it wrote. Once more it changes nothing. */
  stop(): Promise<string>
}

/** `folder`: for its data; PostgreSQL runs as another account and has to get through. */
export async function startPharmacyProgram(
  folder: string,
  { logLevel = 'debug' }: { readonly logLevel?: 'debug' | 'info' } = {},
): Promise<PharmacyProgram> {
  const tokens = await createTestTokens()
  const identity = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(tokens.jwks))
  })
  await listening(identity)
  const port = await freePort([10_000])
  const env = {
    PATH: process.env['PATH'],
    Data__Folder: folder,
    Log__Level: logLevel,
    Pharmacy__Port: String(port),
    Services__Identity: `http://127.0.0.1:${portOf(identity)}`,
  }
  const [runner = '', ...args] = programArgs('relay-server/pharmacy-api/main.ts')
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as ('ignore' | 'pipe' | 'ipc')[]
  const child: ChildProcess = fork(runner, args, { env, stdio })
  const output = Promise.all(
    [child.stdout, child.stderr].map(async (stream) => (stream === null ? '' : text(stream))),
  )
  const ended = once(child, 'exit')
  const stop = async (): Promise<string> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
    identity.close()
    return (await output).join('\n')
  }
  const early = ended.then(async () => {
    identity.close()
    throw new Error(`the pharmacy API did not start: ${(await output).join('\n')}`)
  })
  await Promise.race([once(child, 'message'), early])
  early.catch(() => undefined)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    opsUrl: `http://127.0.0.1:${port + 10_000}`,
    token: tokens.tokens.Pharmacist,
    tokens,
    stop,
  }
}
