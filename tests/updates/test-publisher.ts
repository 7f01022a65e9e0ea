// A publisher for tests: a key, versions of an agent, and a web server that can be made to fail.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import path from 'node:path'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { publish, type Publication, type Published } from '../../scripts/updates/publish.ts'
import { publicText } from '../../scripts/updates/publisher-key.ts'

export const PLATFORM = `${process.platform}-${process.arch}`

export interface TestPublisher {
  readonly folder: string
  readonly url: string
  readonly key: KeyObject
  /** As the setting UpdateKey takes it. */
  readonly publicKey: string
  /** Paths that were asked for, from the newest start of counting on. */
  readonly asked: string[]
  /** Of a longer file only so many bytes are sent, then the connection ends; null: all. */
  cutAfterBytes: number | null
  /** Called before anything is sent for that path; true: the test answers itself. */
  onAsked: (asked: string, response: ServerResponse) => boolean
  publish(from: string, change?: Partial<Publication>): Promise<Published>
  stop(): void
}

export async function startPublisher(
  folder: string,
  keyType: 'ed25519' | 'ec' = 'ed25519',
): Promise<TestPublisher> {
  const { privateKey: key } =
    keyType === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  const server = createServer((request, response) => {
    publisher.asked.push(request.url ?? '')
    if (publisher.onAsked(request.url ?? '', response)) return
    send(path.join(folder, request.url ?? ''), response, publisher.cutAfterBytes)
  })
  const port = await listening(server)
  const publisher: TestPublisher = {
    folder,
    key,
    publicKey: publicText(key),
    asked: [],
    cutAfterBytes: null,
    onAsked: () => false,
    url: `http://127.0.0.1:${port}`,
    publish: async (from, change = {}) =>
      publish({
        from,
        to: folder,
        platform: PLATFORM,
        key,
        serial: null,
        rolloutPercent: 100,
        withdrawn: [],
        withNode: false,
        publishedAt: '2026-11-22T09:00:00.000Z',
        ...change,
      }),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return publisher
}

/** A folder that looks like an agent's; `program`: what it does when it is started. */
export function agentFolder(folder: string, version: string, program = ''): string {
  mkdirSync(path.join(folder, 'lib'), { recursive: true })
  writeFileSync(path.join(folder, 'agent.mjs'), `${program}// ${version}\n`)
  writeFileSync(path.join(folder, 'lib/same.mjs'), '// the same in every version\n'.repeat(1_000))
  writeFileSync(path.join(folder, 'lib/big.mjs'), `// ${version}\n`.repeat(30_000))
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify({ version }))
  return folder
}

function send(file: string, response: ServerResponse, cutAfterBytes: number | null): void {
  if (!existsSync(file)) return void response.writeHead(404).end()
  response.writeHead(200)
  if (cutAfterBytes === null || statSync(file).size <= cutAfterBytes)
    return void createReadStream(file).pipe(response)
  createReadStream(file, { end: Math.max(0, cutAfterBytes - 1) })
    .on('data', (chunk) => response.write(chunk))
    // What was written has left before the connection ends: else nothing of it may arrive.
    .on('end', () => response.write('', () => response.destroy()))
}
