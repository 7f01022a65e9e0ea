// Plays one side of a recorded talk against the real other side of today, line by line.
//
// What the real side says is awaited and compared, what the played side says is said as it was recorded. What the real side
// says beyond the record is compared with nothing: a later version may say more. A played hub acknowledges a report as soon
// as it hears it, whatever its place in the record: the agent waits for that before it sends the next.
import { difference } from './compare.ts'
import { LIMIT_MS, type Heard, type Said } from './heard.ts'
import type { Line, Side, Talk } from './talk.ts'

/** The way to the real side; what comes from it is added to `Heard`. */
export interface Wire {
  /** The played asker connects, or the real one did: what it says of itself. */
  connect(hello: unknown): Promise<unknown>
  /** Resolves with the reply; never, where there is none. */
  say(event: string, args: unknown): Promise<unknown>
  /** The played side ends the connection, or waits until the real one has. */
  end(byPlayed: boolean): Promise<void>
}

export interface Play {
  readonly talk: Talk
  readonly played: Side
  readonly wire: Wire
  readonly heard: Heard
  /** Has the real side do something. */
  readonly does: (what: string, how: unknown) => Promise<void>
  /** What is signed is signed anew; everything else as it was recorded. */
  readonly renewed?: (said: Said, reply: unknown) => unknown
  /** More about a reply of the real side than that it is as recorded. */
  readonly check?: (says: string, asked: unknown, reply: unknown) => void
}

/** Throws Error with the number of the line, what it says, and what was said instead. */
export async function play(parts: Play): Promise<void> {
  const player = new Player(parts)
  for (const [index, line] of parts.talk.lines.entries())
    await player.take(line).catch((error: unknown) => {
      throw new Error(`line ${index + 2}, ${JSON.stringify(line).slice(0, 300)}: ${String(error)}`)
    })
}

class Player {
  readonly #parts: Play
  readonly #heardByN = new Map<number, Said>()
  readonly #askedByN = new Map<
    number,
    { readonly line: { says: string; with: unknown }; readonly reply: Promise<unknown> }
  >()

  constructor(parts: Play) {
    this.#parts = parts
  }

  async take(line: Line): Promise<void> {
    const { played, wire, does, heard } = this.#parts
    if ('does' in line) return line.at === played ? undefined : does(line.does, line.with)
    if ('connects' in line) return same(line.connects, await inTime(wire.connect(line.connects)))
    if ('ends' in line) return inTime(wire.end(line.ends === played)).then(() => heard.end())
    if ('understood' in line) return played === 'host' ? undefined : heard.understoodThat(line)
    if ('answers' in line) return line.from === played ? this.#answer(line) : this.#compareReply(line)
    if (line.from === played) return this.#say(line)
    this.#heardByN.set(line.n, await heard.saidNext(line.says, line.with))
  }

  #say(line: { readonly n: number; readonly says: string; readonly with: unknown }): void {
    const reply = this.#parts.wire.say(line.says, line.with)
    reply.catch(() => undefined)
    this.#askedByN.set(line.n, { line, reply })
  }

  #answer(line: { readonly answers: number; readonly with: unknown }): void {
    const said = this.#heardByN.get(line.answers)
    if (said === undefined || said.answer === null) throw new Error('nobody waits for this answer')
    if (!this.#parts.heard.isAcknowledged(said))
      said.answer(this.#parts.renewed?.(said, line.with) ?? line.with)
  }

  async #compareReply(line: { readonly answers: number; readonly with: unknown }): Promise<void> {
    const asked = this.#askedByN.get(line.answers)
    if (asked === undefined) throw new Error('this was not asked')
    const reply = await inTime(asked.reply)
    same(line.with, reply)
    this.#parts.check?.(asked.line.says, asked.line.with, reply)
  }
}

function same(recorded: unknown, today: unknown): void {
  const found = difference(recorded, today)
  if (found !== null) throw new Error(found)
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('it did not come')), LIMIT_MS)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
