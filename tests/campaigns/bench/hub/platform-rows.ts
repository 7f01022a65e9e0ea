// The rows that need the whole platform, on one that begins empty: an office, agents whose hub is killed, and clicks.
import { collectOwnGarbage } from '../own-garbage.ts'
import type { BenchReportRow } from '../report.ts'
import { clickFigures, type ClickCounts } from './clicks.ts'
import { connectInSteps, type Say } from './crowd.ts'
import { officeFigures, type OfficeCounts } from './office.ts'
import { startHubPlatform, type HubPlatform, type PairedFleet } from './platform-crowd.ts'
import { bigCrowd, killedFigures, type KillCounts } from './platform-figures.ts'
import { backRows, failureText, rowsOrWhy, timeRow, type Aim } from './rows.ts'

export interface PlatformCounts {
  readonly office: OfficeCounts
  readonly kill: KillCounts
  readonly clicks: ClickCounts
  readonly random: () => number
}

export interface PlatformAims {
  readonly back: Aim
  /** Of the p99, in ms, from the click to the device. */
  readonly clickMs: number
}

/** Stops what it started. */
export async function platformRows(
  counts: PlatformCounts,
  aims: PlatformAims,
  say: Say,
): Promise<BenchReportRow[]> {
  say('bench hub: starting the platform')
  try {
    const platform = await startHubPlatform(say)
    try {
      return await measuredRows(platform, counts, aims)
    } finally {
      await platform.stop()
    }
  } catch (error) {
    return [{ name: 'platform', absent: failureText(error) }]
  }
}

async function measuredRows(
  platform: HubPlatform,
  counts: PlatformCounts,
  aims: PlatformAims,
): Promise<BenchReportRow[]> {
  const office = await officeRows(platform, counts.office, aims.back)
  const rest = await rowsOrWhy('crowd at the platform', async () => crowdRows(platform, counts, aims))
  return [...office, ...rest]
}

async function crowdRows(
  platform: HubPlatform,
  counts: PlatformCounts,
  aims: PlatformAims,
): Promise<BenchReportRow[]> {
  const { random, kill, clicks } = counts
  platform.say('bench hub: pairing the devices')
  const crowd = await bigCrowd(platform, { count: Math.max(kill.agents, clicks.devices), random })
  try {
    const killed = await killRows(platform, crowd, { ...kill, aim: aims.back })
    return [...killed, ...(await clickRows(platform, crowd, { ...counts, aims }))]
  } finally {
    await crowd.fleet.stop()
  }
}

async function officeRows(platform: HubPlatform, office: OfficeCounts, aim: Aim): Promise<BenchReportRow[]> {
  const { agents, panels } = office
  const end = 'portal restarted'
  const name = `${agents} behind one address, ${end}`
  platform.say(`bench hub: ${agents} agents and ${panels} panels behind one address, portal restarted`)
  return rowsOrWhy(name, async () => {
    const figures = await officeFigures(platform, office)
    const { tooMany: count, asked } = figures
    const answers = { name: `429 to their ${panels} panels: ${end}`, count, of: asked, targetCount: 0 }
    return [...backRows({ name, end }, figures, aim), answers]
  })
}

async function killRows(
  platform: HubPlatform,
  crowd: PairedFleet,
  { aim, ...kill }: KillCounts & { readonly aim: Aim },
): Promise<BenchReportRow[]> {
  const { agents } = kill
  const end = 'portal killed'
  const name = `${agents} back, ${end}`
  platform.say(`bench hub: ${agents} agents at the platform, portal killed`)
  return rowsOrWhy(name, async () => {
    const figures = await killedFigures(platform, crowd, kill)
    const { offline, reconnecting, online } = figures
    return [
      ...backRows({ name, end }, figures, aim),
      { name: `shown offline: ${end}`, count: offline, of: agents, targetCount: 0 },
      { name: `shown reconnecting: ${end}`, count: reconnecting, of: agents, targetCount: null },
      { name: `not shown online at the end: ${end}`, count: agents - online, of: agents, targetCount: 0 },
    ]
  })
}

async function clickRows(
  platform: HubPlatform,
  crowd: PairedFleet,
  { clicks, kill, aims }: PlatformCounts & { readonly aims: PlatformAims },
): Promise<BenchReportRow[]> {
  const { devices } = clicks
  platform.say(`bench hub: clicks of an admin, among ${devices} devices`)
  return rowsOrWhy(`push: click, among ${devices}`, async () => {
    await connectInSteps(crowd.fleet, { from: kill.agents, to: devices }, platform.say)
    collectOwnGarbage()
    const figures = await clickFigures(platform, crowd, clicks)
    return figures.flatMap(({ name, applied, shown, failed }) => [
      timeRow(`push: ${name}, to applied`, applied, { targetP99Ms: aims.clickMs }),
      timeRow(`push: ${name}, to shown`, shown, { targetP99Ms: null }),
      { name: `failed: ${name}`, count: failed, of: clicks.runs, targetCount: 0 },
    ])
  })
}
