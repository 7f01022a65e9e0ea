// Starts platform and load, takes a sample each minute and writes it down, ends the load and counts its labels.
import os from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Say } from '../../kit/program.ts'
import type { ClosableLan } from '../canary/own-network.ts'
import { DEVICES_PER_PHARMACY, WARM_UP_TIMES } from './load/pace.ts'
import { startSoakPlace } from './load/place.ts'
import { startLoad, type Load } from './load/run-load.ts'
import { Sampler } from './measured/sample.ts'
import { writeRecord, type LoadCounts, type Sample, type SoakRecord } from './record.ts'

export interface SoakPlan {
  readonly forMs: number
  /** At WARM_UP_TIMES the pace, before the first sample. */
  readonly warmUpMs: number
  readonly pharmacies: number
  /** Between two samples. */
  readonly eachMs: number
  /** Of the record. */
  readonly file: string
  /** Null: nothing can be closed, and no label has to take the hub. */
  readonly lan: ClosableLan | null
  readonly say: Say
  /** Ends the load early; what was sampled is judged all the same. */
  readonly stop: AbortSignal
}

/** Throws when the platform or the load does not start. */
export async function runSoak({
  forMs,
  warmUpMs,
  pharmacies,
  eachMs,
  file,
  lan,
  say,
  stop,
}: SoakPlan): Promise<SoakRecord> {
  const place = await startSoakPlace({ pharmacies }, say)
  let load: Load | null = null
  try {
    load = await startLoad(place, { lan, say })
    const sampler = new Sampler(place)
    await sampler.findInspectors()
    await warmUp(load, { warmUpMs, say, stop })
    const samples: Sample[] = []
    const look = async (counts: LoadCounts): Promise<void> => {
      const sample = await triedSample(sampler, counts, say)
      if (sample !== null) samples.push(sample)
    }
    let record: SoakRecord = {
      startedAt: new Date().toISOString(),
      pharmacies,
      devices: pharmacies * DEVICES_PER_PHARMACY,
      plannedMinutes: forMs / 60_000,
      warmUpMinutes: warmUpMs / 60_000,
      processors: os.availableParallelism(),
      samples,
      labels: null,
    }
    const endMs = performance.now() + forMs
    do {
      const nextMs = performance.now() + eachMs
      await look(load.counts())
      writeRecord(file, record)
      say(lineOf(record))
      await delay(Math.max(0, Math.min(nextMs, endMs) - performance.now()), null, { signal: stop }).catch(
        () => undefined,
      )
    } while (performance.now() < endMs && !stop.aborted)
    await look(load.counts())
    say('soak: labels come to rest')
    record = { ...record, labels: await load.end() }
    writeRecord(file, record)
    return record
  } finally {
    await load?.stop()
    await place.stop()
  }
}

async function warmUp(
  load: Load,
  { warmUpMs, say, stop }: Pick<SoakPlan, 'warmUpMs' | 'say' | 'stop'>,
): Promise<void> {
  if (warmUpMs === 0) return
  say(`soak: ${warmUpMs / 60_000} minutes at ${WARM_UP_TIMES} times the pace`)
  load.hurry(WARM_UP_TIMES)
  await delay(warmUpMs, null, { signal: stop }).catch(() => undefined)
  load.hurry(1)
}

const TRIES = 3

/** Null: nobody answered in time, three times; others use this computer, too, and the next minute has a sample again. */
async function triedSample(sampler: Sampler, counts: LoadCounts, say: Say): Promise<Sample | null> {
  for (let tries = 1; tries <= TRIES; tries += 1)
    try {
      return await sampler.sample(counts)
    } catch (error) {
      say(`soak: no sample: ${String(error)}`)
    }
  return null
}

const MEGABYTE = 1_048_576

function lineOf({ samples }: SoakRecord): string {
  const last = samples.at(-1)
  if (last === undefined) return ''
  const { done, labels, devicesOnline, refused } = last.load
  const memory = Object.entries(last.programs).flatMap(([name, { heapBytes, residentBytes }]) =>
    heapBytes === null
      ? []
      : [`${name} ${Math.round(heapBytes / MEGABYTE)}/${Math.round(residentBytes / MEGABYTE)}`],
  )
  const refusals = Object.values(refused).reduce((sum, count) => sum + count, 0)
  return [
    `${Math.round(last.atMs / 60_000)} min: ${devicesOnline} devices, ${done['prescriptions'] ?? 0} prescriptions, ${labels} labels,`,
    `${refusals} refused; heap/resident MB: ${memory.join(', ')}`,
  ].join(' ')
}
