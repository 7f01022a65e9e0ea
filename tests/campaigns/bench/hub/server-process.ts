// A server in a process of its own, ours or somebody else's: started until it listens, its memory read, ended with us in any case.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isListening } from '@pharmacy-relay/shared/test/is-listening.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { News, type Order } from './program.ts'

const LIMIT_MS = 240_000

/** Null where the system has no /proc. */
export function residentKb(pid: number): number | null {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`) ?? '')
  return found === null ? null : Number(found[1])
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Beside its clients a process has some more. */
const SPARE_FILES = 200

/** Throws when the system lets a process open too few files for so many clients; each server and this process inherit it. */
export function checkOpenFiles(clients: number): void {
  const limit = /^Max open files +(\d+)/m.exec(textOf('/proc/self/limits') ?? '')?.[1]
  if (limit !== undefined && Number(limit) < clients + SPARE_FILES)
    throw new Error(
      `${clients} clients need ${clients + SPARE_FILES} open files, and the limit is ${limit}: raise it with ulimit -n, or set fewer`,
    )
}

export interface ServerProcess {
  readonly pid: number
  readonly port: number
  /** SIGKILL. */
  kill(): Promise<void>
}

/** One of our programs, which takes orders. */
export interface OrderedProcess extends ServerProcess {
  order(order: Order): void
  /** Resolves at the next such news. Rejects after 240 s. */
  heard(isIt: (news: News) => boolean): Promise<void>
}

/** `file` is one of this folder. Rejects when it does not listen within 240 s. */
export async function startProgram(file: string, ...args: string[]): Promise<OrderedProcess> {
  const child = fork(path.join(import.meta.dirname, file), args, {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const kill = killing(child)
  const heard = hearing(child)
  const ports: number[] = []
  await heard((news) => news.news === 'listening' && ports.push(news.port) > 0)
  return {
    pid: child.pid ?? 0,
    port: ports[0] ?? 0,
    kill,
    heard,
    order: (order) => void child.send(order),
  }
}

/** A program of others that listens on that port of 127.0.0.1. Rejects when it does not within 240 s. */
export async function startForeign(
  file: string,
  args: readonly string[],
  port: number,
): Promise<ServerProcess> {
  const child = spawn(file, [...args], { stdio: 'ignore' })
  const kill = killing(child)
  try {
    await until(`${path.basename(file)} listens`, async () => isListening(port), LIMIT_MS)
  } catch (error) {
    await kill()
    throw error
  }
  return { pid: child.pid ?? 0, port, kill }
}

function killing(child: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  })
  const end = (): void => void child.kill('SIGKILL')
  process.on('exit', end)
  void ended.then(() => process.off('exit', end))
  return async () => {
    end()
    await ended
  }
}

function hearing(child: ChildProcess): OrderedProcess['heard'] {
  return async (isIt) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const hear = (message: unknown): void => {
      if (isIt(News.parse(message))) resolve()
    }
    const late = setTimeout(() => reject(new Error('the server says nothing')), LIMIT_MS)
    const gone = (): void => reject(new Error('the server ended'))
    child.on('message', hear).once('exit', gone).once('error', reject)
    return promise.finally(() => {
      clearTimeout(late)
      child.off('message', hear).off('exit', gone).off('error', reject)
    })
  }
}
