// For tests: a way to a database that is cut, kept closed and mended, or that loses the answer to a commit.
import net from 'node:net'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { listening, portOf } from '@pharmacy-relay/shared/test/listening.ts'

export interface Line {
  /** Of the same database. */
  readonly url: string
  /** Ends what is connected, and takes nobody until `mend`. */
  cut(): void
  mend(): void
  /** The next transaction is committed, and its connection ends before anybody hears of it. Resolves then. */
  loseNextCommit(): Promise<void>
}

/** PostgreSQL's word for it, as the server says it to the client. */
const COMMITTED = 'COMMIT\0'

interface Losing {
  /** Null: nothing is to be lost. */
  commit: PromiseWithResolvers<void> | null
}

export async function startLine(databaseUrl: string): Promise<Line> {
  const target = new pg.Client({ connectionString: databaseUrl })
  const sockets = new Set<net.Socket>()
  const losing: Losing = { commit: null }
  let isCut = false
  const server = net.createServer((near) => {
    if (isCut) return void near.destroy()
    sockets.add(near)
    near.on('close', () => sockets.delete(near))
    join(near, connectTo(target), losing)
  })
  await listening(server)
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  return {
    url: urlAt(target, portOf(server)),
    cut,
    mend: () => void (isCut = false),
    loseNextCommit: async () => {
      losing.commit = Promise.withResolvers<void>()
      return losing.commit.promise
    },
  }
}

/** What the server says after a commit that is to be lost is held back until the commit is in it. */
function join(near: net.Socket, far: net.Socket, losing: Losing): void {
  const endBoth = (): void => {
    near.destroy()
    far.destroy()
  }
  let held: string | null = null
  near.on('data', (chunk) => {
    if (losing.commit !== null && /commit/i.test(chunk.toString('latin1'))) held ??= ''
    far.write(chunk)
  })
  far.on('data', (chunk) => {
    if (held === null) return void near.write(chunk)
    held += chunk.toString('latin1')
    if (!held.includes(COMMITTED)) return
    endBoth()
    losing.commit?.resolve()
    losing.commit = null
  })
  for (const socket of [near, far]) socket.on('error', () => undefined).on('close', endBoth)
}

function connectTo({ host, port }: pg.Client): net.Socket {
  return host.startsWith('/')
    ? net.connect({ path: `${host}/.s.PGSQL.${port}` })
    : net.connect({ host, port })
}

function urlAt({ user, password, database }: pg.Client, port: number): string {
  const url = new URL(`postgresql://127.0.0.1:${port}/${database ?? 'postgres'}`)
  url.username = user ?? ''
  url.password = typeof password === 'string' ? password : ''
  return url.href
}
