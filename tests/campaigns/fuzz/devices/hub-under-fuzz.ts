// The real relay hub for hostile devices, and two devices of another pharmacy that go on beside them.
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import type { RelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import type { DeviceHello } from '@pharmacy-relay/shared/device.ts'
import { IRelayClient, IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { answer, ask } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { createHubSocket } from '../../../../agent/core/relay/hub-socket.ts'
import { createRigHub } from '../../../kit/hub.ts'
import { deviceAnswers } from '../../tenant-wall/device-answers.ts'

export const WITNESSES = 2
const WITNESS_PHARMACY = 1
const WITNESS_LIMIT_MS = 60_000

export interface HubUnderFuzz {
  readonly hub: RelayHub
  readonly port: number
  /** Of a device that answers what the hub asks. */
  readonly sessionId: string
  /** One of them nudges the other; how long that took, in ms. Rejects with why it did not come about. */
  witnessed(): Promise<number>
  stop(): Promise<void>
}

export async function startHubUnderFuzz(): Promise<HubUnderFuzz> {
  const server = createServer()
  const hub = createRigHub(server, { open: openAnybody() })
  hub.start()
  const port = await listening(server)
  const [asking, asked] = [await witness(port), await witness(port)]
  return {
    hub,
    port,
    sessionId: asked.sessionId,
    witnessed: async () => {
      const startedMs = performance.now()
      const args: [string] = [asked.deviceKey]
      await ask(asking.socket, IRelayHub, { event: 'NudgeAsync', args, timeoutMs: WITNESS_LIMIT_MS })
      return performance.now() - startedMs
    },
    stop: async () => {
      for (const { socket } of [asking, asked]) socket.disconnect()
      await hub.stop()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Lets everybody in and keeps nothing of them. */
function openAnybody(): Parameters<typeof createRigHub>[1]['open'] {
  let connSeq = 0
  return async ({ hello, registration, sessionId }) => {
    connSeq += 1
    return {
      kind: 'open',
      sessionId,
      connSeq,
      customerId: registration.pharmacyId,
      computerId: connSeq,
      deviceKey: keyOf(hello.installId),
      assignment: {
        role: 'None',
        printerName: null,
        tcpPort: null,
        target: null,
        clients: [],
        standby: null,
        version: 1,
        hash: keyOf('nothing'),
      },
    }
  }
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function witness(port: number) {
  const host = `127.0.0.1:${port}`
  const hello: DeviceHello = {
    protocolVersion: PROTOCOL_VERSION,
    agentVersion: '1.0.0',
    installId: randomUUID(),
    bootId: randomUUID(),
  }
  const socket = createHubSocket({
    hubUrl: `http://${host}`,
    localAddress: '127.0.9.9',
    hello,
    onHttpAnswer: () => undefined,
  })
  const { prove } = newCertificate()
  const proven = Promise.withResolvers<void>()
  const seen = { received: () => undefined, heardOf: () => undefined, nudged: () => undefined }
  answer(socket, IRelayClient, {
    handlers: {
      ...deviceAnswers({ bootId: hello.bootId, ...seen }),
      ChallengeAsync: async ({ nonce }) => {
        setImmediate(() => proven.resolve())
        return prove({ nonce, audience: host, ...hello })
      },
    },
    logger: silentLogger,
  })
  socket.connect()
  await proven.promise
  const registration = {
    computerName: 'WITNESS',
    username: 'pharmacy',
    localIpAddress: '10.0.0.8',
    email: '',
    clientVersion: '1.0.0',
    pharmacyId: WITNESS_PHARMACY,
    role: 'None' as const,
  }
  const { deviceKey, connectionId: sessionId } = await ask(socket, IRelayHub, {
    event: 'RegisterDeviceAsync',
    args: [registration],
    timeoutMs: WITNESS_LIMIT_MS,
  })
  return { socket, deviceKey, sessionId }
}
