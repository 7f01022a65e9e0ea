// The port of a PrinterComputer whose labels come from its Clients only: no raw sender of the network, but their links.
import net from 'node:net'
import os from 'node:os'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, onTestFinished, test } from 'vitest'
import { isPrivateAddress } from '../intake/sender-address.ts'
import { LabelListener } from './label-listener.ts'

/** As another computer of its network would be seen: not loopback. */
const own = Object.values(os.networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, address }) => !internal && !address.startsWith('fe80') && isPrivateAddress(address))
const LABEL = '^XA^FDlabel^FS^XZ'
const CLIENT_HELLO = '\x16\x03\x01\x00\x05hello'

async function sent(host: string, port: number, bytes: string) {
  const socket = net.connect({ host, port, allowHalfOpen: true })
  const seen = { end: 'open' as 'open' | 'fin' | 'reset' }
  socket.on('end', () => (seen.end = 'fin')).on('error', () => (seen.end = 'reset'))
  socket.resume()
  onTestFinished(() => void socket.destroy())
  socket.end(bytes)
  return seen
}

test.skipIf(own === undefined)(
  'refuses raw labels of the network where only this computer may send, and takes links',
  async () => {
    const jobs: string[] = []
    const links: net.Socket[] = []
    const listener = new LabelListener({
      clock: systemClock,
      logger: silentLogger,
      takeTls: () => (socket) => void links.push(socket),
      onJob: async ({ payload }) => void jobs.push(Buffer.from(payload).toString()),
    })
    onTestFinished(async () => listener.stop())
    await listener.open({ host: null, port: 0, scope: 'computer' })
    const port = listener.port ?? 0
    const host = own?.address ?? ''
    const [raw, here] = [await sent(host, port, LABEL), await sent('127.0.0.1', port, LABEL)]
    await sent(host, port, CLIENT_HELLO)
    await until('both ends', () => raw.end === 'reset' && here.end === 'fin')
    await until('the link', () => links.length === 1)
    expect(jobs).toEqual([LABEL])
    links[0]?.destroy()
  },
)
