// The real hub of today with a registry that tells what it heard, and what a talk has the hub do.
import { createServer } from 'node:http'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { DEFAULT_HUB_SETTINGS } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { NewIdentity, PharmacyChange } from '@pharmacy-relay/shared/pairing.ts'
import { AnyHubCode, HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { connectDevice, type TestDevice } from '@pharmacy-relay/relay-server/hub/test/test-hub.ts'
import { createRigHub, openedAs } from '../../kit/hub.ts'
import { deviceKeyOf, documentOf, NO_PART } from '../../kit/programs.ts'
import type { Understood } from './heard.ts'

/** A second computer of the pharmacy; the talk is that of the first. */
const OTHER_NAME = 'COUNTER-2'
const OTHER = deviceKeyOf(OTHER_NAME)
const PHARMACY: PharmacyChange = { pharmacyId: 7, pharmacyName: 'Invented Pharmacy' }
const Assign = z.strictObject({ version: z.int(), body: AssignmentBody })
const Ask = z.strictObject({ name: z.string(), args: z.array(z.unknown()) })
const Relay = z.strictObject({ payload: z.instanceof(Uint8Array) })
const Refusal = z.strictObject({ code: AnyHubCode, message: z.string() })

export interface RealHub {
  readonly url: string
  does(what: string, how: unknown): Promise<void>
}

export async function startRealHub(understood: Understood[]): Promise<RealHub> {
  const server = createServer()
  let sessionId = ''
  let talkedKey = ''
  let document = documentOf(NO_PART, 1)
  let pharmacy = PHARMACY
  let refusal: HubError | null = null
  let other: Promise<TestDevice> | null = null
  const heard = (host: string, what: unknown): void => void understood.push({ host, understood: what })
  const heardOf = (of: string, host: string, what: unknown): void =>
    of === sessionId ? heard(host, what) : undefined
  const hub = createRigHub(
    server,
    {
      pair: async ({ request }) => {
        heard('pair', request)
        return { state: 'paired', ...pharmacy }
      },
      open: async (request) => {
        const { hello, registration } = request
        if (registration.computerName === OTHER_NAME) return openedAs(request, 2, documentOf(NO_PART, 1))
        heard('open', { hello, registration })
        if (refusal !== null) throw refusal
        if (registration.pharmacyId !== pharmacy.pharmacyId)
          return { kind: 'redirect', movedTo: pharmacy, newIdentity: null }
        ;({ sessionId } = request)
        talkedKey = deviceKeyOf(registration.computerName)
        return openedAs(request, 1, document)
      },
      close: async ({ sessionId: of, reason }) => heardOf(of, 'close', { reason }),
      nudge: async ({ sessionId: of, config, latencyMs }) => heardOf(of, 'nudge', { config, latencyMs }),
      report: async ({ sessionId: of, role, system, printers, config, jobs }) =>
        heardOf(of, 'report', { role, system, printers, config, jobs }),
    },
    // One heartbeat a connection.
    { settings: { ...DEFAULT_HUB_SETTINGS, heartbeatMs: 3_600_000 } },
  )
  hub.start()
  const port = await listening(server)
  let isStopped = false
  const stop = async (): Promise<void> => {
    if (!isStopped) await hub.stop()
    isStopped = true
  }
  onTestFinished(async () => {
    await stop()
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${port}`
  const otherDevice = async (): Promise<TestDevice> => {
    const device = await connectDevice(url, {
      pharmacyId: PHARMACY.pharmacyId,
      handlers: {
        ReceiveMessageAsync: async (_from, payload) => {
          heard('message to the other computer', { payload })
          return null
        },
      },
    })
    await device.ask('RegisterDeviceAsync', { ...device.registration, computerName: OTHER_NAME })
    return device
  }
  const otherAsks = async <T>(what: (device: TestDevice) => Promise<T>): Promise<T> =>
    what(await (other ??= otherDevice()))
  /** What it asked for ends with its connection; what it should have led to is waited for where it is seen. */
  const unanswered = (): undefined => undefined
  const deeds: Readonly<Record<string, (how: unknown) => Promise<void>>> = {
    assign: async (how) => {
      const { version, body } = Assign.parse(how)
      document = documentOf(body, version)
      hub.pushAssignments([{ sessionId, assignment: document }])
    },
    ask: async (how) => {
      const { name, args } = Ask.parse(how)
      const refused = (error: unknown): unknown => ({
        refused: Reflect.get(Object(error), 'code') as unknown,
      })
      void hub
        .askDevice(sessionId, name, args)
        .catch(refused)
        .then((reply) => heard(`answer to ${name}`, reply))
    },
    relay: async (how) => {
      const { payload } = Relay.parse(how)
      otherAsks((device) => device.ask('RelayMessageAsync', talkedKey, payload)).catch(unanswered)
    },
    nudge: async () => {
      otherAsks((device) => device.ask('NudgeAsync', talkedKey))
        .then((reply) => heard('answer to NudgeAsync', reply))
        .catch(unanswered)
    },
    supersede: async () => hub.supersede([sessionId]),
    move: async (how) => {
      pharmacy = PharmacyChange.parse(how)
      hub.revoke([{ sessionId, reason: 'other', end: null }])
    },
    newIdentity: async (how) => hub.giveNewIdentity(sessionId, NewIdentity.parse(how)),
    revoke: async (how) => hub.revoke([{ sessionId, reason: 'revoked', end: Refusal.parse(how) }]),
    refuse: async (how) => {
      const refused = Refusal.nullable().parse(how)
      refusal = refused === null ? null : new HubError(refused.code, refused.message)
    },
    announce: async () =>
      hub.announce({
        id: 1,
        customerId: 7,
        at: new Date().toISOString(),
        kind: 'presence',
        computerId: 2,
        deviceKey: OTHER,
        presenceSeq: 1,
        status: 'Offline',
        presence: 'offline',
        reason: 'bye',
      }),
    stop: async () => void stop(),
  }
  return {
    url,
    does: async (what, how) => deeds[what]?.(how),
  }
}
