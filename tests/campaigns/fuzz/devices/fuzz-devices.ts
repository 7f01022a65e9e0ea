// Has many hostile devices speak to a real hub, eight at a time, while two good ones nudge each other.
import { runFuzz, type FuzzResult, type FuzzRun, type Spoken } from '../fuzz-run.ts'
import { addressOf, leftBehind, spokenBy } from '../raw-peer.ts'
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
          numbers.map(async (number) => spokenTo(under.port, number, hubInput(run.seed, number))),
        )
        // What went wrong counts as no answer in time.
        const tookMs = await under.witnessed().catch(() => Number.POSITIVE_INFINITY)
        return { spoken: await said, count: 1, tookMs, faults: [] }
      },
      leftBehind: async () => leftBehind(() => remains(under), LIMIT_MS),
    }
  })
}

async function spokenTo(port: number, number: number, input: HubInput): Promise<Spoken> {
  const way = { port, localAddress: addressOf(number), pharmacyId: ATTACKED_PHARMACY }
  return spokenBy({ ...input, number }, { limitMs: LIMIT_MS, isWrong: () => false }, async () => {
    const device = await rawDevice(way, input.stage, LIMIT_MS)
    if (input.proof !== null) device.socket.text(`43${device.challengeId}${input.proof}`)
    return device
  })
}

function remains({ hub }: HubUnderFuzz): string | null {
  const { unproven } = hub.facts()
  const sessions = hub.sessionCount() - WITNESSES
  return sessions === 0 && unproven === 0
    ? null
    : `left ${sessions} sessions and ${unproven} places of connections`
}
