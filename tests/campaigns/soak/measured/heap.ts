// What a running program of Node still needs of its heap: through its inspector all garbage is collected, then it is read.
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Reply = z.looseObject({ id: z.int(), result: z.unknown(), error: z.looseObject({}).optional() })
const HeapUsage = z.looseObject({
  usedSize: z.number(),
  embedderHeapUsedSize: z.number().default(0),
  backingStorageSize: z.number().default(0),
})
const Evaluated = z.looseObject({ result: z.looseObject({ value: z.number() }) })
const LIMIT_MS = 30_000

/** Where inspectors listen, or listened, by the log that a program and those that it started write to; the newest first. */
export function inspectorsIn(logFile: string): string[] {
  const text = readFileSync(logFile, 'utf8')
  return [...text.matchAll(/^Debugger listening on (ws:\S+)$/gm)].map(([, url = '']) => url).toReversed()
}

/** What V8 made of functions that were called: its spaces of machine code, and of bytecode. */
const CODE_BYTES = `process.getBuiltinModule('node:v8').getHeapSpaceStatistics()
  .filter(({ space_name }) => /^(code|trusted)/.test(space_name))
  .reduce((sum, { space_used_size }) => sum + space_used_size, 0)`

export interface HeapFacts {
  /** Of objects and buffers, with code. */
  readonly heapBytes: number
  readonly codeBytes: number
}

/** What is in use after a full collection. Throws when it does not answer within 30 s. */
export async function heapAfterCollection(inspectorUrl: string): Promise<HeapFacts> {
  const socket = new WebSocket(inspectorUrl)
  try {
    await opened(socket)
    await ask(socket, { id: 1, method: 'HeapProfiler.collectGarbage' })
    const usage = HeapUsage.parse(await ask(socket, { id: 2, method: 'Runtime.getHeapUsage' }))
    const params = { expression: CODE_BYTES, returnByValue: true }
    const code = Evaluated.parse(await ask(socket, { id: 3, method: 'Runtime.evaluate', params }))
    return { heapBytes: usage.usedSize + usage.backingStorageSize, codeBytes: code.result.value }
  } finally {
    socket.close()
  }
}

async function opened(socket: WebSocket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.addEventListener('open', () => resolve(), { once: true })
  socket.addEventListener('error', () => reject(new Error('the inspector refuses')), { once: true })
  return bounded(promise)
}

async function ask(
  socket: WebSocket,
  request: { readonly id: number; readonly method: string; readonly params?: object },
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const hear = ({ data }: MessageEvent<unknown>): void => {
    const reply = Reply.parse(JSON.parse(String(data)))
    if (reply.id !== request.id) return
    if (reply.error === undefined) resolve(reply.result)
    else reject(new Error(`${request.method} was refused`))
  }
  socket.addEventListener('message', hear)
  socket.send(JSON.stringify(request))
  return bounded(promise).finally(() => socket.removeEventListener('message', hear))
}

async function bounded<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the inspector says nothing')), LIMIT_MS)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
