// Floods as a table for people: what strangers got, and beside the quiet figures those under the flood.
import { reportTable } from '../../kit/report.ts'
import type { FloodResult } from './floods.ts'
import type { Served } from './probe.ts'

export function reportText(results: readonly FloodResult[]): string {
  return results.flatMap((result) => [...floodLines(result), '']).join('\n')
}

function floodLines({ name, strangers, quiet, flooded, comers, isGood }: FloodResult): string[] {
  const rows: [string, string][] = []
  if (quiet !== null) rows.push(['quiet', servedText(quiet)])
  if (flooded !== null) rows.push(['under the flood', servedText(flooded)])
  if (comers !== '') rows.push(['who came', comers])
  const verdict = isGood ? 'all got through' : 'NOT ALL GOT THROUGH'
  return [...reportTable(`${name}: ${strangers}`, rows), `  ${verdict}`]
}

function servedText({ relay, relayLost, pages, pagesLost }: Served): string {
  const times = `relay p50 ${relay.p50Ms} p99 ${relay.p99Ms} ms, page p50 ${pages.p50Ms} p99 ${pages.p99Ms} ms`
  return `${times}; lost ${relayLost} of ${relay.runs + relayLost}, ${pagesLost} of ${pages.runs + pagesLost}`
}
