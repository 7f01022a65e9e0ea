// A program: many connections that come again as soon as they are cut. Argument: the flood as JSON.
import net from 'node:net'
import { Flood, type FloodNews } from './flood.ts'

const SAY_EVERY_MS = 200
/** A silent connection that is open for so long was not cut. */
const KEPT_MS = 2_000
/** New connections in a step of 10 ms: the listener's queue is no part of what is measured. */
const DIALS_A_STEP = 20
const STEP_MS = 10

const flood = Flood.parse(JSON.parse(process.argv[2] ?? ''))
const news: FloodNews = { held: 0, most: 0, dialled: 0, replies: {} }
const due: { readonly address: string; readonly atMs: number }[] = []

for (let each = 0; each < flood.each; each += 1)
  for (let address = 0; address < flood.addresses; address += 1)
    due.push({ address: `127.${flood.net}.${1 + Math.floor(address / 250)}.${1 + (address % 250)}`, atMs: 0 })

setInterval(() => {
  for (let count = 0; count < DIALS_A_STEP && (due[0]?.atMs ?? Infinity) <= performance.now(); count += 1)
    dial(due.shift()?.address ?? '')
}, STEP_MS)
setInterval(() => process.send?.(news), SAY_EVERY_MS)
process.on('disconnect', () => process.exit(0))

function dial(localAddress: string): void {
  const { port, request, repeat } = flood
  const socket = net.connect({ port, host: '127.0.0.1', localAddress })
  let isHeld = false
  const hold = (): void => {
    if (isHeld) return
    isHeld = true
    news.held += 1
    news.most = Math.max(news.most, news.held)
  }
  news.dialled += 1
  socket.on('error', () => undefined)
  socket.once('connect', () => {
    if (request === null) return void setTimeout(() => socket.destroyed || hold(), KEPT_MS)
    socket.write(request)
  })
  socket.on('data', (part: Buffer) => {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(part.toString('latin1', 0, 12))?.[1]
    if (status === undefined) return
    news.replies[status] = (news.replies[status] ?? 0) + 1
    if (status === '101' || repeat) hold()
    if (repeat && request !== null) socket.write(request)
  })
  socket.once('close', () => {
    if (isHeld) news.held -= 1
    due.push({ address: localAddress, atMs: performance.now() + flood.againMs })
  })
}
