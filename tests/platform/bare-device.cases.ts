// A device that is nothing but socket.io's client: it speaks by the documented tables alone, with the whole platform.
import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import type { RunningDemo } from '../running-demo.ts'
import { openPanel, secondsUntil, type Panel } from './panel.ts'
import { sharedDemo } from './shared-demo.ts'

/** A test key, made for this file, and its certificate. */
const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPBxzb0Nw+yi6rucL
vpXcrp9vBGGK8crzUhAy+5H/5uahRANCAATREAQvD9qS3XBbnJf5CdKZJSmt/UIp
kOshLsFBnuNTc7KRLqUVQxtf6/jm3b12HvFycFkQVuqtfDN69xPij+m5
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBPDCB46ADAgECAglAHO1WxiSebhcwCgYIKoZIzj0EAwIwJDEiMCAGA1UEAwwZ
dGVzdCBrZXkgb2YgYSBiYXJlIGNsaWVudDAeFw0yNTAxMDEwMDAwMDBaFw00NTAx
MDEwMDAwMDBaMCQxIjAgBgNVBAMMGXRlc3Qga2V5IG9mIGEgYmFyZSBjbGllbnQw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATREAQvD9qS3XBbnJf5CdKZJSmt/UIp
kOshLsFBnuNTc7KRLqUVQxtf6/jm3b12HvFycFkQVuqtfDN69xPij+m5MAoGCCqG
SM49BAMCA0gAMEUCIGyfwQk4DhlpcAe6l4HeM3qgN+CUbPb0kpUE7uejEAcaAiEA
hEWjR6wRBF5ndtwfCl/fMf3F7ytv70nXWMilbvyfcnY=
-----END CERTIFICATE-----
`
const NAME = 'BARE-1'
const PRINTERS = [{ id: 'tcp:10.0.0.9:9100', name: '10.0.0.9:9100', detail: 'network printer' }]
const LIMIT_MS = 60_000

interface Heard {
  readonly event: string
  readonly args: readonly unknown[]
}

let running: RunningDemo
let admin: Panel
beforeAll(async () => {
  running = await sharedDemo({ platformOnly: true })
  admin = await openPanel(running.demo, 'Admin')
})

interface Hello {
  readonly installId: string
  readonly bootId: string
}

/** The answer to a challenge, for the hub at `audience`. */
function proof(challenge: unknown, audience: string, { installId, bootId }: Hello): unknown {
  const nonce = Reflect.get(Object(challenge), 'nonce') as unknown
  const text = JSON.stringify(['pharmacy-relay/1 device proof', nonce, audience, installId, bootId])
  const signature = sign('sha256', Buffer.from(text), createPrivateKey(PRIVATE_KEY)).toString('base64')
  return { certificate: CERTIFICATE, audience, signature }
}

/** Connected, proven and not registered. Every event is answered as documented, and kept in `heard`. */
async function connect(): Promise<{ readonly socket: Socket; readonly heard: readonly Heard[] }> {
  const url = running.demo.portalUrl
  const hello = { protocolVersion: 1, agentVersion: '1.0.0', installId: randomUUID(), bootId: randomUUID() }
  const options = { transports: ['websocket'], reconnection: false, forceNew: true, auth: hello }
  const socket = io(url, { path: '/hubs', ...options })
  onTestFinished(() => void socket.disconnect())
  const proven = Promise.withResolvers<null>()
  socket.on('connect_error', proven.reject)
  const answers: Readonly<Record<string, (arg: unknown) => unknown>> = {
    ChallengeAsync: (challenge) => {
      proven.resolve(null)
      return proof(challenge, new URL(url).host, hello)
    },
    NudgeRequestAsync: () => ({ isAlive: true, latencyMs: 0, timestamp: new Date().toISOString() }),
    ListPrintersAsync: () => PRINTERS,
  }
  const heard: Heard[] = []
  socket.onAny((event: string, ...all: unknown[]) => {
    const acknowledge = all.at(-1)
    const args = typeof acknowledge === 'function' ? all.slice(0, -1) : all
    heard.push({ event, args })
    const data = answers[event]?.(args[0]) ?? null
    if (typeof acknowledge === 'function') (acknowledge as (reply: unknown) => void)({ ok: true, data })
  })
  await proven.promise
  return { socket, heard }
}

/** The data of the reply. Throws Error with what refused it. */
async function ask(socket: Socket, event: string, ...args: readonly unknown[]): Promise<unknown> {
  const reply: unknown = await socket.timeout(LIMIT_MS).emitWithAck(event, ...args)
  const { ok, data } = reply as { readonly ok: boolean; readonly data: unknown }
  if (!ok) throw new Error(`${event}: ${JSON.stringify(reply)}`)
  return data
}

/** As staff ask for it. */
async function requestPrinters(customerId: number, computerId: number): Promise<unknown> {
  const path = `/Store/api/v1/panel/relay/customers/${customerId}/request-printers`
  const reply = await fetch(running.demo.gatewayUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ computerId }),
  })
  const body: unknown = await reply.json()
  return { status: reply.status, body }
}

/** A new pharmacy with this one computer, which has registered. */
async function registered(storeId: string) {
  await admin.create(storeId)
  const code = await admin.pairingCode(storeId)
  const { id: pharmacyId } = await admin.pharmacy(storeId)
  const { socket, heard } = await connect()
  const names = { computerName: NAME, username: 'till' }
  await ask(socket, 'PairDeviceAsync', { code, ...names })
  const rest = { localIpAddress: '10.0.0.7', email: 'till@example.org', clientVersion: '1.0.0', role: 'None' }
  const identity = await ask(socket, 'RegisterDeviceAsync', { ...names, ...rest, pharmacyId })
  const computer = async () => {
    const found = (await admin.pharmacy(storeId)).computers.find(({ pcName }) => pcName === NAME)
    if (found === undefined) throw new Error(`${storeId} has no ${NAME}`)
    return found
  }
  /** The first event of this name from `from` on. */
  const next = async (event: string, from: number): Promise<readonly unknown[]> => {
    const found = (): Heard | undefined => heard.slice(from).find((one) => one.event === event)
    await secondsUntil(event, async () => found() !== undefined)
    return found()?.args ?? []
  }
  return { socket, heard, identity, pharmacyId, computer, next }
}

it('A client that knows only the documented events registers, is online, lists printers, and is configured', async () => {
  const { socket, heard, identity, pharmacyId, computer, next } = await registered('P-8001')
  expect(identity).toEqual({
    deviceKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    connectionId: expect.any(String) as string,
    publicIpAddress: '127.0.0.1',
  })

  await next('NudgeRequestAsync', 0)
  await secondsUntil('its latency is shown', async () => (await computer()).latencyMs !== null)
  const email = 'till@example.org'
  expect(await computer()).toMatchObject({ isOnline: true, presence: 'online', role: 0, email })

  const { id: computerId } = await computer()
  const answer = { status: 200, body: { computerId, answer: PRINTERS } }
  expect(await requestPrinters(pharmacyId, computerId)).toEqual(answer)

  const before = heard.length
  const printer = { name: 'invented', httpUrl: '', rawHost: '10.0.0.9', tcpPort: 9_100 }
  await admin.assignPrinter('P-8001', NAME, printer)
  expect(await next('RoleChangedAsync', before)).toEqual(['Server'])
  const given = { role: 'Server', printerName: 'tcp:10.0.0.9:9100', tcpPort: 9_100 }
  expect(await next('PrinterConfigChangedAsync', before)).toMatchObject([given])
  expect(await ask(socket, 'UpdateRoleAsync', 'Server')).toBeNull()
  await secondsUntil('its own role is shown', async () => (await computer()).reportedRole === 1)

  const meanwhile = heard.length
  await admin.setRole('P-8001', NAME, 0)
  expect(await next('RoleChangedAsync', meanwhile)).toEqual(['None'])
  const nothing = { role: 'None', printerName: null, tcpPort: null }
  expect(await next('PrinterConfigChangedAsync', meanwhile)).toMatchObject([nothing])
  expect(await computer()).toMatchObject({ presence: 'online', role: 0, printerName: null })

  expect(await ask(socket, 'UnregisterDeviceAsync')).toBeNull()
  await secondsUntil('it is offline', async () => (await computer()).offlineReason === 'bye')
})
