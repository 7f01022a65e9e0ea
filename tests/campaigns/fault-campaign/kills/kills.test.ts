// The short form of `npm run fault-campaign`: nothing is lost or doubled, and what would lose or double is found. 34 kills are two at
// each point; 17 are over so soon that at times no label went over the LAN.
import { describe, test } from 'vitest'
import { runCampaign, type CampaignOptions } from './kills.ts'
import { totalsOf } from '../../../kit/report.ts'
import { POINTS } from './plan.ts'
import { campaignTable, isBad, type CampaignResult } from './report.ts'

/** Labels alone have 300 s to come to rest. */
const LIMIT_MS = 1_200_000

async function campaign(over: Partial<CampaignOptions>): Promise<CampaignResult> {
  const options: CampaignOptions = {
    kills: 34,
    seed: 5,
    pharmacies: 5,
    point: null,
    without: null,
    keepFolders: false,
    connection: 'tcp',
  }
  return await runCampaign({ ...options, ...over }, () => undefined)
}

// Beside each other: they wait most of their time.
describe.concurrent('a fault campaign', { timeout: LIMIT_MS }, () => {
  test('of 34 kills loses no label, doubles none, and no state contradicts the paper', async ({ expect }) => {
    const result = await campaign({})
    const { deaths, isSettled, verdicts } = result
    expect(deaths, campaignTable(result)).toHaveLength(34)
    const points = new Set(deaths.filter(({ isLate }) => !isLate).map(({ how }) => how))
    expect([...points].toSorted(), campaignTable(result)).toEqual(['kill', ...POINTS].toSorted())
    expect(isSettled, campaignTable(result)).toBe(true)
    // Each way has carried some, and each process has died.
    const { overLan, overHub } = totalsOf(verdicts)
    expect([overLan > 0, overHub > 0], campaignTable(result)).toEqual([true, true])
    expect(new Set(deaths.map(({ process: name }) => name)).size).toBe(3)
    for (const { accepted, lost, doubled, contradictions } of verdicts) {
      expect(accepted).toBeGreaterThan(20)
      expect({ lost, doubled, contradictions }, campaignTable(result)).toEqual({
        lost: [],
        doubled: [],
        contradictions: [],
      })
    }
  })

  test('finds the labels that are lost when the yes comes before the commit', async ({ expect }) => {
    const result = await campaign({ kills: 3, pharmacies: 1, point: 'FP1', without: 'accepted-commit' })
    expect(isBad(result), campaignTable(result)).toBe(true)
    expect(result.verdicts.flatMap(({ lost }) => lost).length).toBeGreaterThan(0)
  })

  test('finds the labels that come out twice when the PrinterComputer does not know an id again', async ({
    expect,
  }) => {
    const result = await campaign({ kills: 3, pharmacies: 1, point: 'FP7', without: 'dedupe' })
    expect(isBad(result), campaignTable(result)).toBe(true)
    expect(result.verdicts.flatMap(({ doubled }) => doubled).length).toBeGreaterThan(0)
  })

  test('finds the labels that come out twice when the disk does not know that they left', async ({
    expect,
  }) => {
    const result = await campaign({ kills: 3, pharmacies: 1, point: 'FP11', without: 'sending-commit' })
    expect(isBad(result), campaignTable(result)).toBe(true)
    expect(result.verdicts.flatMap(({ doubled }) => doubled).length).toBeGreaterThan(0)
  })
})
