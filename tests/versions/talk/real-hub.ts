// The real hub of today with a registry that tells what it heard, and what a talk has the hub do.
import { createServer } from 'node:http'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { AssignmentBody } from '@pharmacy-relay/shared/printer-assignment.ts'
import { DEFAULT_HUB_SETTINGS } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { createRigHub } from '../../kit/hub.ts'
import { deviceKeyOf, documentOf, NO_PART } from '../../kit/programs.ts'
import type { Heard } from './play.ts'

const OTHER = deviceKeyOf('COUNTER-2')
const Assign = z.strictObject({ version: z.int(), body: AssignmentBody })
const Ask = z.strictObject({ name: z.string(), args: z.array(z.unknown()) })

export interface RealHub {
  readonly url: string
  does(what: string, how: unknown): Promise<void>
}

export async function startRealHub(understood: Heard['understood']): Promise<RealHub> {
  const server = createServer()
  let sessionId = ''
  let document = documentOf(NO_PART, 1)
  const heard = (host: string, what: unknown): void => void understood.push({ host, understood: what })
  const hub = createRigHub(
    server,
    {
      pair: async ({ request }) => {
        heard('pair', request)
        return { state: 'paired', pharmacyId: 7, pharmacyName: 'Invented Pharmacy' }
      },
      open: async (request) => {
        const { hello, registration } = request
        heard('open', { hello, registration })
        sessionId = request.sessionId
        const { pharmacyId: customerId, computerName } = registration
        const computer = { customerId, computerId: 1, deviceKey: deviceKeyOf(computerName), connSeq: 1 }
        return { kind: 'open', sessionId, ...computer, assignment: document }
      },
      close: async ({ reason }) => heard('close', { reason }),
      nudge: async ({ config, latencyMs }) => heard('nudge', { config, latencyMs }),
      report: async ({ role, system, printers, config, jobs }) =>
        heard('report', { role, system, printers, config, jobs }),
    },
    // One heartbeat a connection.
    { ...DEFAULT_HUB_SETTINGS, heartbeatMs: 3_600_000 },
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
    url: `http://127.0.0.1:${port}`,
    does: async (what, how) => deeds[what]?.(how),
  }
}
