// `npm run fuzz-hub`, `fuzz-intake`, `fuzz-link`: nothing that another end says may crash, hang or swell ours.
// Argument before the options: which of the three.
import { choice, seedOption, whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { fuzzAgent } from './agent/fuzz-agent.ts'
import { fuzzDevices } from './devices/fuzz-devices.ts'
import { fuzzIntake } from './intake/fuzz-intake.ts'
import { fuzzLink } from './link/fuzz-link.ts'
import type { FuzzResult, FuzzRun } from './fuzz-run.ts'
import { fuzzStore } from './store/fuzz-store.ts'

interface Side {
  readonly run: (run: FuzzRun) => Promise<FuzzResult>
  /** How many took the real way, and what came of the inputs; the numbers of the result follow and precede. */
  readonly realWay: (real: number) => string
  readonly outcome: (count: number) => string
}

interface Target {
  readonly about: string
  readonly sides: Readonly<Record<string, Side>>
}

const TARGETS: Readonly<Record<string, Target>> = {
  hub: {
    about: `What one end of a hub may say to the other, on every side; 100,000 inputs of a side take up to an hour.`,
    sides: {
      devices: {
        run: fuzzDevices,
        realWay: (registered) => `devices at the relay hub, ${registered} registered`,
        outcome: (nudges) => `${nudges} nudges beside them`,
      },
      agent: {
        run: fuzzAgent,
        realWay: (registered) => `a hub to the agent, ${registered} to a registered one`,
        outcome: (labels) => `${labels} labels between them`,
      },
      store: {
        run: fuzzStore,
        realWay: (subscribed) =>
          `services at the store hub and a store hub to the portal, ${subscribed} subscribed`,
        outcome: (rows) => `${rows} rows to a good portal and to this one between them`,
      },
    },
  },
  intake: {
    about:
      'Mutated labels, other protocols, lying lengths and noise to the judging of port 9100; a million takes minutes.',
    sides: {
      intake: {
        run: fuzzIntake,
        realWay: (inputs) => `${inputs} over loopback`,
        outcome: (labels) => `${labels} came out`,
      },
    },
  },
  link: {
    about:
      'Changed, cut, mixed-up, lying and flooding frames to both ends of the job link; a million takes some ten minutes.',
    sides: {
      link: {
        run: fuzzLink,
        realWay: (inputs) => `${inputs} over TLS`,
        outcome: (labels) => `${labels} labels accepted`,
      },
    },
  },
}

const [name = '', ...args] = process.argv.slice(2)
const target = Object.hasOwn(TARGETS, name) ? TARGETS[name] : undefined
if (target === undefined) throw new Error(`say first which: ${Object.keys(TARGETS).join(', ')}`)
const { about, sides } = target
const options = {
  inputs: whole('inputs to each side', { low: 1, high: 999_999_999, fallback: 10_000 }),
  seed: seedOption,
}

await runProgram({
  name: `fuzz-${name}`,
  about: `${about} Code 1 when one crashed, swelled or was held up.`,
  args,
  options: { ...options, side: choice('only this one', Object.keys(sides)) },
  run: async ({ inputs, seed, side }, say) => {
    const texts: string[] = []
    let faults = 0
    for (const [each, one] of Object.entries(sides)) {
      if (side !== null && side !== each) continue
      const result = await one.run({ inputs, seed, say })
      faults += result.faults.length
      texts.push(textOf(result, one, `${inputs} inputs, seed ${seed}`))
    }
    return { text: texts.join('\n'), isGood: faults === 0 }
  },
})

function textOf(result: FuzzResult, { realWay, outcome }: Side, head: string): string {
  const { byKind, bytes, seconds, slowestMs, grownMb, faults, real, count } = result
  return [
    ...Object.entries(byKind).map(([kind, inputs]) => `  ${kind.padEnd(30)}${inputs}`),
    `${head}, ${Math.round(bytes / 1_048_576)} MiB, ${realWay(real)}: ${seconds.toFixed(1)} s`,
    `${outcome(count)}, slowest ${slowestMs.toFixed(1)} ms, memory +${grownMb} MB, ${faults.length} faults`,
    ...faults,
  ].join('\n')
}
