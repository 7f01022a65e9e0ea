// Kills: everything in a pharmacy is killed while labels flow; leaving a commit out must make it fail.
import { choice, flag, jsonOption, seedOption, whole } from '../../../kit/options.ts'
import { CONNECTIONS } from '../../../kit/printer-place.ts'
import { scenario } from '../../../kit/program.ts'
import { runCampaign } from './kills.ts'
import { POINTS } from './plan.ts'
import { campaignJson, campaignTable, isBad } from './report.ts'

/** Commits that can be left out, to see that the campaign finds it: Agent__WithoutCommit. */
const COMMITS = ['accepted-commit', 'sending-commit', 'dedupe'] as const

export const kills = scenario({
  about: `Kills agents and hubs while labels flow and accounts for every label; code 1 when one was lost, doubled or out of order.
  --scenario NAME   something else happens than kills: order, paper, roaming, updates; each has options of its own (--scenario NAME --help)`,
  options: {
    kills: whole('kills', { low: 1, high: 100_000, fallback: 200 }),
    seed: seedOption,
    pharmacies: whole('beside each other', { low: 1, high: 16, fallback: 4 }),
    printer: choice('what the printers hang on, TCP where it is left out', CONNECTIONS),
    'slow-disk': flag('each flush of a spool takes 8 ms longer, so that labels share flushes'),
    doubts: flag('printers on TCP break labels off all the time, so that people have much to answer'),
    point: choice('every kill is at this point', POINTS),
    without: choice('leaves one commit out: the campaign must fail then', COMMITS),
    keep: flag(
      'leaves logs and spools in the temporary folder, as without it only those of a pharmacy with a finding',
    ),
    json: jsonOption,
  },
  run: async ({ keep, json, printer, doubts, 'slow-disk': isDiskSlow, ...options }, say) => {
    const how = { connection: printer ?? 'tcp', isDoubtful: doubts, isDiskSlow, keepFolders: keep } as const
    const result = await runCampaign({ ...options, ...how }, say)
    return { text: json ? campaignJson(result) : campaignTable(result), isGood: !isBad(result) }
  },
})
