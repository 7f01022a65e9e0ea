// The promises of the spool over random lives of it: a short, fixed form. The long one takes minutes and prints its seed:
//
//   Schedules=1000000 npx vitest run agent/core/spool/schedules.test.ts       Seed=… runs the same ones again
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { schedule, World } from './test/schedule.ts'

const { Schedules, Seed } = process.env
const isLong = Schedules !== undefined
const parameters = {
  numRuns: Number(Schedules ?? 4_000),
  seed: Number(Seed ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 20_261_120)),
}
/** The short one only ends a hang. */
const LIMIT_MS = isLong ? 4 * 3_600_000 : 900_000
/** Until all is seen; memory, and time, bound how many are looked through. */
const COUNTED = { ...parameters, numRuns: 10_000 }
const WANTED = [
  'sent twice',
  'interrupted',
  'told ahead and not begun',
  'again after a crash',
  'printed after a crash',
  'reprinted',
  'clock',
  'again after a break',
  'printed after a break',
  'may print it later',
  'decided after a stop',
  'sent_to_printer',
  'printed',
  'unknown',
  'failed',
  'cancelled',
  'expired',
  'held',
] as const
if (isLong) process.stdout.write(`${parameters.numRuns} schedules, Seed=${parameters.seed}\n`)

test(
  'Nothing accepted is lost, nothing is printed twice by itself, and every label has an end',
  async () => {
    await fc.assert(
      fc.asyncProperty(schedule, async (life) => new World(life).run(life)),
      parameters,
    )
  },
  LIMIT_MS,
)

test(
  'The schedules reach what they are for: crashes while sending, breaks, second tries, verdicts and reprints',
  async () => {
    const seen = new Map<string, number>()
    const count = (what: string, isSeen: boolean): void =>
      void seen.set(what, (seen.get(what) ?? 0) + (isSeen ? 1 : 0))
    const missing = () => WANTED.filter((what) => (seen.get(what) ?? 0) === 0)
    for (const life of fc.sample(schedule, COUNTED)) {
      if (missing().length === 0) break
      const world = new World(life)
      await world.run(life)
      const steps = world.disk.jobs.flatMap((job) => job.steps.map((step) => codesOf(step)))
      const titles = world.printer.sent.map(({ title }) => title)
      count('sent twice', new Set(titles).size < titles.length)
      count(
        'interrupted',
        steps.some((codes) => codes.startsWith('agent_ended')),
      )
      count(
        'told ahead and not begun',
        world.disk.jobs.some((job) =>
          job.steps.some(
            ({ state, reasons }, at) =>
              state === 'waiting_for_printer' &&
              reasons.length === 0 &&
              job.steps[at - 1]?.state === 'sending',
          ),
        ),
      )
      count(
        'again after a crash',
        steps.some((codes) => codes === 'agent_ended nothing_came'),
      )
      count(
        'printed after a crash',
        steps.some((codes) => codes === 'agent_ended it_came'),
      )
      count(
        'reprinted',
        world.disk.jobs.some(({ row }) => row.reprint !== null),
      )
      count(
        'clock',
        steps.some((codes) => codes.includes('clock_jumped')),
      )
      const brokeOff = steps.filter((codes) => codes.startsWith('connection_reset'))
      count(
        'again after a break',
        brokeOff.some((codes) => codes.endsWith('nothing_came')),
      )
      count(
        'printed after a break',
        brokeOff.some((codes) => codes.endsWith('it_came')),
      )
      count(
        'may print it later',
        steps.some((codes) => codes.includes('maybe_later')),
      )
      count(
        'decided after a stop',
        world.disk.jobs.some((job) => {
          const codes = job.steps.map((step) => codesOf(step))
          const at = codes.findIndex((one) => one.includes('may_still_come'))
          return at >= 0 && codes.slice(at).some((one) => one.endsWith('it_came'))
        }),
      )
      for (const { row } of world.disk.jobs) count(row.state, true)
    }
    expect(missing()).toEqual([])
  },
  LIMIT_MS,
)
