// Keeps named programs running: starts them, starts them again when one ends by itself, stops them all within a bound.
import { startProgram, type ChildProgram, type Message, type ProgramStart } from './child-program.ts'

const READY_LIMIT_MS = 60_000
/** Agents, portal, then the rest: three rows within the 5 s that Ctrl-C may take. */
const STOP_LIMIT_MS = 1_500
/** A program that ends by itself is started again after 1, 2, 4 … s, at most 30 s; a minute of running counts as well. */
const WELL_AFTER_MS = 60_000
const FIRST_RESTART_DELAY_MS = 1_000
const MAX_RESTART_DELAY_MS = 30_000

/** Everything is keyed by the program's name. */
export class Supervisor {
  readonly #say: (text: string) => void
  readonly #known = new Map<string, ProgramStart>()
  readonly #running = new Map<string, ChildProgram>()
  /** Of programs that were ready once; the others are reported by whoever waits for them. */
  readonly #restarts = new Map<string, number>()
  readonly #planned = new Map<string, NodeJS.Timeout>()
  readonly #launchedAtMs = new Map<string, number>()
  #isEnding = false

  constructor(say: (text: string) => void) {
    this.#say = say
  }

  /** Starts a program and waits for its `ready`, at most 60 s. Throws with words and the end of its log. */
  async start(start: ProgramStart): Promise<void> {
    await this.#launch(start)
    this.#restarts.set(start.name, 0)
  }

  /** Waits until a running program has said `kind`. */
  async told(name: string, kind: string, limitMs: number): Promise<Message> {
    const program = this.#running.get(name)
    if (program === undefined) throw new Error(`${name} is not running`)
    return program.told(kind, limitMs)
  }

  /** Stops one program and does not start it again; false when there is none running of that name. */
  async stop(name: string): Promise<boolean> {
    clearTimeout(this.#planned.get(name))
    const program = this.#running.get(name)
    if (program === undefined) return false
    this.#running.delete(name)
    await program.stop(STOP_LIMIT_MS)
    return true
  }

  /** Starts a stopped program again, or at once one that waits for its restart; false when it runs or was never known. */
  async startAgain(name: string): Promise<boolean> {
    const start = this.#known.get(name)
    if (start === undefined || this.#running.has(name)) return false
    await this.#launch(start)
    return true
  }

  /** Every program that was started, in that order; `pid` is null while it does not run. */
  programs(): { readonly start: ProgramStart; readonly pid: number | null }[] {
    return [...this.#known.values()].map((start) => ({
      start,
      pid: this.#running.get(start.name)?.pid ?? null,
    }))
  }

  running(): { name: string; pid: number }[] {
    return [...this.#running.values()].map(({ name, pid }) => ({ name, pid }))
  }

  /** Stops everything for good: whatever is not in `lastGroups` first, then those groups one after the other. */
  async stopAll(lastGroups: readonly (readonly string[])[]): Promise<void> {
    this.#isEnding = true
    for (const timer of this.#planned.values()) clearTimeout(timer)
    const last = new Set(lastGroups.flat())
    const first = [...this.#running.keys()].filter((name) => !last.has(name))
    for (const group of [first, ...lastGroups]) await Promise.all(group.map(async (name) => this.stop(name)))
  }

  async #launch(start: ProgramStart): Promise<void> {
    if (this.#isEnding) throw new Error('everything is being stopped')
    // Otherwise a restart that is planned would start it a second time.
    clearTimeout(this.#planned.get(start.name))
    this.#known.set(start.name, start)
    this.#launchedAtMs.set(start.name, performance.now())
    const program = startProgram(start)
    this.#running.set(start.name, program)
    program.onUnexpectedEnd((text) => this.#ended(start, text))
    await program.told('ready', READY_LIMIT_MS)
  }

  #ended(start: ProgramStart, text: string): void {
    this.#running.delete(start.name)
    const known = this.#restarts.get(start.name)
    if (this.#isEnding || known === undefined) return
    const ranMs = performance.now() - (this.#launchedAtMs.get(start.name) ?? 0)
    const count = ranMs > WELL_AFTER_MS ? 0 : known
    this.#restarts.set(start.name, count + 1)
    const delayMs = Math.min(FIRST_RESTART_DELAY_MS * 2 ** count, MAX_RESTART_DELAY_MS)
    this.#say(`${text}\n  Starting it again in ${delayMs / 1_000} s.`)
    this.#planned.set(
      start.name,
      setTimeout(() => void this.#restart(start), delayMs),
    )
  }

  async #restart(start: ProgramStart): Promise<void> {
    try {
      await this.#launch(start)
      this.#say(`${start.name} is back.`)
    } catch {
      // Its end was told, and the next try is planned, by whoever listens to it.
    }
  }
}
