// The platform as people meet it: requests through the gateway as staff send them, and who is online by the panel's API.
import { setTimeout as delay } from 'node:timers/promises'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { Problem } from '@pharmacy-relay/shared/problem.ts'
import { createApiClient, type ApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { TestBrowser } from '../../portal/test/test-browser.ts'
import type { DemoFile } from '../running-demo.ts'

export type StaffRole = 'Admin' | 'Support' | 'SuperSupport'

export interface RefusedReply {
  readonly status: number
  readonly problem: Problem
  readonly retryAfter: string | null
}

/** What each computer is by the panel: `online`, or why it is not. */
export type Presence = Readonly<Record<string, string>>

export interface Panel {
  readonly token: string
  /** One pharmacy as the panel's page gets it. Throws ProblemError. */
  pharmacy(storeId: string): Promise<PharmacyDetail>
  /** Every computer of every pharmacy of the demo. Throws ProblemError. */
  presence(): Promise<Presence>
  /** Per pharmacy, as the list says it: `P-1001 3 of 3`. Throws ProblemError. */
  listed(): Promise<string[]>
  /** Of all pharmacies, as the list says it. Throws ProblemError. */
  counted(): Promise<{ readonly connected: number; readonly computers: number }>
  /** A pharmacy without computers. Throws ProblemError. */
  create(storeId: string): Promise<void>
  /** For one computer; `needsApproval`: an Admin has to let it in. Throws ProblemError. */
  pairingCode(storeId: string, options?: { readonly needsApproval: boolean }): Promise<string>
  /** Throws ProblemError. */
  approve(storeId: string, pcName: string): Promise<void>
  revoke(storeId: string, pcName: string): Promise<void>
  restore(storeId: string, pcName: string): Promise<void>
  move(storeId: string, pcName: string, toStoreId: string): Promise<void>
  newIdentity(storeId: string, pcName: string, bootId: string): Promise<void>
  /** The printers that a computer reported last, by their ids. Throws ProblemError. */
  printersOf(storeId: string, pcName: string): Promise<string[]>
  /** Gives a computer the role None (0) or Client (2). Throws ProblemError. */
  setRole(storeId: string, pcName: string, role: 0 | 2): Promise<void>
  /** Makes a computer the PrinterComputer with the pharmacy's test printer; it listens at the printer's port, or another one. Throws ProblemError. */
  assignPrinter(
    storeId: string,
    pcName: string,
    printer: DemoFile['testPrinters'][number] & { readonly listenPort?: number },
  ): Promise<void>
}

const LONGEST_PAGE = 200
const noInput = { params: null, query: null, body: null }
/** The token is in the head fields. */
const SIGNED_IN = { token: null }
const NO_HEADERS = { baseUrl: '', timeoutMs: 10_000, headers: () => Promise.resolve({}) }

/** The part of a demo that people there use. */
export interface PeopledPlatform extends Pick<DemoFile, 'gatewayUrl'> {
  readonly users: readonly Pick<DemoFile['users'][number], 'email' | 'password' | 'role'>[]
  readonly pharmacies: readonly { readonly storeId: string }[]
}

/** Signs in through the gateway. Throws ProblemError. */
export async function openPanel(demo: PeopledPlatform, role: StaffRole): Promise<Panel> {
  const session = await openSession(demo, role)
  const headers = async () => ({ authorization: `Bearer ${await session.renewed()}` })
  const store = createApiClient({ ...NO_HEADERS, baseUrl: `${demo.gatewayUrl}/Store`, headers })
  const pharmacy = (storeId: string) =>
    store.call(storeApi.getCustomerByStoreId, { ...noInput, params: { storeId } }, SIGNED_IN)
  const computer = async (storeId: string, pcName: string) => {
    const { id, printingVersion, computers } = await pharmacy(storeId)
    const found = computers.find((candidate) => candidate.pcName === pcName)
    if (found === undefined) throw new Error(`${storeId} has no ${pcName}`)
    return { customerId: String(id), computerId: found.id, version: printingVersion }
  }
  const parts = { store, pharmacy, computer }
  return {
    get token() {
      return session.token
    },
    pharmacy,
    presence: async () =>
      presenceOf(await Promise.all(demo.pharmacies.map(({ storeId }) => pharmacy(storeId)))),
    listed: async () => {
      const { items } = await store.call(storeApi.listCustomers, { ...noInput, query: {} }, SIGNED_IN)
      return items.map((item) => `${item.storeId} ${item.connectedCount} of ${item.computerCount}`)
    },
    counted: async () => {
      const sum = { connected: 0, computers: 0 }
      for (let page = 1, total = 1; (page - 1) * LONGEST_PAGE < total; page += 1) {
        const query = { page: String(page), pageSize: String(LONGEST_PAGE) }
        const list = await store.call(storeApi.listCustomers, { ...noInput, query }, SIGNED_IN)
        for (const item of list.items) sum.connected += item.connectedCount
        for (const item of list.items) sum.computers += item.computerCount
        total = list.total
      }
      return sum
    },
    create: async (storeId) => {
      const body = { storeId, name: `Pharmacy ${storeId}`, email: 'new@example.org', phone: null }
      await store.call(storeApi.createCustomer, { ...noInput, body }, SIGNED_IN)
    },
    ...accessOf(parts),
    ...printingOf(parts),
  }
}

/** Well below the 10 minutes that a token is good for; the tests of a file take longer on a busy machine. */
const RENEWED_AFTER_MS = 300_000

async function openSession(demo: PeopledPlatform, role: StaffRole) {
  const signedIn = async () => (await signIn(demo, credentialsOf(demo, role))).tokens.accessToken
  let token = await signedIn()
  let sinceMs = performance.now()
  return {
    get token() {
      return token
    },
    /** The old one, while nobody can be asked for another. */
    async renewed(): Promise<string> {
      if (performance.now() - sinceMs < RENEWED_AFTER_MS) return token
      token = await signedIn().catch(() => token)
      sinceMs = performance.now()
      return token
    },
  }
}

interface PanelParts {
  readonly store: ApiClient
  readonly pharmacy: Panel['pharmacy']
  readonly computer: (
    storeId: string,
    pcName: string,
  ) => Promise<{ readonly customerId: string; readonly computerId: number; readonly version: number }>
}

function presenceOf(pharmacies: readonly PharmacyDetail[]): Presence {
  const computers = pharmacies.flatMap((pharmacy) => pharmacy.computers)
  return Object.fromEntries(
    computers.map(({ pcName, isOnline, offlineReason }) => [
      pcName,
      isOnline ? 'online' : (offlineReason ?? '?'),
    ]),
  )
}

/** Who may connect. */
function accessOf({
  store,
  pharmacy,
  computer,
}: PanelParts): Pick<Panel, 'pairingCode' | 'approve' | 'revoke' | 'restore' | 'move' | 'newIdentity'> {
  const call = async (storeId: string, pcName: string) => {
    const { customerId, computerId } = await computer(storeId, pcName)
    return { ...noInput, params: { customerId, computerId: String(computerId) } }
  }
  return {
    pairingCode: async (storeId, body = { needsApproval: false }) => {
      const params = { customerId: String((await pharmacy(storeId)).id) }
      return (await store.call(storeApi.makePairingCode, { ...noInput, params, body }, SIGNED_IN)).code
    },
    approve: async (storeId, pcName) => {
      await store.call(storeApi.approveComputer, await call(storeId, pcName), SIGNED_IN)
    },
    revoke: async (storeId, pcName) => {
      await store.call(storeApi.revokeComputer, await call(storeId, pcName), SIGNED_IN)
    },
    restore: async (storeId, pcName) => {
      await store.call(storeApi.restoreComputer, await call(storeId, pcName), SIGNED_IN)
    },
    move: async (storeId, pcName, toStoreId) => {
      const body = { customerId: (await pharmacy(toStoreId)).id }
      await store.call(storeApi.moveComputer, { ...(await call(storeId, pcName)), body }, SIGNED_IN)
    },
    newIdentity: async (storeId, pcName, bootId) => {
      await store.call(
        storeApi.newIdentity,
        { ...(await call(storeId, pcName)), body: { bootId } },
        SIGNED_IN,
      )
    },
  }
}

/** Who prints where. */
function printingOf({
  store,
  computer,
}: PanelParts): Pick<Panel, 'printersOf' | 'setRole' | 'assignPrinter'> {
  return {
    printersOf: async (storeId, pcName) => {
      const { customerId, computerId } = await computer(storeId, pcName)
      const call = { ...noInput, params: { customerId, computerId: String(computerId) } }
      const { printers } = await store.call(storeApi.lastPrinters, call, SIGNED_IN)
      return (printers ?? []).map(({ id }) => id)
    },
    setRole: async (storeId, pcName, role) => {
      const { customerId, computerId, version } = await computer(storeId, pcName)
      const params = { customerId, computerId: String(computerId) }
      await store.call(storeApi.setRole, { params, query: null, body: { role } }, { ...SIGNED_IN, version })
    },
    assignPrinter: async (storeId, pcName, { rawHost, tcpPort, listenPort = tcpPort }) => {
      const { customerId, computerId, version } = await computer(storeId, pcName)
      const body = { computerId, printerName: `tcp:${rawHost}:${tcpPort}`, tcpPort: listenPort }
      const call = { params: { customerId }, query: null, body }
      await store.call(storeApi.savePrinterConfig, call, { ...SIGNED_IN, version })
    },
  }
}

type PharmacyDetail = ReturnType<typeof storeApi.getCustomer.reply.schema.parse>

export function credentialsOf(
  demo: Pick<PeopledPlatform, 'users'>,
  role: StaffRole,
): { email: string; password: string } {
  const user = demo.users.find((candidate) => candidate.role === role)
  if (user === undefined) throw new Error(`the demo has no ${role}`)
  return { email: user.email, password: user.password }
}

/** Throws ProblemError. */
export async function signIn(
  demo: Pick<PeopledPlatform, 'gatewayUrl'>,
  body: { readonly email: string; readonly password: string },
) {
  const identity = createApiClient({ ...NO_HEADERS, baseUrl: `${demo.gatewayUrl}/Identity` })
  const reply = await identity.call(identityApi.signIn, { ...noInput, body }, { token: null })
  if ('pending' in reply) throw new Error('the sign-in waits for a code')
  return reply
}

/** A request through the gateway that is to be refused; throws when the answer is no problem in the documented form. */
export async function refused(
  demo: DemoFile,
  path: string,
  request: { readonly token?: string; readonly body?: unknown } = {},
): Promise<RefusedReply> {
  const { token, body } = request
  const reply = await fetch(demo.gatewayUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (reply.headers.get('content-type')?.startsWith('application/problem+json') !== true)
    throw new Error(`${path} answered ${reply.status} ${text.slice(0, 300)}`)
  return {
    status: reply.status,
    problem: Problem.parse(JSON.parse(text)),
    retryAfter: reply.headers.get('retry-after'),
  }
}

/** A browser on the portal; signed in when a role is given. */
export async function browserOf(demo: DemoFile, role: StaffRole | null): Promise<TestBrowser> {
  const browser = new TestBrowser(demo.portalUrl)
  if (role === null) return browser
  const { status, text } = await browser.signIn(credentialsOf(demo, role))
  if (status !== 303) throw new Error(`sign-in answered ${status}: ${textOf(text)}`)
  return browser
}

/** What a page says: its text without tags. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style)[^]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

/** Below the gateway's 100 requests in 10 s for one address, in ms. */
const POLL_MS = 400

/** Polls until it holds; an API that refuses meanwhile counts as "not yet". Answers the seconds it took. */
export async function secondsUntil(
  what: string,
  holds: () => Promise<boolean>,
  limitMs = 180_000,
): Promise<number> {
  const startedAt = performance.now()
  let last = 'does not hold'
  const quietly = (): Promise<boolean> =>
    holds().catch((error: unknown) => {
      last = String(error)
      return false
    })
  while (!(await quietly())) {
    if (performance.now() - startedAt > limitMs) throw new Error(`${what}: ${last}, for ${limitMs} ms`)
    await delay(POLL_MS)
  }
  return (performance.now() - startedAt) / 1_000
}
