// For tests of asking for help: a real connection to a hub of the test, a real file, time that is stepped.
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PresenceKind } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { onTestFinished } from 'vitest'
import { MemorySupport } from '../../../test/memory-support.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { startTestHub } from '../../../test/test-hub.ts'
import { openMigratedFile } from '../../database/migrated-file.ts'
import { MIGRATIONS } from '../../database/migrations.ts'
import { createSealer } from '../../keys/sealer.ts'
import { newRelay, setupFor } from '../../relay/test-relay.ts'
import { HelpDesk } from '../help-desk.ts'
import { KeptHelp } from '../kept-help.ts'

export const FOUND: Diagnosis = {
  computerName: 'COUNTER-1',
  at: '2026-11-20T09:00:00.000Z',
  role: 'Server',
  path: null,
  hops: [{ hop: 'printer', verdict: 'failed', code: 'printer_stopped', facts: {}, tookMs: 12 }],
  blocking: 'printer',
  tookMs: 12,
}

export async function helpScene() {
  const hub = await startTestHub()
  const support = new MemorySupport()
  hub.support = support.handlers
  const file = path.join(temporaryFolder(), 'agent.db')
  const database = opened(file)
  const sealer = createSealer(randomBytes(32))
  const at = { pharmacyId: 7 as number | null, diagnose: async (): Promise<Diagnosis> => FOUND }
  const clock = new SteppedClock()
  const {
    relay,
    clock: relayClock,
    reach,
  } = newRelay({
    onHelp: () => desk.look(),
    onPresence: (presence) => desk.writing.heard(presence),
  })
  let desk = start()
  onTestFinished(async () => desk.stop())

  function start(): HelpDesk {
    const pharmacyId = (): number | null => at.pharmacyId
    const kept = new KeptHelp({ database, sealer, pharmacyId, clock, logger: silentLogger })
    const given = { kept, pharmacyId, clock, random: () => 0.5, logger: silentLogger }
    return new HelpDesk({ ...given, line: relay.helpLine, diagnose: async () => at.diagnose() })
  }

  return {
    hub,
    support,
    clock,
    at,
    desk: () => desk,
    /** The agent ends and starts again, on the same file. */
    restart: async () => {
      await desk.stop()
      desk = start()
      desk.look()
    },
    connect: async () => {
      await relay.apply(setupFor(hub.url))
      await reach('online')
    },
    /** The connection breaks off; nobody says goodbye. */
    cut: () => {
      for (const socket of hub.sockets()) socket.disconnect()
    },
    /** The next try, which a cut connection waits for. */
    comeBack: async () => {
      await reach('waiting')
      relayClock.stepMs(10_000)
      await reach('online')
    },
    tell: async (taskId: number) => hub.say('HelpChangedAsync', { taskId }),
    tellPresence: async (taskId: number, kind: PresenceKind) =>
      hub.say('SupportPresenceAsync', { taskId, kind }),
    texts: (key: string): string[] => desk.one(key).lines.map(({ text }) => text),
    /** Everything that SQLite keeps, its journal too. */
    onDisk: () =>
      ['', '-wal'].map((end) => (existsSync(file + end) ? readFileSync(file + end, 'latin1') : '')).join(''),
  }
}

export type HelpScene = Awaited<ReturnType<typeof helpScene>>

/** Asks, and waits until support has it: the task's number as the key. */
export async function askedAndSent(scene: HelpScene, text: string | null = 'No label'): Promise<string> {
  const request = requestOf(text)
  scene.desk().ask(request)
  await until('support has it', () => scene.desk().one(request.clientId).conversation.task !== null)
  return scene.desk().one(request.clientId).conversation.key
}

export function requestOf(text: string | null) {
  return { clientId: randomUUID(), text, language: 'de', contactName: null }
}

function opened(file: string) {
  const connection = openMigratedFile({
    file,
    migrations: MIGRATIONS,
    logger: silentLogger,
    prepare: () => undefined,
    adviceWhenDamaged: '',
    adviceWhenOlder: '',
  })
  onTestFinished(() => void connection.close())
  return connection
}
