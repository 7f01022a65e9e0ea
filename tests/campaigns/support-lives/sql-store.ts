// The real support tasks of the store API on a real PostgreSQL, for lives of computers that are of this life alone.
import { randomUUID } from 'node:crypto'
import type { Caller } from '@pharmacy-relay/relay-server/auth/access-token.ts'
import type { HelpDesk } from '@pharmacy-relay/relay-server/hub/requests/help-desk.ts'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import { relayOutbox } from '@pharmacy-relay/relay-server/store-api/events/outbox.queries.ts'
import { releaseTasksOf } from '@pharmacy-relay/relay-server/store-api/support-tasks/release-tasks.ts'
import { changeTask, createTask } from '@pharmacy-relay/relay-server/store-api/support-tasks/task-changes.ts'
import {
  listTasks,
  readTask,
} from '@pharmacy-relay/relay-server/store-api/support-tasks/task-detail.queries.ts'
import { supportTaskHandlers } from '@pharmacy-relay/relay-server/store-api/support-tasks/task-endpoints.ts'
import {
  listMessages,
  sendMessage,
} from '@pharmacy-relay/relay-server/store-api/support-tasks/task-messages.ts'
import type { LifeStore, Person, Site } from './life-store.ts'

const NOBODY = randomUUID()

export interface SqlStoreParts {
  readonly db: StoreDb
  readonly sites: readonly Site[]
  readonly onCommit: () => void
}

export function sqlStore({ db, sites, onCommit }: SqlStoreParts): LifeStore {
  const customerIds = [...new Set(sites.map(({ customerId }) => customerId))]
  const committed = async <R>(work: Promise<R>): Promise<R> => work.finally(onCommit)
  return {
    outbox: relayOutbox(db),
    help: helpOn(db, committed),
    take: async (person, { taskId, step, version }) => {
      await committed(changeTask(db, callerOf(person), { taskId, step, version, note: null }))
    },
    say: async (person, message) => committed(sendMessage(db, callerOf(person), message)),
    create: async (person, { customerId, computerId }, clientId) => {
      const wanted = { clientId, customerId, computerId, subject: 'Printer', priority: 2, isClaimed: false }
      await committed(createTask(db, callerOf(person), wanted))
    },
    disable: async ({ guid }) => committed(releaseTasksOf(db, guid)),
    queue: async () => {
      const lists = await Promise.all(customerIds.map(async (customerId) => open(db, customerId)))
      const rows = lists.flatMap(({ items }) =>
        items.map(({ id, version, state, claimedByName }) => ({
          id,
          version,
          state,
          claimedBy: claimedByName,
        })),
      )
      return { lastEventId: Math.min(...lists.map(({ lastEventId }) => lastEventId)), rows }
    },
    talk: async (taskId, afterSeq) => (await listMessages(db, { taskId, afterSeq })).messages,
    steps: async (taskId) => (await readTask(db, { taskId, reader: NOBODY })).steps.toReversed(),
    taskIds: async () => idsOf(db, customerIds),
  }
}

function helpOn(db: StoreDb, committed: <R>(work: Promise<R>) => Promise<R>): HelpDesk {
  const handlers = supportTaskHandlers(db)
  // Each name with the body and the reply of its endpoint, which a generic look-up cannot say.
  return async (name, body) =>
    committed(handlers[name]({ body } as never) as Promise<unknown>) as ReturnType<HelpDesk> as never
}

async function open(db: StoreDb, customerId: number) {
  return listTasks(db, NOBODY, { view: 'all', page: 1, pageSize: 100, customerId })
}

async function idsOf(db: StoreDb, customerIds: readonly number[]): Promise<readonly number[]> {
  const ids: number[] = []
  for (const customerId of customerIds)
    for (const view of ['all', 'done'] as const) {
      const { items } = await listTasks(db, NOBODY, { view, page: 1, pageSize: 100, customerId })
      ids.push(...items.map(({ id }) => id))
    }
  return ids
}

function callerOf({ guid, name, isLead }: Person): Caller {
  return {
    subject: guid,
    name,
    role: isLead ? 'SuperSupport' : 'Support',
    pharmacyId: null,
    sessionId: null,
    signedInAt: null,
    deviceKey: null,
    expiresAt: new Date('2100-01-01T00:00:00.000Z'),
  }
}
