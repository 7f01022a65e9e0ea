// The capacity sheet's measurements as text: what one thing costs, what devices cost, how far the store API goes.
import type { Cost } from './costs.ts'
import { BOUND_MS, type CapacityResult } from './run-capacity.ts'
import type { Step } from './saturation.ts'

export function reportText(result: CapacityResult): string {
  const { devices, portals, things, memory, connect, connectedAfterS, rest, online, store } = result
  return [
    `${devices} devices at ${portals} portals, ${online} of them connected at the end`,
    '',
    ...things.map(costText),
    costText(connect),
    `all connected after ${connectedAfterS.toFixed(0)} s`,
    costText(rest.heartbeat),
    '',
    'at rest, ms of the processor in a second, without a device and with all',
    ...Object.entries(rest.withAll).map(
      ([name, ms]) =>
        `  ${name.padEnd(24)} ${(rest.without[name] ?? 0).toFixed(1).padStart(8)} ${ms.toFixed(1).padStart(8)}`,
    ),
    '',
    'memory of a device, KB: resident, heap',
    ...Object.entries(memory).map(
      ([name, { residentBytes, heapBytes }]) =>
        `  ${name.padEnd(24)} ${kilobytes(residentBytes)} ${kilobytes(heapBytes)}`,
    ),
    '',
    ...stepLines('a page of the list of pharmacies', store.list),
    ...stepLines('one pharmacy', store.pharmacy),
  ].join('\n')
}

function costText({ what, count, processorMs, totalMs, tableBytes, walBytes }: Cost): string {
  const parts = Object.entries(processorMs)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
  return `${what} (${Math.round(count)} measured): ${totalMs.toFixed(2)} ms of the processor (${parts.join(', ')}); ${Math.round(tableBytes)} bytes in tables, ${Math.round(walBytes)} written ahead`
}

const kilobytes = (bytes: number): string => (bytes / 1_024).toFixed(2).padStart(8)

function stepLines(what: string, steps: readonly Step[]): string[] {
  const last = steps.at(-1)
  return [
    `${what}, requests a second until the p99 is above ${BOUND_MS} ms`,
    ...steps.map(
      ({ perSecond, answeredPerSecond, p50Ms, p99Ms, failed }) =>
        `  ${perSecond} asked, ${answeredPerSecond} answered: p50 ${p50Ms} ms, p99 ${p99Ms} ms${failed > 0 ? `, ${failed} refused` : ''}`,
    ),
    ...(last?.statements ?? []).map((statement) => `    ${statement}`),
  ]
}
