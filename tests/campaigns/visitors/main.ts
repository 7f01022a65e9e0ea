// `npm run visitors [-- --visitors N] [--minutes N] [--seed N] [--json]`: people in the shop, at their pace.
import { readFileSync } from 'node:fs'
import { diceOf } from '../../kit/dice.ts'
import { jsonOption, seedOption, whole } from '../../kit/options.ts'
import { runProgram, type Say } from '../../kit/program.ts'
import { startShopPlace, type ShopPlace } from '../bench/storefront/place.ts'
import { LEVEL_MB, PAGE_P99_MS, verdictOf, type Verdict } from './verdict.ts'
import { Visitor, type Seen } from './visitor.ts'

const SAMPLE_MS = 10_000
const MINUTE_MS = 60_000
const WATCHED = ['storefront', 'gateway', 'store-api'] as const

await runProgram({
  name: 'visitors',
  about: `People in the shop at their pace: each looks at a page for 3 to 12 s, searches,
looks at products, puts some into the basket; the whole platform on this
machine. Exit code 1 when the p99 of a page is above ${PAGE_P99_MS} ms, an answer is
missing or wrong, or a program holds more than ${LEVEL_MB} MB more in the last third
of the time than in the one before.`,
  options: {
    visitors: whole('at a time, each with an address', { low: 1, high: 2_000, fallback: 200 }),
    minutes: whole('so long', { low: 1, high: 120, fallback: 10 }),
    seed: seedOption,
    json: jsonOption,
  },
  run: async ({ visitors, minutes, seed, json }, say) => {
    const place = await startShopPlace(say)
    try {
      const found = await visited(place, { visitors, forMs: minutes * MINUTE_MS, seed }, say)
      const text = json ? JSON.stringify(found, null, 2) : reportText(found)
      return { text, isGood: found.verdict.isGood }
    } finally {
      await place.platform.stop()
    }
  },
})

interface Found {
  readonly visitors: number
  readonly seconds: number
  readonly files: number
  readonly firstFailures: readonly string[]
  readonly verdict: Verdict
}

async function visited(
  { url, products, platform }: ShopPlace,
  { visitors, forMs, seed }: { readonly visitors: number; readonly forMs: number; readonly seed: number },
  say: Say,
): Promise<Found> {
  const seen: Seen = { pagesMs: [], files: { count: 0 }, failures: [] }
  const memory = WATCHED.map((name) => ({ name, megabytes: [] as number[] }))
  const sample = (): void => {
    for (const { name, pid } of platform.supervisor.running())
      memory.find((one) => one.name === name)?.megabytes.push(megabytesOf(pid))
    say(`visitors: ${seen.pagesMs.length} pages, ${seen.failures.length} failures`)
  }
  const untilMs = performance.now() + forMs
  const sampling = setInterval(sample, SAMPLE_MS)
  try {
    await Promise.all(
      Array.from({ length: visitors }, async (_, at) => {
        const localAddress = `127.0.${10 + Math.floor(at / 250)}.${1 + (at % 250)}`
        await new Visitor({ url, localAddress, products, seen, untilMs, dice: diceOf(seed, at) }).run()
      }),
    )
  } finally {
    clearInterval(sampling)
  }
  sample()
  return {
    visitors,
    seconds: forMs / 1_000,
    files: seen.files.count,
    firstFailures: seen.failures.slice(0, 10),
    verdict: verdictOf(seen.pagesMs, seen.failures, memory),
  }
}

/** Resident. */
function megabytesOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

function reportText({ visitors, seconds, files, firstFailures, verdict }: Found): string {
  const { pages, failures, growth, isGood } = verdict
  return [
    `${visitors} visitors, ${seconds} s: ${pages.runs} pages, ${files} files, ${failures} failures`,
    ...firstFailures.map((failure) => `  ${failure}`),
    `a page: p50 ${pages.p50Ms}, p99 ${pages.p99Ms}, max ${pages.maxMs} ms (p99 <= ${PAGE_P99_MS})`,
    ...growth.map(
      ({ name, megabytes, lastMegabytes }: Verdict['growth'][number]) =>
        `${name}: ${lastMegabytes} MB at the end, ${megabytes} MB more in the last third (<= ${LEVEL_MB})`,
    ),
    isGood ? 'good' : 'NOT GOOD',
  ].join('\n')
}
