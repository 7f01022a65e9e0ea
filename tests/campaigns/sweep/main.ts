// `npm run sweep`: the printer gets into trouble at every byte of a label; ends with code 1 when a claim disagrees with the roll.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { choice, jsonOption, whole, type Option } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { labelOf, usualLabels, type SweptLabel } from './labels.ts'
import { sweepJson, sweepTable } from './report.ts'
import { runSweep } from './sweep.ts'

/** Of the real timers' sample most runs wait for 90 s. */
const STATIONS = { hastened: 48, real: 96 }

const labelOption: Option<readonly SweptLabel[] | null> = {
  help: 'every byte of this label instead of seven',
  value: 'FILE',
  fallback: null,
  read: (file) => [labelOf(path.basename(file), readFileSync(file))],
}

await runProgram({
  name: 'sweep',
  about: `Every byte of seven labels, the agent's timers divided by 100; code 1 when a claim disagrees with the paper.
Agent__WithoutCommit=bytes-left npm run sweep leaves out a rule of the agent: the sweep must fail then.`,
  options: {
    label: labelOption,
    sample: choice('one run in a hundred, with the timers as they are', ['real']),
    every: whole('every Nth byte, and all around the ends of formats', {
      low: 1,
      high: 100_000,
      fallback: 1,
    }),
    stations: whole('printers beside each other; 0: as many as fit the timers', {
      low: 0,
      high: 128,
      fallback: 0,
    }),
    json: jsonOption,
  },
  run: async ({ label, sample, every, stations, json }, say) => {
    const timers = sample ?? 'hastened'
    const labels = label ?? usualLabels()
    const result = await runSweep({ labels, every, timers, stations: stations || STATIONS[timers] }, say)
    return { text: json ? sweepJson(result) : sweepTable(result), isGood: result.findings.length === 0 }
  },
})
