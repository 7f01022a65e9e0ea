// What the real side of a talk said and understood, until the record asks for it.
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { difference } from './compare.ts'
import type { Side, Talk } from './talk.ts'

/** Something that the real side said; `answer` is null where it wants none. */
export interface Said {
  readonly says: string
  readonly with: unknown
  readonly answer: ((reply: unknown) => void) | null
}

export interface Understood {
  readonly host: string
  readonly understood: unknown
}

/** It ends a hang. */
export const LIMIT_MS = 180_000
const ACKNOWLEDGEMENT = { ok: true, data: null }
/** What an agent counted in an hour goes into one report, and not into the next, acknowledged one after another. */
const Counted = z.tuple([z.looseObject({ hours: z.array(z.unknown()) })])

export class Heard {
  readonly understood: Understood[] = []
  readonly #said: Said[] = []
  #hours: unknown[] = []
  readonly #acknowledged: ReadonlySet<string>

  constructor(talk: Talk, played: Side) {
    this.#acknowledged = played === 'host' ? acknowledgedIn(talk, played) : new Set()
  }

  /**
   * What the played host only ever acknowledged it acknowledges at once: an agent may report in another order than recorded,
   * and reports the next when this is acknowledged. A played agent answers where the record does: after NewIdentityAsync the
   * hub ends the session as soon as it is answered.
   */
  hear(said: Said): void {
    if (this.isAcknowledged(said)) said.answer?.(ACKNOWLEDGEMENT)
    const counted = said.says === 'ReportJobsAsync' ? Counted.safeParse(said.with) : null
    this.#said.push(counted?.success === true ? { ...said, with: this.#withEarlier(counted.data) } : said)
  }

  /** How soon an agent reports tells how many reports there are, so that the record has all hours in one. */
  #withEarlier([report]: z.infer<typeof Counted>): unknown {
    this.#hours = [...this.#hours, ...report.hours]
    return [{ ...report, hours: this.#hours }]
  }

  isAcknowledged({ says }: Said): boolean {
    return this.#acknowledged.has(says)
  }

  /** The next of this kind that is as recorded; those of its kind before it were said beyond the record. */
  async saidNext(says: string, args: unknown): Promise<Said> {
    const unlike = (one: Said): string | null => (one.says === says ? difference(args, one.with) : one.says)
    const found = await awaited(this.#said, unlike)
    const before = this.#said.splice(0, this.#said.indexOf(found) + 1)
    this.#said.unshift(...before.filter((one) => one.says !== says))
    return found
  }

  /** In any order: the host tells its registry several things at once. */
  async understoodThat(recorded: Understood): Promise<void> {
    const found = await awaited(this.understood, ({ host, understood }) =>
      host === recorded.host ? difference(recorded.understood, understood) : host,
    )
    this.understood.splice(this.understood.indexOf(found), 1)
  }

  /** A connection is over: what was said on it stands for nothing that the next one has to say. */
  end(): void {
    this.#said.length = 0
    this.#hours = []
  }
}

/** What the real side said and the played one, each time, answered with nothing but an acknowledgement. */
function acknowledgedIn({ lines }: Talk, played: Side): ReadonlySet<string> {
  const saysByN = new Map(lines.flatMap((line) => ('n' in line ? [[line.n, line.says]] : [])))
  const answers = lines.flatMap((line) => ('answers' in line && line.from === played ? [line] : []))
  const kindsWhere = (isBare: boolean): string[] =>
    answers
      .filter((line) => isDeepStrictEqual(line.with, ACKNOWLEDGEMENT) === isBare)
      .map((line) => saysByN.get(line.answers) ?? '')
  const others = kindsWhere(false)
  return new Set(kindsWhere(true).filter((kind) => !others.includes(kind)))
}

/** The first that is as recorded; the words of `unlike` say what came instead. */
async function awaited<T>(list: readonly T[], unlike: (one: T) => string | null): Promise<T> {
  for (const endMs = performance.now() + LIMIT_MS; ; await delay(20)) {
    const found = list.find((one) => unlike(one) === null)
    if (found !== undefined) return found
    if (performance.now() > endMs) throw new Error(`did not come; instead: ${list.map(unlike).join('; ')}`)
  }
}
