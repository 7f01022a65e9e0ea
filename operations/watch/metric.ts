// What a row of the table of metrics is.

export interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** `1`: a number of things. */
  readonly unit: 'seconds' | 'unix time' | 'bytes' | 'days' | '1'
  readonly meaning: string
  readonly labels: readonly string[]
  /** Who says it: names of programs, or relayctl. */
  readonly of: readonly string[]
  /** Where it is there only with a setting. */
  readonly needs?: string
}

export const PROGRAMS = [
  'gateway',
  'identity-api',
  'store-api',
  'pharmacy-api',
  'portal',
  'storefront',
] as const
