// Roaming: two agents in network namespaces whose addresses change under load, with the hub and without.
import { flag, seedOption, whole } from '../../../kit/options.ts'
import { scenario, stopSignal } from '../../../kit/program.ts'
import { findingLines, findingsOf, reportTable } from '../../../kit/report.ts'
import { missingForNamespaces, type Networks } from './networks.ts'
import { roam, type RoamingOptions, type RoamingResult } from './roaming.ts'
import type { Times } from './spans.ts'

const EXIT_STOPPED = 130

export const roaming = scenario({
  about: `Two agents in network namespaces whose addresses change under load, half of the time with the hub and half without; code 1
when a label was lost, doubled or out of order. Needs Linux, root and the program ip (Debian: apt-get install iproute2).`,
  options: {
    minutes: whole('minutes', { low: 1, high: 1_440, fallback: 10 }),
    every: whole('seconds between two changes of an address', { low: 1, high: 3_600, fallback: 10 }),
    seed: seedOption,
    keep: flag('leaves logs and spools in the temporary folder'),
  },
  run: async (options, say) => {
    const missing = missingForNamespaces()
    if (missing !== null) throw new Error(missing)
    let made: Networks | null = null
    // Also after a mistake of this program; what still runs in there ends by itself without its parent.
    process.on('exit', () => made?.remove())
    const signal = stopSignal()
    const onNetworks = (networks: Networks): void => void (made = networks)
    const result = await roam(options, { say, signal, onNetworks }).catch((error: unknown) => {
      if (signal.aborted) process.exit(EXIT_STOPPED)
      throw error
    })
    return { text: tableOf(options, result), isGood: isGood(result) }
  },
})

function isGood({ verdict, isSettled }: RoamingResult): boolean {
  const isWhole = verdict.notPrinted === 0 && findingsOf(verdict).length === 0
  return isWhole && verdict.accepted > 0 && isSettled
}

function tableOf({ minutes, every, seed }: RoamingOptions, result: RoamingResult): string {
  const { changes, verdict, spans, isSettled } = result
  const ofHubLine = changes.filter(({ what }) => what.includes('line to the hub')).length
  const rows: [string, string | number][] = [
    ['changes of an address', `${changes.length}, ${ofHubLine} of them of the line to the hub as well`],
    ['labels sent', verdict.labels],
    ['  accepted', verdict.accepted],
    ['on paper', verdict.printed],
    ['LOST', verdict.notPrinted],
    ['DOUBLED', verdict.doubled.length],
    ['OUT OF ORDER of their sender', verdict.overtaking.length],
    ['went over the LAN, through the hub', `${verdict.overLan}, ${verdict.overHub}`],
    ...(['with the hub', 'without the hub'] as const).flatMap((part): [string, string][] => [
      [`from a change to the next label out, ${part}`, textOf(spans.recovery[part])],
      [`from accepted to paper, ${part}`, textOf(spans.way[part])],
    ]),
    ['came to rest in time', isSettled ? 'yes' : 'NO'],
  ]
  const head = `roaming, ${minutes} min, a new address every ${every} s, seed ${seed}`
  return [...reportTable(head, rows), ...findingLines('pharmacy', [verdict])].join('\n')
}

function textOf({ count, p50Ms, p99Ms, maxMs }: Times): string {
  return count === 0 ? '–' : `p50 ${p50Ms} ms, p99 ${p99Ms} ms, longest ${maxMs} ms (${count})`
}
