// Has many hostile devices speak to a real hub, eight at a time, while two good ones nudge each other.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { runFuzz, type FuzzResult, type FuzzRun, type Spoken } from '../fuzz-run.ts'
import { hubInput, type HubInput } from './hub-inputs.ts'
import { startHubUnderFuzz, WITNESSES, type HubUnderFuzz } from './hub-under-fuzz.ts'
import { rawDevice } from './raw-device.ts'

/** Below what the hub admits in a second, whatever the computer. */
const AT_ONCE = 8
const LIMIT_MS = 120_000
/** A nudge waits behind hostile ones; a device that waits longer would be called silent. */
const SLOWEST_MS = 2_000
const ATTACKED_PHARMACY = 2

export async function fuzzDevices(run: FuzzRun): Promise<FuzzResult> {
  return runFuzz(run, async () => {
    const under = await startHubUnderFuzz()
    return {
      perRound: AT_ONCE,
      slowestMs: SLOWEST_MS,
      stop: async () => under.stop(),
      round: async (numbers) => {
        const said = Promise.all(
          numbers.map(async (number) => spokenTo(under.port, { number, input: hubInput(run.seed, number) })),
        )
        // What went wrong counts as no answer in time.
        const tookMs = await under.witnessed().catch(() => Number.POSITIVE_INFINITY)
        return { spoken: await said, count: 1, tookMs, faults: [] }
      },
      leftBehind: async () => leftBehind(under),
    }
  })
}

async function spokenTo(
  port: number,
  { number, input }: { readonly number: number; readonly input: HubInput },
): Promise<Spoken> {
  const { kind, stage, frames } = input
  const faults = await faultsOf({ number, input }, port)
  const bytes = frames.reduce((sum, { length }) => sum + length, 0)
  return {
    kind,
    bytes,
    isReal: stage === 'registered',
    faults: faults.map((text) => `input ${number} (${kind}, ${stage}) ${text}`),
  }
}

async function faultsOf(
  { number, input }: { readonly number: number; readonly input: HubInput },
  port: number,
): Promise<string[]> {
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
    return [...(late === null ? [] : [late]), ...internal.map((text) => `was answered ${text.slice(0, 200)}`)]
  } catch (error) {
    return [String(error)]
  }
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
