// A short fuzz of the agent by its hub with a fixed seed, and that what it may not change is noticed.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openMigratedFile } from '../../../../agent/core/database/migrated-file.ts'
import { MIGRATIONS } from '../../../../agent/core/database/migrations.ts'
import { storePharmacy } from '../../../../agent/core/pairing/pairing.queries.ts'
import { installIdOr } from '../../../../agent/core/settings/settings.queries.ts'
import { temporaryFolder } from '../../../../agent/test/temporary-folder.ts'
import { agentInput } from './agent-inputs.ts'
import { watchAgentKeeps } from './agent-keeps.ts'
import { eventText } from './client-inputs.ts'
import { fuzzAgent } from './fuzz-agent.ts'

test('300 hostile inputs of its hub do not crash or change the agent, and it prints', async () => {
  const result = await fuzzAgent({ inputs: 300, seed: 20_261_122, say: () => undefined })
  expect(result.faults).toEqual([])
  expect(Object.keys(result.byKind)).toHaveLength(12)
  expect([result.count, result.real > 100]).toEqual([3, true])
})

test('the same seed and number give the same input', () => {
  expect(agentInput(7, 99)).toEqual(agentInput(7, 99))
  expect(agentInput(8, 99)).not.toEqual(agentInput(7, 99))
})

test.each<[string, string[], number]>([
  ['nothing', [], 1],
  ['an invalid change', [eventText('PharmacyChangedAsync', [{ pharmacyId: 0, pharmacyName: 'Other' }])], 1],
  ['another change', [eventText('PharmacyChangedAsync', [{ pharmacyId: 9, pharmacyName: 'Other' }])], 1],
  ['exactly this change', [eventText('PharmacyChangedAsync', [{ pharmacyId: 8, pharmacyName: 'Other' }])], 0],
  [
    'exactly this change as a later hub does',
    [eventText('PharmacyChangedAsync', [{ pharmacyId: 8, pharmacyName: 'Other', city: 'Ulm' }])],
    0,
  ],
])('another pharmacy is noticed when the hub said %s', (_what, texts, expected) => {
  const dataFolder = temporaryFolder()
  const database = openMigratedFile({
    file: path.join(dataFolder, 'agent.db'),
    migrations: MIGRATIONS,
    logger: silentLogger,
    prepare: () => undefined,
    adviceWhenDamaged: '',
    adviceWhenOlder: '',
  })
  const at = '2026-11-22T09:00:00.000Z'
  installIdOr(database, { installId: randomUUID(), createdAt: at })
  const keeps = watchAgentKeeps(dataFolder, () => 'fingerprint')
  onTestFinished(() => {
    keeps.close()
    database.close()
  })
  keeps.said(texts)
  storePharmacy(database, { pharmacyId: 8, pharmacyName: 'Other', hubUrl: null, pairedAt: at })
  expect(keeps.wrongly()).toHaveLength(expected)
})
