// Updates: two computers under real launchers take one update after the other while labels flow and things are killed.
import { flag, jsonOption, seedOption, whole } from '../../../kit/options.ts'
import { scenario } from '../../../kit/program.ts'
import { campaignJson, campaignTable, isBad } from './report.ts'
import { runUpdateCampaign } from './updates.ts'

export const updates = scenario({
  about: `Two computers under real launchers take one update after the other while labels flow and agents and launchers are killed;
code 1 when a label was lost or doubled.`,
  options: {
    updates: whole('updates in a row', { low: 1, high: 10_000, fallback: 100 }),
    seed: seedOption,
    'bad-every': whole(
      'one in N is preceded by a version that crashes, hangs or never gets online; 0: none',
      {
        low: 0,
        high: 10_000,
        fallback: 10,
      },
    ),
    'kill-every': whole('seconds between two kills of one computer, on average; 0: none', {
      low: 0,
      high: 3_600,
      fallback: 5,
    }),
    keep: flag('leaves logs, spools and versions in the temporary folder'),
    json: jsonOption,
  },
  run: async ({ updates: count, seed, 'bad-every': badEvery, 'kill-every': killEvery, keep, json }, say) => {
    const trouble = { badEvery, killEvery, mostKills: Infinity }
    const options = { updates: count, seed, ...trouble, keepFolders: keep, index: 0 }
    const result = await runUpdateCampaign(options, say)
    return { text: json ? campaignJson(result) : campaignTable(result), isGood: !isBad(result) }
  },
})
