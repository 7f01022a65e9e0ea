// The short form of `npm run fault-campaign`: nothing is lost or doubled, and what would lose or double is found. 34 kills are two at
// each point.
import { describe, test } from 'vitest'
import { runCampaign, type CampaignOptions } from './kills.ts'
import { totalsOf } from '../../../kit/report.ts'
import { POINTS } from './plan.ts'
import { campaignTable, isBad, wrongAnswers, type CampaignResult } from './report.ts'

/** Labels alone have 300 s to come to rest. */
const LIMIT_MS = 1_200_000

async function campaign(over: Partial<CampaignOptions>): Promise<CampaignResult> {
  const options: CampaignOptions = {
    kills: 34,
    seed: 5,
    pharmacies: 3,
    point: null,
    without: null,
    isDoubtful: false,
    isDiskSlow: false,
    keepFolders: false,
    connection: 'tcp',
  }
  return await runCampaign({ ...options, ...over }, () => undefined)
}

/** What a campaign of 34 kills did not keep to, in words. */
function unkept(result: CampaignResult): string[] {
  const { deaths, isSettled, verdicts } = result
  const wrong = wrongAnswers(result)
  const points = new Set(deaths.filter(({ isLate }) => !isLate).map(({ how }) => how))
  const missing = ['kill' as const, ...POINTS].filter((how) => !points.has(how))
  const { lost, doubled, overtaking, overLan, overHub } = totalsOf(verdicts)
  const clauses: [isKept: boolean, text: string][] = [
    [deaths.length === 34, `${deaths.length} of 34 kills`],
    [new Set(deaths.map(({ process: name }) => name)).size === 3, 'a process has never died'],
    [missing.length === 0, `nothing died in time at ${missing.join(', ')}`],
    [isSettled, 'it did not come to rest in time'],
    [overLan > 0, 'no label went over the LAN'],
    [overHub > 0, 'no label went through the hub'],
    [verdicts.every(({ accepted }) => accepted > 20), 'a pharmacy has accepted 20 labels or fewer'],
    [lost === 0, `${lost} labels lost`],
    [doubled === 0, `${doubled} labels doubled`],
    [overtaking === 0, `${overtaking} labels out of order`],
    [verdicts.every(({ contradictions }) => contradictions.length === 0), 'a state contradicts the paper'],
    [wrong === 0, `${wrong} answers of people counted wrongly`],
  ]
  return clauses.flatMap(([isKept, text]) => (isKept ? [] : [text]))
}

// Beside each other: they wait most of their time.
describe.concurrent('a fault campaign', { timeout: LIMIT_MS }, () => {
  test('of 34 kills loses no label, doubles none, and no state contradicts the paper', async ({ expect }) => {
    const result = await campaign({})
    const wrong = unkept(result)
    // The clause comes before the long table: a summary of failures shows its beginning.
    expect(wrong, [...wrong, campaignTable(result)].join('\n')).toEqual([])
  })

  test('finds the labels that are lost when the yes comes before the commit', async ({ expect }) => {
    const result = await campaign({ kills: 3, pharmacies: 1, point: 'FP1', without: 'accepted-commit' })
    expect(isBad(result), campaignTable(result)).toBe(true)
    expect(result.verdicts.flatMap(({ lost }) => lost).length, campaignTable(result)).toBeGreaterThan(0)
  })

  test('finds the labels that come out twice when the PrinterComputer does not know an id again', async ({
    expect,
  }) => {
    const result = await campaign({ kills: 3, pharmacies: 1, point: 'FP7', without: 'dedupe' })
    expect(isBad(result), campaignTable(result)).toBe(true)
    expect(result.verdicts.flatMap(({ doubled }) => doubled).length, campaignTable(result)).toBeGreaterThan(0)
  })

  test('finds the labels that come out twice when the disk does not know that they left', async ({
    expect,
  }) => {
    const result = await campaign({ kills: 6, pharmacies: 1, point: 'FP11', without: 'sending-commit' })
    expect(isBad(result), campaignTable(result)).toBe(true)
    expect(result.verdicts.flatMap(({ doubled }) => doubled).length, campaignTable(result)).toBeGreaterThan(0)
  })
})
