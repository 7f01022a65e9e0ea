// Updates of a running version, its publisher behind a real web server, and a launcher that only hears what it is asked.
import { readdirSync } from 'node:fs'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { onTestFinished } from 'vitest'
import { publisherKeys } from '../../agent/core/updates/signature.ts'
import { Updates } from '../../agent/core/updates/updates.ts'
import { folderOf, stateFile, versionIn, versionsFolder } from '../../agent/launcher/layout.ts'
import type { LauncherState } from '../../agent/launcher/launcher-state.ts'
import type { AgentNews } from '../../agent/launcher/messages.ts'
import { saveState } from '../../agent/launcher/state-file.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { agentFolder, PLATFORM, startPublisher, type TestPublisher } from './test-publisher.ts'

export interface UpdatesRig {
  readonly publisher: TestPublisher
  readonly updates: Updates
  readonly dataFolder: string
  /** What the launcher was asked for. */
  readonly requests: AgentNews[]
  readonly hub: { isOnline: boolean }
}

interface UpdatesRigOptions {
  /** Instead of the publisher's. */
  readonly key?: string
  readonly state?: LauncherState
  readonly dataFolder?: string
  readonly clock?: Clock
}

/** 1.0.0 runs. */
export async function updatesRig(options: UpdatesRigOptions = {}): Promise<UpdatesRig> {
  const { clock = systemClock, dataFolder = temporaryFolder() } = options
  const publisher = await startPublisher(temporaryFolder())
  onTestFinished(() => publisher.stop())
  if (options.state !== undefined) saveState(stateFile(dataFolder), options.state)
  const requests: AgentNews[] = []
  const hub = { isOnline: true }
  const updates = new Updates({
    version: '1.0.0',
    dataFolder,
    keys: publisherKeys(options.key ?? publisher.publicKey),
    launcher: {
      protocol: 1,
      ownFolder: agentFolder(temporaryFolder(), '1.0.0'),
      ask: (request) => void requests.push(request),
      onRefused: () => undefined,
    },
    address: () => publisher.url,
    localAddress: () => null,
    installId: () => 'one',
    isOnline: () => hub.isOnline,
    platform: PLATFORM,
    node: process.versions.node,
    clock,
    random: () => 0,
    logger: silentLogger,
  })
  onTestFinished(async () => updates.stop())
  return { publisher, updates, dataFolder, requests, hub }
}

export async function offer({ publisher }: Pick<UpdatesRig, 'publisher'>, version: string, change = {}) {
  return publisher.publish(agentFolder(temporaryFolder(), version), change)
}

/** Until nothing is fetched any more. */
export async function settled({ updates }: Pick<UpdatesRig, 'updates'>) {
  await until(
    'the update to settle',
    async () => !['checking', 'fetching'].includes((await updates.status()).step),
  )
  return updates.status()
}

export function isStaged({ dataFolder }: Pick<UpdatesRig, 'dataFolder'>, version: string): boolean {
  return versionIn(folderOf(dataFolder, version)) === version
}

/** What lies where versions do. */
export function kept({ dataFolder }: Pick<UpdatesRig, 'dataFolder'>): string[] {
  return readdirSync(versionsFolder(dataFolder)).toSorted()
}
