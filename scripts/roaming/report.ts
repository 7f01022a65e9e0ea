// What roaming found, for people.
import { reportTable } from '../fault-campaign/findings.ts'
import type { Times } from './account.ts'
import type { RoamingResult } from './roaming.ts'

/** Exit code 1. */
export function isBad({ account, isSettled }: RoamingResult): boolean {
  return account.lost > 0 || account.doubled > 0 || account.accepted === 0 || !isSettled
}

export function roamingTable(result: RoamingResult): string {
  const { options, changes, account, carriers, isSettled } = result
  const { minutes, every, seed } = options
  const ofHubLine = changes.filter(({ what }) => what.includes('line to the hub')).length
  const rows: [string, string | number][] = [
    ['changes of an address', `${changes.length}, ${ofHubLine} of them of the line to the hub as well`],
    ['labels sent', account.sent],
    ['  accepted', account.accepted],
    ['on paper', account.onPaper],
    ['LOST', account.lost],
    ['DOUBLED', account.doubled],
    ['went over the LAN, through the hub', `${carriers.lan}, ${carriers.hub}`],
    ...(['with the hub', 'without the hub'] as const).flatMap((part): [string, string][] => [
      [`from a change to the next label out, ${part}`, words(account.recovery[part])],
      [`from accepted to paper, ${part}`, words(account.way[part])],
    ]),
    ['came to rest in time', isSettled ? 'yes' : 'NO'],
  ]
  const head = `roaming, ${minutes} min, a new address every ${every} s, seed ${seed}`
  return reportTable(head, rows).join('\n')
}

function words({ count, p50Ms, p99Ms, maxMs }: Times): string {
  return count === 0 ? '–' : `p50 ${p50Ms} ms, p99 ${p99Ms} ms, longest ${maxMs} ms (${count})`
}
