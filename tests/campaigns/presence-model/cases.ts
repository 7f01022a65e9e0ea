// Cases by number: case K of seed S is always the same, so that a long run goes on where another one ended.
import fc from 'fast-check'
import { keepBatch } from './batch-file.ts'
import type { Broken } from './invariants.ts'
import { liveThrough, type LiveParts } from './live-batch.ts'
import { batchOf, type Batch } from './weather.ts'

/**
 * Cases that live at the same time: each has its own devices and pharmacies, and all share hubs, database and weather. Alone
 * a case takes as long as 25 of them, because most of its time are leases and heartbeats of hubs.
 */
export const CASES_PER_BATCH = 25

/** When the search for a smaller batch that fails as well ends. */
const SHRINK_MS = 120_000

export interface Run {
  readonly seed: number
  /** The batch of cases 25 n to 25 n + 24. */
  readonly batch: number
  readonly isShrunk: boolean
}

/** Null when all invariants held; else what broke, with the numbers and the file of the smallest batch that breaks them. */
export async function runBatch(parts: LiveParts, run: Run): Promise<string | null> {
  const { seed, batch, isShrunk } = run
  let shrinkUntilMs = Number.POSITIVE_INFINITY
  const property = fc.asyncProperty(batchOf(CASES_PER_BATCH), async (life) => {
    // A batch cannot be interrupted: when the time is over, every smaller one counts as one that holds.
    if (performance.now() > shrinkUntilMs) return
    const broken = await liveThrough(life, parts)
    if (broken.length > 0) shrinkUntilMs = Math.min(shrinkUntilMs, performance.now() + SHRINK_MS)
    if (broken.length > 0) throw new Error(broken.map(textOf).join('\n'))
  })
  const details = await fc.check(property, {
    // Unbiased: the first run of a property is else a small one.
    seed: fastCheckSeed(seed, batch),
    numRuns: 1,
    unbiased: true,
    endOnFailure: !isShrunk,
  })
  if (!details.failed) return null
  const why = details.errorInstance instanceof Error ? details.errorInstance.message : 'no reason'
  const from = batch * CASES_PER_BATCH
  return `--seed ${seed} --from ${from} --cases ${CASES_PER_BATCH}, shrunk ${details.numShrinks} times:
${why}${parts.leftOut === null ? kept(details.counterexample?.[0], run) : ''}`
}

function kept(smallest: Batch | undefined, { seed, batch }: Run): string {
  if (smallest === undefined) return ''
  const file = keepBatch(smallest, `seed-${seed}-from-${batch * CASES_PER_BATCH}`)
  return `\nagain: npm run presence-model -- --replay ${file} --times 20`
}

export function textOf({ invariant, life, device, why }: Broken): string {
  return `${invariant}: case ${life} of the batch, device ${device + 1}: ${why}`
}

function fastCheckSeed(seed: number, batch: number): number {
  return (Math.imul(seed, 1_000_003) + batch) | 0
}
