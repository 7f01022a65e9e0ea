// Whether a program may work on a database, by the migrations that the database carries and those that the program knows. Pure.

export interface Carried {
  /** `001_customers`. */
  readonly name: string
  /** Number of the migration that a program has to know to work behind this one, 0: any. Null: whoever ran it did not say. */
  readonly usableFrom: number | null
}

export type CarriedJudgement =
  /** Nothing unknown: what is missing may be applied. */
  | { readonly kind: 'ours' }
  /** A newer version has migrated, and said that this one goes on with it. */
  | { readonly kind: 'newer'; readonly newest: string }
  /** `first` is the first that is not known. */
  | { readonly kind: 'foreign'; readonly first: string }

/** Both in their order. */
export function judgeCarried(carried: readonly Carried[], known: readonly string[]): CarriedJudgement {
  const unknown = carried.filter(({ name }) => !known.includes(name))
  const [first] = unknown
  if (first === undefined) return { kind: 'ours' }
  const newestKnown = known.at(-1) ?? ''
  const isWhole = known.every((name) => carried.some((one) => one.name === name))
  const isUsable = unknown.every(
    ({ name, usableFrom }) =>
      name > newestKnown && usableFrom !== null && usableFrom <= migrationNumber(newestKnown),
  )
  return isWhole && isUsable
    ? { kind: 'newer', newest: unknown.at(-1)?.name ?? first.name }
    : { kind: 'foreign', first: first.name }
}

/** 1 of `001_customers` and of `001_customers.ts`. */
export function migrationNumber(name: string): number {
  return Number(name.slice(0, 3))
}
