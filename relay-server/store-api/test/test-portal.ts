// A portal for tests: subscribes to the store hub for a relay hub, keeps what is pushed, answers what it is asked.
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { io, type Socket } from 'socket.io-client'
import { sql } from 'kysely'
import {
  checkedRequest,
  forEachRequest,
  deviceRequests,
  type DeviceRequestName,
} from '@pharmacy-relay/shared/hub/device-requests.ts'
import {
  answer,
  ask,
  type ArgsOut,
  type DataIn,
  type Handlers,
} from '@pharmacy-relay/shared/hub/request-reply.ts'
import {
  IStoreClient,
  IStoreHub,
  type PrinterConfigPush,
  type RevokedSession,
  type SupportMessage,
  type SupportTask,
} from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { TaskPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { TestApp } from './test-app.ts'
import type { StoreTestDatabase } from './test-store.ts'

type ClientHandlers = Handlers<typeof IStoreClient>

type Requests = typeof deviceRequests
type Answers = {
  [N in DeviceRequestName]: (sessionId: string, ...args: ArgsOut<Requests[N]>) => Promise<DataIn<Requests[N]>>
}

export interface TestPortal {
  readonly socket: Socket
  /** Every message of pushes, in the order of arrival. */
  readonly messages: PrinterConfigPush[][]
  /** Sessions that it was told to end. */
  readonly superseded: string[]
  readonly revoked: RevokedSession[]
  /** What it passed on to devices of sessions. */
  readonly newIdentities: { readonly sessionId: string; readonly code: string }[]
  /** Events of support tasks by their names, in the order of arrival. */
  readonly support: SupportHeard[]
  /** Who looks at tasks, in the order of arrival. */
  readonly presences: TaskPresence[]
  /** Of the requests for devices. */
  readonly traceIds: string[]
  /** How the device of a session answers; replaced by tests. */
  readonly answers: Answers
}

export type SupportHeard =
  | { readonly event: 'New' | 'Do' | 'Leave' | 'Remove'; readonly task: SupportTask }
  | { readonly event: 'Message'; readonly message: SupportMessage }

/** Connected and subscribed, until its socket is disconnected or the app stops. */
export async function connectPortal(
  site: TestApp,
  hubId: string,
  afterEventId: number | null = null,
): Promise<TestPortal> {
  const token = site.tokens.tokens.Service
  const options = { path: '/hubs', transports: ['websocket'], reconnection: false, forceNew: true }
  const socket = io(site.baseUrl, { ...options, auth: { token } })
  const portal: TestPortal = {
    socket,
    messages: [],
    superseded: [],
    revoked: [],
    newIdentities: [],
    support: [],
    presences: [],
    traceIds: [],
    answers: {
      ...forEachRequest((name) => () => Promise.resolve(deviceRequests[name].sample as never)),
      ListPrintersAsync: () => Promise.resolve([]),
      PrintTestLabelAsync: () => Promise.resolve(doneJob),
      ListJobsAsync: () => Promise.resolve([doneJob]),
      CancelJobAsync: (_sessionId, id) => Promise.resolve({ ...doneJob, id, state: 'cancelled' }),
      CollectDiagnosticsAsync: () => Promise.resolve(DIAGNOSIS),
    },
  }
  answer(socket, IStoreClient, { handlers: handlersOf(portal), logger: silentLogger })
  await ask(socket, IStoreHub, { event: 'SubscribeAsync', args: [hubId, afterEventId], timeoutMs: 5_000 })
  return portal
}

function handlersOf(portal: TestPortal): ClientHandlers {
  const unused = () => Promise.resolve(null)
  const heard = (event: 'New' | 'Do' | 'Leave' | 'Remove') => (task: SupportTask) => {
    portal.support.push({ event, task })
    return Promise.resolve(null)
  }
  return {
    RelayEventsAsync: unused,
    SupportPresenceAsync: (presence) => {
      portal.presences.push(presence)
      return Promise.resolve(null)
    },
    PushPrinterConfigAsync: (pushes) => {
      portal.messages.push(pushes)
      return Promise.resolve(null)
    },
    AskDeviceAsync: (sessionId, name, args) => answered(portal, { sessionId, name, args }),
    AskTracedAsync: (call) => {
      portal.traceIds.push(call.traceId)
      return answered(portal, call)
    },
    SessionSupersededAsync: (sessionIds) => {
      portal.superseded.push(...sessionIds)
      return Promise.resolve(null)
    },
    SessionRevokedAsync: (sessions) => {
      portal.revoked.push(...sessions)
      return Promise.resolve(null)
    },
    NewIdentityAsync: (sessionId, { code }) => {
      portal.newIdentities.push({ sessionId, code })
      return Promise.resolve(null)
    },
    ReceiveNewSupportTaskAsync: heard('New'),
    ReceiveDoSupportTaskAsync: heard('Do'),
    ReceiveLeaveSupportTaskAsync: heard('Leave'),
    ReceiveRemoveSupportTaskAsync: heard('Remove'),
    ReceiveMessageAsync: (message) => {
      portal.support.push({ event: 'Message', message })
      return Promise.resolve(null)
    },
  }
}

async function answered(
  portal: TestPortal,
  call: { readonly sessionId: string; readonly name: string; readonly args: readonly unknown[] },
): Promise<unknown> {
  const { name, args } = checkedRequest(call.name, call.args)
  const answerOf = portal.answers[name] as (id: string, ...of: unknown[]) => Promise<unknown>
  return answerOf(call.sessionId, ...args)
}

/** A test label that came out. */
export const doneJob = printJobOf({
  state: 'sent_to_printer',
  sender: 'this computer',
  destination: 'cups:ZD421',
  attempts: 1,
})

/** A Client whose printer is switched on behind a PrinterComputer that is not. */
export const DIAGNOSIS: Diagnosis = {
  computerName: 'PC-1',
  at: '2026-11-20T09:00:00.000Z',
  role: 'Client',
  path: null,
  hops: [
    {
      hop: 'tcp',
      verdict: 'failed',
      code: 'tcp_silent',
      tookMs: 2_500,
      facts: { computer: 'PC-2', detail: '10.0.0.8', port: 9_100, system: 'unknown' },
    },
  ],
  blocking: 'tcp',
  tookMs: 2_510,
}

const RENEWED_EVERY_MS = 5_000

/**
 * Renews the lease of a hub that has no program of its own, because the sweeper is real and gives up one that stands still.
 * Ends with its database.
 */
export async function keepHubAlive({ db }: StoreTestDatabase, hubId: string): Promise<void> {
  const renew = async (): Promise<unknown> =>
    sql`update "RelayHubs" set "leaseUntil" = relay_now() + interval '1 hour' where "hubId" = ${hubId}`.execute(
      db,
    )
  await renew()
  const timer = setInterval(() => void renew().catch(() => clearInterval(timer)), RENEWED_EVERY_MS)
  timer.unref()
}
