// The campaign in its short form, and that its account of times without an agent can tell causes apart.
import { expect, test } from 'vitest'
import { runUpdateCampaign } from './updates.ts'
import { gapsByCause } from './gap-causes.ts'
import { campaignTable, isBad } from './report.ts'

test('Updates under load with kills and a version that does not work: no label lost or doubled', async () => {
  const options = {
    updates: 3,
    seed: 3,
    badEvery: 3,
    killEvery: 5,
    mostKills: 2,
    keepFolders: false,
    index: 44,
  }
  const result = await runUpdateCampaign(options, () => undefined)
  expect(isBad(result), campaignTable(result)).toBe(false)
  expect(result.updated).toHaveLength(6)
  expect(result.bad.flatMap(({ codes }) => codes)).toHaveLength(2)
  expect(result.verdict.accepted).toBeGreaterThan(0)
})

test('A time without an agent is put down to the version that did not work, then to a kill, then to the update', () => {
  const gaps = {
    printer: [
      { fromMs: 1_000, toMs: 1_500 },
      { fromMs: 20_000, toMs: 21_000 },
      { fromMs: 40_000, toMs: 40_700 },
    ],
    client: [],
  }
  const found = gapsByCause(gaps, {
    kills: { printer: [{ victim: 'agent', atMs: 19_000 }], client: [] },
    bad: [{ kind: 'crashes', codes: [], fromMs: 500, toMs: 2_000 }],
  })
  expect(found).toEqual({ update: [700], kill: [1_000], 'bad version': [500] })
})
