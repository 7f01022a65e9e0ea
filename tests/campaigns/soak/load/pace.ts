// How often each thing happens at a pharmacy, and why so often: one table, which load and report share.

/** Whole things of the load, as they are counted. */
export const KINDS = [
  'signIns',
  'patients',
  'prescriptions',
  'baskets',
  'orders',
  'tickets',
  'absences',
] as const
export type Kind = (typeof KINDS)[number]

export interface Pace {
  /** Of one pharmacy in one hour. */
  readonly perHour: number
  readonly why: string
}

export const DEVICES_PER_PHARMACY = 2

/** A pharmacy that is open ten hours a day. No statistic is at hand here: each figure is set, above what we expect. */
export const PACE: Readonly<Record<Kind, Pace>> = {
  signIns: { perHour: 0.2, why: 'two people, each once a day' },
  patients: { perHour: 1, why: 'ten new ones a day' },
  prescriptions: {
    perHour: 10,
    why: '100 a day: written, pack checked, label asked for, its outcome told, handed over',
  },
  baskets: { perHour: 0.1, why: 'somebody looks for supplies once a day and puts one into the basket' },
  orders: {
    perHour: 0.02,
    why: 'one a week; half are cancelled, the others are never paid and run out after 20 minutes',
  },
  tickets: { perHour: 0.02, why: 'one a week: opened by staff, claimed, three messages, done' },
  absences: {
    perHour: 0.1,
    why: 'one of two computers is off for two minutes each ten hours: 5 % of all an hour',
  },
}

/** Staff with an open panel, which asks each second and listens, whatever the number of pharmacies. */
export const PANELS = 5
/** Its person looks at another page so often, in ms: after 15 minutes without one the portal ends the session. */
export const PAGE_MS = 60_000
/** Pharmacists who do all that pharmacies do; more would only sign in more. */
export const PHARMACISTS = 40
/** Caches fill and code is compiled by what is done, not by the hour: so much faster before the first sample. */
export const WARM_UP_TIMES = 5
/** Between two labels of one of the four programs of a pair of agents, in ms: 160 labels an hour. */
export const LABEL_PAUSE_MS = { low: 30_000, high: 150_000 } as const
export const ABSENT_MS = 120_000

/** The pace of one load, which may be told to go faster for a while. */
export class LoadPace {
  readonly #pharmacies: number
  #times = 1
  /** Its limits follow the pace. */
  readonly labelPauseMs: { readonly low: number; readonly high: number }

  constructor(pharmacies: number) {
    this.#pharmacies = pharmacies
    const now = (ms: number): number => ms / this.#times
    this.labelPauseMs = {
      get low() {
        return now(LABEL_PAUSE_MS.low)
      },
      get high() {
        return now(LABEL_PAUSE_MS.high)
      },
    }
  }

  /** So many times the table, from the next thing of each kind on. */
  hurry(times: number): void {
    this.#times = times
  }

  /** Between two of that kind in the whole load, in ms. */
  everyMs(kind: Kind): number {
    return 3_600_000 / (PACE[kind].perHour * this.#pharmacies * this.#times)
  }
}

export function paceLines(pharmacies: number): string[] {
  return KINDS.map((kind) => {
    const { perHour, why } = PACE[kind]
    const all = Math.round(perHour * pharmacies)
    return `  ${kind.padEnd(14)} ${String(perHour).padStart(5)} an hour of a pharmacy, ${String(all).padStart(6)} of all: ${why}`
  })
}
