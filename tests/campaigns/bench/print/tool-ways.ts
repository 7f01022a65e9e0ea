// What others offer for the same way: two socat one after the other, and p910nd.
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { constants, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { programPath, startListening } from './programs.ts'
import type { Sink } from './sink.ts'
import { rawSender, type Way } from './way.ts'

/** Two, as there are two agents. They pass bytes on and keep nothing. */
export async function socatWay(sink: Sink): Promise<Way | string> {
  const socat = programPath('socat')
  if (socat === null) return 'not installed: npm run tools'
  const host = '127.0.0.1'
  const [near, far] = [await freePort(), await freePort()]
  const pass = async (from: number, to: number) => {
    const listen = `TCP4-LISTEN:${from},bind=${host},reuseaddr,fork,backlog=64,nodelay`
    return startListening(socat, [listen, `TCP4:${host}:${to},nodelay`], { host, port: from })
  }
  const stops = [await pass(far, sink.port), await pass(near, far)]
  return {
    send: rawSender(host, near),
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  }
}

/** Its ports are fixed, so it gets an address of its own. */
const p910ndPlace = () => ({ host: `127.0.${randomInt(5, 255)}.${randomInt(1, 255)}`, port: 9_100 })
/** Where it keeps its lock, made by the service that is not running here. */
const P910ND_LOCKS = '/var/lock/p910nd'

/** p910nd writes to a device, which is a pipe here; the sink reads it. */
export async function p910ndWay(sink: Sink): Promise<Way | string> {
  const [p910nd, mkfifo] = [programPath('p910nd'), programPath('mkfifo')]
  if (p910nd === null || mkfifo === null) return 'not installed: npm run tools'
  if (process.getuid?.() !== 0) return `needs root, for ${P910ND_LOCKS}`
  mkdirSync(P910ND_LOCKS, { recursive: true })
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-bench-'))
  const pipe = path.join(folder, 'device')
  execFileSync(mkfifo, [pipe])
  // Opened for both, so that it stays open between two labels. A file stream would block a thread in it for good.
  const device = new net.Socket({ fd: openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK) })
  const reader = sink.reader()
  device.on('data', (chunk: Buffer) => reader(chunk))
  const place = p910ndPlace()
  const stop = await startListening(p910nd, ['-d', '-f', pipe, '-i', place.host, '0'], place)
  return {
    send: rawSender(place.host, place.port),
    stop: async () => {
      await stop()
      device.destroy()
      rmSync(folder, { recursive: true })
    },
  }
}
