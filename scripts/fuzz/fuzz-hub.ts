// Has many hostile devices speak to a real hub and gathers what is wrong with what became of it.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { hubInput, type HubInput } from './hub-inputs.ts'
import { startHubUnderFuzz, WITNESSES, type HubUnderFuzz } from './hub-under-fuzz.ts'
import { watchPrototypes } from './prototypes.ts'
import { rawDevice } from './raw-device.ts'

export interface HubFuzzRun {
  readonly inputs: number
  readonly seed: number
  readonly say: (words: string) => void
}

export interface HubFuzzResult {
  readonly seconds: number
  readonly bytes: number
  readonly byKind: Readonly<Record<string, number>>
  /** Of hostile connections, those that were registered. */
  readonly registered: number
  /** Nudges between the devices beside them. */
  readonly witnessed: number
  /** The slowest of those. */
  readonly slowestMs: number
  /** Of the resident memory since a twentieth of the inputs had run, in MB. */
  readonly grownMb: number
  /** With the number of the input, which with the seed gives its bytes again; the first 20. */
  readonly faults: readonly string[]
}

/** Below what the hub admits in a second, whatever the computer. */
const AT_ONCE = 8
const LIMIT_MS = 10_000
/** A nudge waits behind hostile ones; a device that waits longer would be called silent. */
const SLOWEST_MS = 2_000
const MAX_FAULTS = 20
const MAX_GROWN_MB = 256
const SAY_EVERY = 10_000
const ATTACKED_PHARMACY = 2
const MB = 1_048_576

export async function fuzzHub({ inputs, seed, say }: HubFuzzRun): Promise<HubFuzzResult> {
  const uncaught: string[] = []
  const onUncaught = (error: unknown): void => void uncaught.push(`crashed: ${String(error)}`)
  process.on('uncaughtException', onUncaught).on('unhandledRejection', onUncaught)
  const changedPrototypes = watchPrototypes()
  const under = await startHubUnderFuzz()
  const startedMs = systemClock.monotonicMs()
  const faults: string[] = []
  const byKind: Record<string, number> = {}
  let [bytes, registered, witnessed, slowestMs, baseBytes, grownBytes] = [0, 0, 0, 0, 0, 0]
  try {
    for (let first = 0; first < inputs && faults.length < MAX_FAULTS; first += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, inputs - first) }, (_, at) => first + at)
      const batch = numbers.map((number) => ({ number, input: hubInput(seed, number) }))
      const said = Promise.all(batch.map(async (one) => faultsOf(one, under.port)))
      const tookMs = await witnessedWith(under, said)
      faults.push(...(await said).flat(), ...[...uncaught.splice(0), ...changedPrototypes()].map(near(first)))
      if (tookMs > SLOWEST_MS) faults.push(near(first)(`kept other devices waiting ${tookMs.toFixed(0)} ms`))
      for (const { input } of batch) {
        byKind[input.kind] = (byKind[input.kind] ?? 0) + 1
        bytes += input.frames.reduce((sum, { length }) => sum + length, 0)
        registered += Number(input.stage === 'registered')
      }
      witnessed += 1
      slowestMs = Math.max(slowestMs, tookMs)
      const resident = process.memoryUsage.rss()
      if (first <= inputs / 20) baseBytes = Math.max(baseBytes, resident)
      else grownBytes = Math.max(grownBytes, resident - baseBytes)
      if (first > 0 && first % SAY_EVERY === 0) say(`fuzz hub: ${first.toLocaleString('en')} inputs`)
    }
    faults.push(...(await leftBehind(under)))
  } finally {
    await under.stop()
    process.off('uncaughtException', onUncaught).off('unhandledRejection', onUncaught)
  }
  const grownMb = Math.round(grownBytes / MB)
  if (grownMb > MAX_GROWN_MB) faults.push(`the memory grew by ${grownMb} MB`)
  const seconds = (systemClock.monotonicMs() - startedMs) / 1_000
  return { seconds, bytes, byKind, registered, witnessed, slowestMs, grownMb, faults }
}

function near(first: number): (words: string) => string {
  return (words) => `inputs ${first} to ${first + AT_ONCE - 1} ${words}`
}

async function faultsOf(
  { number, input }: { readonly number: number; readonly input: HubInput },
  port: number,
): Promise<string[]> {
  const about = (words: string): string => `input ${number} (${input.kind}, ${input.stage}) ${words}`
  // Sockets that have not registered are counted by address.
  const localAddress = `127.0.${16 + (number % 200)}.1`
  try {
    const way = { port, localAddress, pharmacyId: ATTACKED_PHARMACY }
    const device = await rawDevice(way, input.stage, LIMIT_MS)
    if (input.proof !== null) device.socket.text(`43${device.challengeId}${input.proof}`)
    for (const frame of input.frames) device.socket.send(frame)
    const late = input.mayWait ? null : await device.answersOrEnds(LIMIT_MS)
    device.socket.destroy()
    const internal = device.heard.filter((text) => text.includes('"code":"INTERNAL"'))
    return [
      ...(late === null ? [] : [late]),
      ...internal.map((text) => `was answered ${text.slice(0, 200)}`),
    ].map(about)
  } catch (error) {
    return [about(String(error))]
  }
}

/** While the hostile ones speak; what went wrong counts as no answer in time. */
async function witnessedWith(under: HubUnderFuzz, said: Promise<unknown>): Promise<number> {
  const results = await Promise.all([under.witnessed().catch(() => Number.POSITIVE_INFINITY), said])
  return results[0]
}

/** Nobody who left is still counted. */
async function leftBehind({ hub }: HubUnderFuzz): Promise<string[]> {
  const endMs = systemClock.monotonicMs() + LIMIT_MS
  const isLeft = (): boolean => hub.sessionCount() !== WITNESSES || hub.facts().unproven !== 0
  while (isLeft() && systemClock.monotonicMs() < endMs)
    await new Promise((resolve) => setTimeout(resolve, 20))
  if (!isLeft()) return []
  return [`left ${hub.sessionCount() - WITNESSES} sessions and ${hub.facts().unproven} places of connections`]
}
