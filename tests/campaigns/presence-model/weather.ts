// What goes wrong between hubs and store, for all devices of a batch alike; and what happens to the devices of one case.
import fc from 'fast-check'

export const HUBS = 3
/** Devices of one case: the first two are of one pharmacy, the third of another. */
export const DEVICES = 3

/** How messages of the store reach a hub: pushes, session ends and events alike. */
export type Post = 'fine' | 'late' | 'lost' | 'twice'

export interface Weather {
  /** Time that passes before what happens next, in ms. */
  readonly afterMs: number
  readonly kill: number | null
  readonly pauseDatabaseMs: number
  /** The clock of the database is set by so much, in ms. */
  readonly clockStepMs: number
  readonly post: readonly Post[]
  /** Batches of that hub are carried out and their answers lost. */
  readonly mute: number | null
  /** Batches of that hub wait so long on their way, in ms; less than the time after which it gives up. */
  readonly slowMs: readonly number[]
}

/** A lease and the pings of a connection last 15 s. */
export const SLEEPS_MS = [5_000, 12_000, 20_000, 45_000] as const

const device = fc.nat(DEVICES - 1)
const hub = fc.nat(HUBS - 1)

/** On the same device they may happen in any order and at the same moment. */
const happening = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('connect' as const), device, hub, isSameBoot: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('drop' as const),
      device,
      how: fc.constantFrom('bye' as const, 'killed' as const, 'pulled' as const, 'blip' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('hang' as const), device, isHanging: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('sleep' as const),
      device,
      forMs: fc.constantFrom(...SLEEPS_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const), device }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('role' as const), device, isPrinter: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('relay' as const), device, target: device }) },
)
export type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never

/** What happens to the devices of one case, moment by moment. */
export type Life = readonly (readonly Happening[])[]

const MOMENTS = 8
const HOUR_MS = 3_600_000

const rarely = <T>(often: T, seldom: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(often) }, { weight: 1, arbitrary: seldom })

const weather: fc.Arbitrary<Weather> = fc.record({
  afterMs: fc.constantFrom(0, 200, 1_000, 3_000, 6_000, 11_000),
  kill: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hub }),
  pauseDatabaseMs: rarely(0, fc.constantFrom(1_000, 4_000, 12_000, 40_000)),
  clockStepMs: rarely(0, fc.constantFrom(-HOUR_MS, -20_000, 20_000, HOUR_MS)),
  post: fc.tuple(post(), post(), post()),
  mute: rarely<number | null>(null, hub),
  slowMs: fc.tuple(slow(), slow(), slow()),
})

function post(): fc.Arbitrary<Post> {
  return rarely<Post>('fine', fc.constantFrom('late' as const, 'lost' as const, 'twice' as const))
}

function slow(): fc.Arbitrary<number> {
  return rarely(0, fc.constantFrom(300, 2_000, 4_500))
}

const life: fc.Arbitrary<Life> = fc.tuple(
  ...Array.from({ length: MOMENTS }, () => fc.array(happening, { maxLength: 4, size: 'max' })),
)

/** The lives of `cases` cases under one weather, and chance for what nobody decides: jitter, who dials where. */
export function batchOf(cases: number) {
  return fc.record({
    weather: fc.tuple(...Array.from({ length: MOMENTS }, () => weather)),
    lives: fc.tuple(...Array.from({ length: cases }, () => life)),
    chance: fc.nat(),
  })
}
export interface Batch {
  readonly weather: readonly Weather[]
  readonly lives: readonly Life[]
  readonly chance: number
}
