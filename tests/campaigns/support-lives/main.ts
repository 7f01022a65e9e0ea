// `npm run support-lives -- --lives 20000 --seed 1`: random lives of support tasks, by number.
import { seedOption, whole } from '../../kit/options.ts'
import { runProgram, stopSignal } from '../../kit/program.ts'
import { withOwnDatabase } from '../presence-model/own-database.ts'
import { inMemory, runLives, type LivesResult } from './run-lives.ts'
import { onPostgres } from './sql-place.ts'

const MOST = 999_999_999

await runProgram({
  name: 'support-lives',
  about: `Random lives of support tasks: two portals, three computers, three of staff and a store API, whose connections break and
which restart, while news come twice and late; code 1 when a client ended with another list, a message was lost, doubled or
out of order, or a task had two who claimed it. Lives of the store in memory, and with --postgres some on the real one.`,
  options: {
    lives: whole('lives with the store in memory', { low: 0, high: MOST, fallback: 1_000 }),
    postgres: whole('lives with the store on PostgreSQL', { low: 0, high: MOST, fallback: 0 }),
    seed: seedOption,
    from: whole('the same lives from that one on', { low: 0, high: MOST, fallback: 0 }),
  },
  run: async ({ lives, postgres, seed, from }, tell) => {
    const rest = { seed, from, leftOut: null, stopping: stopSignal(), tell, mostBroken: 20 }
    const parts: string[] = []
    const results: LivesResult[] = []
    const note = (where: string, result: LivesResult): void => {
      results.push(result)
      parts.push(lineOf(where, seed, result))
    }
    if (lives > 0) note('in memory', await runLives({ ...rest, lives, placeOf: inMemory }))
    if (postgres > 0)
      await withOwnDatabase(async (db) =>
        note('on PostgreSQL', await runLives({ ...rest, lives: postgres, placeOf: onPostgres(db) })),
      )
    const isGood = results.every(({ broken }) => broken.length === 0)
    return { text: [...parts, ...results.flatMap(({ broken }) => broken)].join('\n'), isGood }
  },
})

function lineOf(where: string, seed: number, { done, seconds, counts, broken }: LivesResult): string {
  const { tasks, messages, faults } = counts
  return `${done} lives ${where}, seed ${seed}, in ${seconds.toFixed(0)} s: ${tasks} tasks, ${messages} messages, ${faults} faults; ${broken.length} of ${done} broke a promise`
}
