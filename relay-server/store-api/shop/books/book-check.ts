// A rule of the books, and what was found against it.

/** `sql` gives a row with `what` for each fault. */
export interface BookCheck {
  readonly name: string
  /** What is true of a sound shop, in words. */
  readonly rule: string
  readonly sql: string
}

export interface BookFault {
  readonly name: string
  readonly rule: string
  readonly count: number
  /** The first ones, named. */
  readonly rows: readonly string[]
}
