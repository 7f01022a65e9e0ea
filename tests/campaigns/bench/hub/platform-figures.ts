// Rows of the whole platform: an office whose hub restarts, agents whose hub is killed, and clicks among all devices.
import { setTimeout as delay } from 'node:timers/promises'
import {
  shownOnline,
  shownSince,
  storeNow,
} from '@pharmacy-relay/relay-server/store-api/seed/paired-computers.queries.ts'
import { backFigures, type CameBack } from './comeback.ts'
import { connectInSteps } from './crowd.ts'
import { ownAddress } from './fleet.ts'
import { killPortal, pairedFleet, type HubPlatform, type PairedFleet } from './platform-crowd.ts'

export interface KillCounts {
  /** At the portal when it is killed. */
  readonly agents: number
  /** All are online for so long before. */
  readonly quietMs: number
  /** What is shown is watched for so long from the kill on: longer than a lease and a grace. */
  readonly watchMs: number
}

export interface KilledFigures extends CameBack {
  /** Agents that the store showed so at any time after the kill. */
  readonly offline: number
  readonly reconnecting: number
  /** Shown as online at the end. */
  readonly online: number
}

const FIRST_STORE = 200_000

/** Devices with an address each, of which nobody has connected. */
export async function bigCrowd(
  platform: HubPlatform,
  { count, random }: { readonly count: number; readonly random: () => number },
): Promise<PairedFleet> {
  return pairedFleet(platform, { count, addressOf: ownAddress, random, firstStore: FIRST_STORE })
}

/** Connects the first `agents` of the crowd, kills the portal, which is started again, and looks what is shown. */
export async function killedFigures(
  platform: HubPlatform,
  { fleet, members }: PairedFleet,
  { agents, watchMs, quietMs }: KillCounts,
): Promise<KilledFigures> {
  const { db, say } = platform
  await connectInSteps(fleet, { from: 0, to: agents }, say)
  await delay(quietMs)
  const ids = members.slice(0, agents).map(({ computerId }) => computerId)
  const since = await storeNow(db)
  const endedAtMs = performance.now()
  killPortal(platform)
  const back = await backFigures(fleet, { count: agents, endedAtMs })
  await delay(Math.max(0, watchMs - (performance.now() - endedAtMs)))
  return {
    ...back,
    offline: await shownSince(db, ids, { state: 'offline', since }),
    reconnecting: await shownSince(db, ids, { state: 'reconnecting', since }),
    online: await shownOnline(db, ids),
  }
}
