// Both ends of the store hub: hostile services at the real store API, and a hostile store hub before the portal's real end.
import { spokenToClient } from '../agent/client-speech.ts'
import { runFuzz, type FuzzResult, type FuzzRun, type Spoken } from '../fuzz-run.ts'
import { addressOf, leftBehind, spokenBy } from '../raw-peer.ts'
import { startPortalUnderFuzz, type PortalUnderFuzz } from './portal-under-fuzz.ts'
import { rawService } from './raw-service.ts'
import { storeInput } from './store-inputs.ts'
import { startStoreUnderFuzz, type StoreUnderFuzz } from './store-under-fuzz.ts'

/** Every second input is a portal's. */
const PER_ROUND = 64
const PORTALS = 4
const LIMIT_MS = 120_000
const SLOWEST_MS = 5_000

export async function fuzzStore(run: FuzzRun): Promise<FuzzResult> {
  return runFuzz(run, async () => {
    const store = await startStoreUnderFuzz()
    const portals = await Promise.all(Array.from({ length: PORTALS }, async () => startPortalUnderFuzz()))
    return {
      perRound: PER_ROUND,
      slowestMs: SLOWEST_MS,
      round: async (numbers) => {
        const toStore = numbers
          .filter(isStores)
          .map(async (number) => spokenToStore(store, { seed: run.seed, number }))
        const toPortals = portals.map(async (portal, at) => {
          const its = numbers.filter((number) => !isStores(number) && (number >> 1) % PORTALS === at)
          return spokenToPortal(portal, run.seed, its)
        })
        const took = [await witness(store, 'store')]
        const spoken = [await Promise.all(toStore), ...(await Promise.all(toPortals))].flat()
        took.push(...(await Promise.all(portals.map(async (portal) => witness(portal, 'portal')))))
        return {
          spoken,
          count: 1,
          tookMs: Math.max(...took.map(({ ms }) => ms)),
          faults: took.flatMap((one) => one.faults),
        }
      },
      leftBehind: async () => leftBehind(() => remains(store), LIMIT_MS),
      stop: async () => {
        for (const portal of portals) await portal.stop()
        await store.stop()
      },
    }
  })
}

const isStores = (number: number): boolean => number % 2 === 0

async function witness({ witnessed }: { readonly witnessed: () => Promise<number> }, who: string) {
  try {
    return { ms: await witnessed(), faults: [] }
  } catch (error) {
    return { ms: 0, faults: [`${who}: ${String(error)}`] }
  }
}

async function spokenToPortal(
  portal: PortalUnderFuzz,
  seed: number,
  numbers: readonly number[],
): Promise<Spoken[]> {
  const spoken: Spoken[] = []
  for (const number of numbers) {
    const input = portal.input(seed, number)
    const said = await spokenToClient({ number, input, limitMs: LIMIT_MS }, async (stage) =>
      portal.lineAt(stage),
    )
    spoken.push({ ...said, kind: `portal: ${said.kind}` })
  }
  return spoken
}

async function spokenToStore(
  { port, token, badTokens }: StoreUnderFuzz,
  { seed, number }: { readonly seed: number; readonly number: number },
): Promise<Spoken> {
  const input = storeInput(seed, number, badTokens)
  const isLetIn = (text: string): boolean => input.stage === 'upgraded' && text.startsWith('40')
  const way = { port, token, localAddress: addressOf(number) }
  return spokenBy(
    { ...input, number, kind: `store: ${input.kind}` },
    { limitMs: LIMIT_MS, isWrong: isLetIn },
    async () => rawService(way, input.stage, LIMIT_MS),
  )
}

function remains({ connections }: StoreUnderFuzz): string | null {
  return connections() === 0 ? null : `left ${connections()} connections`
}
