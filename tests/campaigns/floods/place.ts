// Where floods are tried: the whole platform with empty databases, two devices that talk, and a person who is signed in.
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { readSeededUsers, type SeededUser } from '../../../scripts/start/demo-users.ts'
import { loopbackUrl } from '../../../scripts/start/ports.ts'
import { openStore } from '../../../scripts/seed/seed-store.ts'
import { TestBrowser } from '../../../portal/test/test-browser.ts'
import type { Say } from '../../kit/program.ts'
import type { HubPlatform } from '../bench/hub/platform-crowd.ts'
import { startBenchPlatform } from '../bench/platform.ts'
import { pairedDevices, type FloodDevice } from './devices.ts'
import { served } from './probe.ts'

export interface FloodPlace {
  readonly platform: HubPlatform
  readonly pair: readonly [FloodDevice, FloodDevice]
  /** Of an admin. */
  readonly browser: TestBrowser
  readonly support: SeededUser
  stop(): Promise<void>
}

const FIRST_STORE = 500_000
const PAIR_NET = 61
const ONLINE_MS = 60_000
const WARM_UP_SECONDS = 5
/** Whom floods do not come from. */
const ADMIN_ADDRESS = '127.62.1.1'

export async function startFloodPlace(say: Say): Promise<FloodPlace> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'relay-floods-'))
  const platform = await startBenchPlatform(dataFolder, say)
  const store = await openStore(dataFolder)
  const stop = async (): Promise<void> => {
    await store.stop()
    await platform.stop()
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  try {
    const hub = { ...platform, db: store.db, say, stop }
    const [one, two] = await pairedDevices(hub, { count: 2, firstStore: FIRST_STORE, net: PAIR_NET })
    const support = readSeededUsers(path.join(dataFolder, 'users.json')).find(({ email }) =>
      email.startsWith('support'),
    )
    if (one === undefined || two === undefined || support === undefined) throw new Error('nobody is there')
    await connectPair([one, two])
    const browser = new TestBrowser(loopbackUrl(platform.ports.Portal__Port), ADMIN_ADDRESS)
    await browser.signIn(platform.admin)
    // What is compiled meanwhile is no part of a quiet figure.
    await served({ pair: [one, two], browser }, WARM_UP_SECONDS)
    return { platform: hub, pair: [one, two], browser, support, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Throws when one of them is not online within a minute. */
export async function connectPair(pair: readonly [FloodDevice, FloodDevice]): Promise<void> {
  for (const device of pair)
    if ((await device.comeOnline(ONLINE_MS)) === null) throw new Error('a device did not come online')
}
