// The promises of a Client's spool over random lives of it; the long form as in schedules.test.ts:
//
//   Schedules=1000000 npx vitest run agent/core/spool/forward-schedules.test.ts       Seed=… runs the same ones again
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forwardSchedule, ForwardWorld } from './test/forward-schedule.ts'

const { Schedules, Seed } = process.env
const isLong = Schedules !== undefined
const parameters = {
  numRuns: Number(Schedules ?? 500),
  seed: Number(Seed ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 20_261_121)),
}
/** The short one only ends a hang. */
const LIMIT_MS = isLong ? 4 * 3_600_000 : 900_000
if (isLong) process.stdout.write(`${parameters.numRuns} schedules, Seed=${parameters.seed}\n`)

test(
  'No label is lost, none comes out both here and there or twice, and none is called what it is not',
  async () => {
    await fc.assert(
      fc.asyncProperty(forwardSchedule, async (choices) => {
        const world = new ForwardWorld()
        try {
          await world.run(choices)
        } catch (error) {
          throw new Error(world.story.join(', '), { cause: error })
        }
      }),
      parameters,
    )
  },
  LIMIT_MS,
)

test(
  'The schedules reach what they are for: repeats, late arrivals, doubts, labels printed here after all',
  async () => {
    const seen = new Set<string>()
    for (const choices of fc.sample(forwardSchedule, { ...parameters, numRuns: 500 })) {
      const world = new ForwardWorld()
      await world.run(choices)
      const { host, disk, story, printedHere } = world
      if (new Set(host.asked).size < host.asked.length) seen.add('delivered again')
      if (story.includes('comes late') && story.includes('crash')) seen.add('late after a crash')
      if (printedHere.length > 0) seen.add('printed here')
      for (const { row, steps } of disk.jobs) {
        seen.add(row.state)
        for (const step of steps) if (codesOf(step) === 'gone_elsewhere') seen.add('asked about')
      }
    }
    const wanted = [
      'delivered again',
      'late after a crash',
      'printed here',
      'asked about',
      'forwarded',
      'failed',
      'sent_to_printer',
      'printed',
      'unknown',
      'cancelled',
      'expired',
    ]
    expect(wanted.filter((what) => !seen.has(what))).toEqual([])
  },
  LIMIT_MS,
)

test(
  'A receiver that forgets its ids is found out',
  async () => {
    const run = async (choices: number[]): Promise<void> => {
      const world = new ForwardWorld()
      world.host.isForgetful = true
      await world.run(choices)
    }
    const result = await fc.check(fc.asyncProperty(forwardSchedule, run), {
      ...parameters,
      endOnFailure: true,
    })
    expect(String(result.errorInstance)).toContain('R3: no label comes out twice')
  },
  LIMIT_MS,
)
