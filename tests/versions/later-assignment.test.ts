// An assignment with fields that only a later version knows: through the real hub of today onto the disk of a real agent.
import { createServer } from 'node:http'
import path from 'node:path'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { CarriedAssignment, ConfigProgress } from '@pharmacy-relay/shared/printer-assignment.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { laterAssignment } from '../../agent/core/assignment/test-assignment.ts'
import { openMigratedFile } from '../../agent/core/database/migrated-file.ts'
import { MIGRATIONS } from '../../agent/core/database/migrations.ts'
import { startAgent } from '../../agent/test/in-process-agent.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { createRigHub } from '../kit/hub.ts'
import { deviceKeyOf } from '../kit/programs.ts'

const client = { deviceKey: 'c1'.repeat(32), certificateFingerprints: [], later: 'of a client' }
const [FIRST, SECOND, LOST] = [2, 3, 4].map((version) =>
  laterAssignment({ version, clients: [client], later: { a: [version] } }),
) as [CarriedAssignment, CarriedAssignment, CarriedAssignment]

/** A hub whose registry gives every computer the first of them, and keeps what it hears. */
async function startHub() {
  const server = createServer()
  const progress: ConfigProgress[] = []
  let sessionId = ''
  const hub = createRigHub(server, {
    open: async (request) => {
      sessionId = request.sessionId
      const { pharmacyId: customerId, computerName } = request.registration
      const computer = { customerId, computerId: 1, deviceKey: deviceKeyOf(computerName), connSeq: 1 }
      return { kind: 'open', sessionId, ...computer, assignment: FIRST }
    },
    report: async ({ config }) => void (config === null || progress.push(config)),
  })
  hub.start()
  const port = await listening(server)
  onTestFinished(async () => {
    await hub.stop()
    server.closeAllConnections()
    server.close()
  })
  const push = (assignment: CarriedAssignment): void => hub.pushAssignments([{ sessionId, assignment }])
  const reached = async ({ hash }: CarriedAssignment, state: string): Promise<void> =>
    until(state, () => progress.some((one) => one.hash === hash && one.state === state))
  return { url: `http://127.0.0.1:${port}`, push, reached }
}

const Rows = z.array(z.object({ kind: z.string(), document: z.string() }))

function documentsIn(dataFolder: string): ReadonlyMap<string, unknown> {
  const database = openMigratedFile({
    file: path.join(dataFolder, 'agent.db'),
    migrations: MIGRATIONS,
    logger: silentLogger,
    prepare: () => undefined,
    adviceWhenDamaged: '',
    adviceWhenOlder: '',
  })
  try {
    const rows = Rows.parse(database.prepare('SELECT kind, document FROM assignment').all())
    return new Map(rows.map(({ kind, document }) => [kind, JSON.parse(document) as unknown]))
  } finally {
    database.close()
  }
}

/** The newest, and the one at work. */
function bothOf(document: CarriedAssignment): ReadonlyMap<string, unknown> {
  return new Map(['applied', 'newest'].map((kind) => [kind, document]))
}

test('An assignment with later fields is kept and applied whole, and one that lost a field is not taken', async () => {
  const dataFolder = temporaryFolder()
  const hub = await startHub()
  await startAgent({ address: '127.0.1.77', dataFolder, hubUrl: hub.url })
  await hub.reached(FIRST, 'applied')
  expect(documentsIn(dataFolder)).toEqual(bothOf(FIRST))
  const { later: _, ...lacking } = LOST
  hub.push(lacking as CarriedAssignment)
  await hub.reached(LOST, 'sent')
  const last = { ...SECOND, version: 5 }
  hub.push(last)
  await hub.reached(SECOND, 'applied')
  expect(documentsIn(dataFolder)).toEqual(bothOf(last))
})
