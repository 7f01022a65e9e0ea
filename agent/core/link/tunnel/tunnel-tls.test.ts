// TLS over tunnels, both certificates asked for: what node:tls does with a stream that is no socket.
import { randomBytes } from 'node:crypto'
import tls from 'node:tls'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { deviceCertificateOf, type DeviceCertificate } from '../../keys/device-certificate.ts'
import { makeDeviceKey } from '../../keys/make-device-key.ts'
import { TestHubLines } from '../test/hub-lines.ts'
import type { TunnelSwitchboard } from './tunnel-switchboard.ts'

const [CLIENT, SERVER] = ['c1'.repeat(32), '5e'.repeat(32)]

let certificates: { readonly client: DeviceCertificate; readonly server: DeviceCertificate }

beforeAll(async () => {
  const make = async (name: string): Promise<DeviceCertificate> =>
    deviceCertificateOf(await makeDeviceKey({ name, nowMs: Date.now() }))
  certificates = { client: await make('BACK-OFFICE'), server: await make('FRONT-DESK') }
})

function secretsOf({ pem, privateKey }: DeviceCertificate) {
  return { cert: pem, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
}

const SETTINGS = {
  minVersion: 'TLSv1.3',
  rejectUnauthorized: false,
  ALPNProtocols: ['label-link/1'],
} as const

/** A client and a server that echoes, on a hub in memory. */
function echoing() {
  const lines = new TestHubLines()
  const accepted: tls.TLSSocket[] = []
  const server = tls.createServer({
    ...SETTINGS,
    ...secretsOf(certificates.server),
    requestCert: true,
    handshakeTimeout: 5_000,
  })
  server.on('secureConnection', (socket) => {
    accepted.push(socket)
    socket.on('error', () => undefined)
    socket.pipe(socket)
  })
  server.on('tlsClientError', () => undefined)
  const far = lines.join(SERVER, { onIncoming: (stream) => void server.emit('connection', stream) })
  const near = lines.join(CLIENT)
  onTestFinished(() => {
    lines.cut(CLIENT)
    lines.cut(SERVER)
  })
  return { lines, near, far, accepted }
}

async function connected(near: TunnelSwitchboard): Promise<tls.TLSSocket> {
  const socket = tls.connect({
    ...SETTINGS,
    ...secretsOf(certificates.client),
    socket: near.open(SERVER),
    checkServerIdentity: () => undefined,
  })
  // For life: an end may be told more than once.
  socket.on('error', () => undefined)
  return new Promise((resolve, reject) => {
    socket.once('secureConnect', () => resolve(socket))
    socket.once('error', reject)
  })
}

describe('TLS over a tunnel', () => {
  test('shows both certificates and carries 5 MiB both ways, of which the hub sees nothing', async () => {
    const { lines, near, accepted } = echoing()
    const socket = await connected(near)
    socket.setNoDelay(true).setKeepAlive(true, 10_000)
    const fingerprint = (of: tls.TLSSocket | undefined): string | undefined =>
      of?.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase()
    await until('the server has it too', () => accepted.length === 1)
    expect(fingerprint(socket)).toBe(certificates.server.fingerprint)
    expect(fingerprint(accepted[0])).toBe(certificates.client.fingerprint)
    const mark = Buffer.from('PHI of a patient that does not exist')
    const payload = Buffer.concat([mark, randomBytes(5 * 1_048_576), mark])
    const back = new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = []
      let length = 0
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length === payload.length) resolve(Buffer.concat(chunks))
      })
    })
    socket.write(payload)
    expect((await back).equals(payload)).toBe(true)
    expect(lines.passed.some(({ bytes }) => Buffer.from(bytes).includes(mark))).toBe(false)
  })

  test('ends on both sides, with its tunnels, when one side ends it', async () => {
    const { near, far, accepted } = echoing()
    const socket = await connected(near)
    socket.resume().end('bye')
    await until('both tunnels are gone', () => near.size + far.size === 0)
    expect(accepted[0]?.destroyed).toBe(true)
  })

  test.each(['client', 'server'] as const)('ends on both sides when the %s destroys it', async (side) => {
    const { near, far, accepted } = echoing()
    const socket = await connected(near)
    await until('the server has it too', () => accepted.length === 1)
    const closed = new Promise((resolve) => {
      const other = side === 'client' ? accepted[0] : socket
      other?.resume().once('close', resolve)
    })
    if (side === 'client') socket.destroy()
    else accepted[0]?.destroy()
    await closed
    await until('both tunnels are gone', () => near.size + far.size === 0)
  })

  test('ends with the connection to the hub, while 5 MiB are under way', async () => {
    const { lines, near, far, accepted } = echoing()
    const socket = await connected(near)
    const ended = new Promise((resolve) => socket.once('error', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(randomBytes(5 * 1_048_576))
    await until('bytes are under way', () => lines.passed.length > 20)
    lines.cut(CLIENT)
    expect(await ended).toMatchObject({ code: 'hub_away' })
    await closed
    await until('the server gave up too', () => accepted[0]?.destroyed === true)
    expect(near.size + far.size).toBe(0)
  })

  test('fails before anything is written when the hub is away', async () => {
    const { lines, near } = echoing()
    lines.cut(CLIENT)
    await expect(connected(near)).rejects.toMatchObject({ code: 'hub_away' })
  })
})
