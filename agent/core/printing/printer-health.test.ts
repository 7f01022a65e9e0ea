// What is known of the chosen printer beside what it says itself: that its model prints documents.
import { expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { PrinterHealth } from './printer-health.ts'

test('A printer of documents is known as one, and it is told when that comes out', async () => {
  const offices = new Set<string>()
  let changes = 0
  let looks = 0
  const clock = new SteppedClock()
  const health = new PrinterHealth({
    talk: {
      ask: async () => Promise.resolve(null),
      knock: async () => {
        looks += 1
        return Promise.resolve({ kind: 'there' as const })
      },
      isLeftAlone: () => false,
      isQueue: () => true,
    },
    presence: async () => Promise.resolve({ state: 'present' as const, reason: null }),
    onQuestion: () => () => undefined,
    isAwaited: () => false,
    isOffice: (printer) => offices.has(printer),
    clock,
    onChange: () => (changes += 1),
  })
  health.follow('win:Printer 1')
  await until('the first look', () => looks === 1 && clock.pending() === 1)
  expect(health.seen()).toMatchObject({ isOffice: false, conditions: [] })
  const before = changes
  // The system names its model a moment later.
  offices.add('win:Printer 1')
  clock.stepMs(clock.nextInMs() ?? 0)
  await until('the second look', () => looks === 2 && changes > before)
  expect(health.seen()).toMatchObject({ isOffice: true, conditions: [] })
  health.follow('win:ZD421')
  expect(health.seen()).toMatchObject({ isOffice: false })
  health.stop()
})
