// Keeps named programs running: starts them, starts them again when one ends by itself, stops them all within a bound.
import { startProgram, type ChildProgram, type Message, type ProgramStart } from './child-program.ts'

export interface Supervisor {
  /** Starts a program and waits for its `ready`, at most 60 s. Throws with words and the end of its log. */
  start(start: ProgramStart): Promise<void>
  /** Waits until a running program has said `kind`. */
  told(name: string, kind: string, limitMs: number): Promise<Message>
  /** Stops one program and does not start it again; false when there is none running of that name. */
  stop(name: string): Promise<boolean>
  /** Starts a stopped program again; false when it runs or was never known. */
  startAgain(name: string): Promise<boolean>
  running(): { name: string; pid: number }[]
  /** Stops everything for good: whatever is not in `lastGroups` first, then those groups one after the other. */
  stopAll(lastGroups: readonly (readonly string[])[]): Promise<void>
}

const READY_LIMIT_MS = 60_000
/** Agents, portal, then the rest: three rows within the 5 s that Ctrl-C may take. */
const STOP_LIMIT_MS = 1_500
/** A program that ends by itself is started again after 1, 2, 4 … s, at most 30 s. */
const MAX_RESTART_DELAY_MS = 30_000

export function createSupervisor(say: (words: string) => void): Supervisor {
  const known = new Map<string, ProgramStart>()
  const running = new Map<string, ChildProgram>()
  const restarts = new Map<string, number>()
  const timers = new Map<string, NodeJS.Timeout>()
  let isEnding = false

  const launch = async (start: ProgramStart): Promise<void> => {
    if (isEnding) throw new Error('everything is being stopped')
    known.set(start.name, start)
    const program = startProgram(start)
    running.set(start.name, program)
    program.onUnexpectedEnd((words) => ended(start, words))
    await program.told('ready', READY_LIMIT_MS)
  }

  const ended = (start: ProgramStart, words: string): void => {
    running.delete(start.name)
    // A program that never became ready is reported by whoever waits for it.
    if (isEnding || !restarts.has(start.name)) return
    const count = (restarts.get(start.name) ?? 0) + 1
    restarts.set(start.name, count)
    const delayMs = Math.min(500 * 2 ** count, MAX_RESTART_DELAY_MS)
    say(`${words}\n  Starting it again in ${delayMs / 1_000} s.`)
    timers.set(
      start.name,
      setTimeout(
        () =>
          void launch(start)
            .then(() => say(`${start.name} is back.`))
            .catch(() => undefined),
        delayMs,
      ),
    )
  }

  const stop = async (name: string): Promise<boolean> => {
    clearTimeout(timers.get(name))
    const program = running.get(name)
    if (program === undefined) return false
    running.delete(name)
    await program.stop(STOP_LIMIT_MS)
    return true
  }

  return {
    start: async (start) => {
      await launch(start)
      restarts.set(start.name, 0)
    },
    told: async (name, kind, limitMs) => {
      const program = running.get(name)
      if (program === undefined) throw new Error(`${name} is not running`)
      return program.told(kind, limitMs)
    },
    stop,
    startAgain: async (name) => {
      const start = known.get(name)
      if (start === undefined || running.has(name)) return false
      await launch(start)
      return true
    },
    running: () => [...running.values()].map(({ name, pid }) => ({ name, pid })),
    stopAll: async (lastGroups) => {
      isEnding = true
      for (const timer of timers.values()) clearTimeout(timer)
      const last = new Set(lastGroups.flat())
      const first = [...running.keys()].filter((name) => !last.has(name))
      for (const group of [first, ...lastGroups]) await Promise.all(group.map(stop))
    },
  }
}
