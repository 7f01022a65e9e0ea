// Test support: an identity hub of its own port over a test identity, and services that connect to it.
import { createServer } from 'node:http'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import {
  IIdentityClient,
  IIdentityHub,
  type SessionEnded,
  type UserChanged,
} from '@pharmacy-relay/shared/hub/identity-hub.ts'
import { answer, ask, type ArgsIn, type DataOut } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { closeServer, listen } from '../../http/listen.ts'
import { privateNetwork } from '../../http/private-network.ts'
import { createIdentityApp } from '../identity-app.ts'
import { makeAccessToken } from '../sessions/access-tokens.ts'
import type { TestIdentity } from '../test-identity.ts'
import { startIdentityHub, type IdentityHub } from './identity-hub.ts'

export interface TestHub {
  readonly url: string
  readonly hub: IdentityHub
  stop(): Promise<void>
}

/** As another process on the same database would have it. */
export async function startTestHub(identity: TestIdentity, clock: Clock = systemClock): Promise<TestHub> {
  const { parts, database } = identity
  const server = createServer(createIdentityApp(parts))
  const hub = await startIdentityHub({ ...parts, database, server, clock, network: privateNetwork([]) })
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'none' })
  const stop = async (): Promise<void> => {
    await hub.stop()
    await closeServer(server, 100)
  }
  return { url: `http://127.0.0.1:${port}`, hub, stop }
}

export async function serviceToken({ parts }: TestIdentity, clientId: string): Promise<string> {
  const facts = {
    role: 'Service',
    name: clientId,
    pharmacyId: null,
    sid: null,
    signedInAt: null,
    deviceKey: null,
  } as const
  return (await makeAccessToken(parts.keys, { sub: clientId, ...facts }, parts.now())).accessToken
}

/** What a service heard, in its order. */
export type Heard =
  | { readonly kind: 'user'; readonly change: UserChanged }
  | { readonly kind: 'sessions'; readonly end: SessionEnded }

export interface TestService {
  readonly socket: Socket
  readonly heard: Heard[]
  /** Ids of sessions whose end it heard. */
  ended(): string[]
  changes(): UserChanged[]
  ask<E extends keyof typeof IIdentityHub>(
    event: E,
    ...args: ArgsIn<(typeof IIdentityHub)[E]>
  ): Promise<DataOut<(typeof IIdentityHub)[E]>>
}

export function connect(url: string, auth: object, extraHeaders: Record<string, string> = {}): Socket {
  const socket = io(url, {
    path: '/hubs',
    transports: ['websocket'],
    auth,
    extraHeaders,
    reconnection: false,
    forceNew: true,
  })
  onTestFinished(() => void socket.disconnect())
  return socket
}

/** A service that answers what it hears. */
export async function connectService(
  { url }: TestHub,
  identity: TestIdentity,
  clientId = 'portal',
): Promise<TestService> {
  const socket = connect(url, { protocolVersion: 1, token: await serviceToken(identity, clientId) })
  const heard: Heard[] = []
  answer(socket, IIdentityClient, {
    handlers: {
      UserChangedAsync: async (change) => {
        heard.push({ kind: 'user', change })
        return null
      },
      SessionEndedAsync: async (end) => {
        heard.push({ kind: 'sessions', end })
        return null
      },
    },
    logger: silentLogger,
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return {
    socket,
    heard,
    ended: () => heard.flatMap((one) => (one.kind === 'sessions' ? one.end.familyIds : [])),
    changes: () => heard.flatMap((one) => (one.kind === 'user' ? [one.change] : [])),
    ask: async (event, ...args) => ask(socket, IIdentityHub, { event, args, timeoutMs: 30_000 }),
  }
}
