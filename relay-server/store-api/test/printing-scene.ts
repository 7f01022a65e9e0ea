// A pharmacy with connected computers behind one portal, and what staff do to its printing over HTTP.
import type { OpenedSession } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { storeApi, type Place } from './test-app.ts'
import { connectPortal, keepHubAlive, type TestPortal } from './test-portal.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  pairAll,
  printersOf,
  reportOf,
  type TestDevice,
  type TestHub,
  type TestPharmacy,
} from './test-store.ts'

/** Its portal's socket ends with the app. */
export interface Scene {
  readonly pharmacy: TestPharmacy
  readonly hub: TestHub
  readonly portal: TestPortal
  readonly devices: readonly TestDevice[]
  readonly sessions: readonly OpenedSession[]
  readonly ids: readonly number[]
}

/** A pharmacy whose computers PC-1, PC-2, … are connected through one portal and have reported a printer each. */
export async function newScene({ store, site }: Place, computers = 3): Promise<Scene> {
  const pharmacy = await newPharmacy(store)
  const hub = newHub(store)
  const devices = Array.from({ length: computers }, (_none, index) => newDevice(pharmacy, `PC-${index + 1}`))
  await pairAll(store, devices)
  const opened = await hub.send(...devices.map((device) => openOf(device)))
  const sessions = opened.flatMap((result) => (result.ok && result.data.kind === 'open' ? [result.data] : []))
  await hub.send(
    ...sessions.map(({ sessionId }) => reportOf(sessionId, { printers: printersOf('cups:ZD421') })),
  )
  await keepHubAlive(store, hub.hubId)
  const portal = await connectPortal(site, hub.hubId)
  const ids = sessions.map(({ computerId }) => computerId)
  return { pharmacy, hub, portal, devices, sessions, ids }
}

export type OneComputer = Awaited<ReturnType<typeof connectOne>>

/** A pharmacy whose one computer PC-1 is connected through one portal and has reported nothing. */
export async function connectOne({ store, site }: Place) {
  const pharmacy = await newPharmacy(store)
  const hub = newHub(store)
  const session = await hub.open(newDevice(pharmacy, 'PC-1'))
  await keepHubAlive(store, hub.hubId)
  const portal = await connectPortal(site, hub.hubId)
  const params = { customerId: String(pharmacy.id), computerId: String(session.computerId) }
  return { pharmacy, hub, session, portal, params }
}

export const at = (list: readonly number[], index: number): number => list[index] ?? 0

export async function detailOf({ site }: Place, { id }: TestPharmacy) {
  return site.call(storeApi.getCustomer, { params: { customerId: String(id) } })
}

export interface RoleOf {
  readonly pharmacy: Pick<TestPharmacy, 'id'>
  readonly computerId: number
  readonly role: RoleNumber
  readonly version: number
}

export async function setRole({ site }: Place, change: RoleOf) {
  const { pharmacy, computerId, role, version } = change
  const params = { customerId: String(pharmacy.id), computerId: String(computerId) }
  return site.call(storeApi.setRole, { params, body: { role } }, { version })
}

export interface PrinterOf {
  readonly pharmacy: Pick<TestPharmacy, 'id'>
  readonly computerId: number
  readonly version: number
  readonly printerName?: string
  readonly tcpPort?: number
}

/** Printer ZD421 on port 9100, unless told otherwise. */
export async function savePrinter({ site }: Place, change: PrinterOf) {
  const { pharmacy, computerId, version, printerName = 'cups:ZD421', tcpPort = 9100 } = change
  const params = { customerId: String(pharmacy.id) }
  const body = { computerId, printerName, tcpPort }
  return site.call(storeApi.savePrinterConfig, { params, body }, { version })
}

export const pushesOf = ({ messages }: TestPortal) => messages.flat()

/** PC-1 is the PrinterComputer, PC-2 its Client, PC-3 has no role; version 3, and the portal has heard it. */
export async function newRunningScene(place: Place, computers = 3): Promise<Scene> {
  const scene = await newScene(place, computers)
  const { pharmacy, ids } = scene
  await savePrinter(place, { pharmacy, computerId: at(ids, 0), version: 1 })
  await setRole(place, { pharmacy, computerId: at(ids, 1), role: 2, version: 2 })
  await until('the portal heard of both', () => pushesOf(scene.portal).length === 3)
  scene.portal.messages.length = 0
  return scene
}
