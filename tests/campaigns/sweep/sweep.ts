// The sweep: every byte of every label and every trouble, spread over stations beside each other, and the account.
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { diceOf } from '../../kit/dice.ts'
import { hastenedClock } from './hastened-clock.ts'
import { positionsIn, type SweptLabel } from './labels.ts'
import { Station, type Task } from './station.ts'
import { TROUBLES, type Trouble } from './troubles.ts'
import { judge, type Paper, type Run, type Verdict } from './verdict.ts'

export interface SweepOptions {
  readonly labels: readonly SweptLabel[]
  /** 1: every position. */
  readonly every: number
  /** `hastened`: the agent's timers divided by 100. `real`: as they are, for one run in a hundred. */
  readonly timers: 'hastened' | 'real'
  /** Printers beside each other. */
  readonly stations: number
}

export interface SweepResult extends Verdict {
  readonly timers: SweepOptions['timers']
  readonly labels: readonly { readonly name: string; readonly bytes: number; readonly positions: number }[]
  readonly runs: readonly Run[]
  /** The agent was started with a rule left out, to see that the sweep finds it. */
  readonly without: string | null
  readonly seconds: number
}

const HASTENED_BY = 100
const SAMPLE_SHARE = 0.01
const SAMPLE_SEED = 1
/** Opening one takes longer than a few runs. */
const RUNS_WORTH_A_STATION = 10
const PROGRESS_MS = 10_000

export async function runSweep(options: SweepOptions, say: (text: string) => void): Promise<SweepResult> {
  const startedAt = performance.now()
  const tasks = tasksOf(options)
  let done = 0
  const progress = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    say(`sweep: ${seconds} s, ${done} of ${tasks.length} runs`)
  }, PROGRESS_MS)
  const books = { runs: new Array<Run>(), papers: new Array<Paper>() }
  try {
    // A printer speaks one language, so that the agent may ask it.
    for (const group of Map.groupBy(tasks, ({ label }) => label.language).values()) {
      const { runs, papers } = await runAll(group, options, () => (done += 1))
      books.runs.push(...runs)
      books.papers.push(...papers)
    }
  } finally {
    clearInterval(progress)
  }
  return {
    ...judge(books.runs, books.papers),
    timers: options.timers,
    runs: books.runs,
    seconds: (performance.now() - startedAt) / 1_000,
    labels: options.labels.map((label) => ({
      name: label.name,
      bytes: label.bytes,
      positions: positionsIn(label, options.every).length,
    })),
    without: process.env['Agent__WithoutCommit'] ?? null,
  }
}

function tasksOf({ labels, every, timers }: SweepOptions): Task[] {
  const dice = diceOf(SAMPLE_SEED, 'sweep')
  const all = labels.flatMap((label) =>
    positionsIn(label, every).flatMap((position) =>
      TROUBLES.map((trouble) => ({ label, trouble, position })),
    ),
  )
  const sample = all.filter(() => dice.share() < SAMPLE_SHARE)
  // The longest first, so that nobody waits for one that was begun last.
  const isShort = ({ trouble }: { readonly trouble: Trouble }): number => Number(trouble.lastsMs !== null)
  const chosen = timers === 'real' ? sample.toSorted((a, b) => isShort(a) - isShort(b)) : all
  return chosen.map((task, index) => ({ ...task, serial: index + 1 }))
}

interface Books {
  readonly runs: readonly Run[]
  readonly papers: readonly Paper[]
}

async function runAll(tasks: readonly Task[], options: SweepOptions, onRun: () => void): Promise<Books> {
  const queue = [...tasks].toReversed()
  const clock = options.timers === 'real' ? systemClock : hastenedClock(HASTENED_BY)
  const most = options.timers === 'real' ? tasks.length : Math.ceil(tasks.length / RUNS_WORTH_A_STATION)
  const count = Math.min(options.stations, most)
  // One is opened after the other: threads that all start at once would make everything else late.
  let opening: Promise<unknown> = Promise.resolve()
  const working = Array.from({ length: count }, async () => {
    const opened = opening.then(async () => openStation(tasks, clock))
    opening = opened.catch(() => undefined)
    return workThrough(await opened, queue, onRun)
  })
  // All are waited for, so that every printer is stopped before a fault is thrown.
  const results = await Promise.allSettled(working)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  const books = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  return { runs: books.flatMap(({ runs }) => runs), papers: books.flatMap(({ papers }) => papers) }
}

async function openStation(tasks: readonly Task[], clock: Clock): Promise<Station> {
  const [first] = tasks
  if (first === undefined) throw new Error('there is nothing to sweep')
  return Station.open(clock, first.label)
}

async function workThrough(station: Station, queue: Task[], onRun: () => void): Promise<Books> {
  try {
    for (let task = queue.pop(); task !== undefined; task = queue.pop()) {
      await station.run(task)
      onRun()
    }
    return await station.books()
  } finally {
    await station.close()
  }
}
