// The short form of `npm run update-campaign`.
import { expect, test } from 'vitest'
import { runUpdateCampaign } from './updates.ts'
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
