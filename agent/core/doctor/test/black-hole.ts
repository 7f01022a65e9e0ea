// An address that swallows connections, as behind a firewall that drops them: a listener that never accepts, and full.
import { once } from 'node:events'
import net from 'node:net'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

/** The shortest queue of Linux holds so many. */
const FILLERS = 4
const NEVER_ACCEPTS = `
  const net = require('node:net')
  const { parentPort, workerData } = require('node:worker_threads')
  const server = net.createServer()
  server.listen({ host: workerData, port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000), 50)
  })`

export async function startBlackHole(
  address: string,
): Promise<{ readonly address: string; readonly port: number }> {
  const worker = new Worker(NEVER_ACCEPTS, { eval: true, workerData: address })
  onTestFinished(async () => void (await worker.terminate()))
  const message: readonly unknown[] = await once(worker, 'message')
  const [port] = message
  if (typeof port !== 'number') throw new Error('no port')
  await new Promise((resolve) => setTimeout(resolve, 200))
  const fillers = Array.from({ length: FILLERS }, () =>
    net.connect({ host: address, port }).on('error', () => undefined),
  )
  onTestFinished(() => {
    for (const filler of fillers) filler.destroy()
  })
  await new Promise((resolve) => setTimeout(resolve, 200))
  return { address, port }
}
