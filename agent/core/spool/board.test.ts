// What a person is told of a label that another computer took and says nothing of.
import { instant } from '@pharmacy-relay/shared/clock.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { expect, test } from 'vitest'
import { Board } from './board.ts'

test.each([
  ['', 'the computer that has the printer has not said yet what became of it'],
  ['through the hub', 'the computer that has the printer has not said yet what became of it'],
  ['PC-2: paper out', 'PC-2: paper out'],
])('forwarded 11 s ago, "%s": %s', (reason, told) => {
  const clock = new SteppedClock()
  const board = new Board(clock)
  const at = instant(clock.wallMs())
  const job: PrintJob = {
    ...{ id: '00000000-0000-4000-8000-000000000000', n: 1, state: 'forwarded', reason },
    ...{ sender: '127.0.0.1', bytes: 9, language: 'zpl', destination: 'PC-2', attempts: 1 },
    ...{ acceptedAt: at, changedAt: at },
  }
  board.set(job)
  expect(board.status()).toMatchObject({ waiting: 0, look: null })
  clock.stepMs(11_000)
  expect(board.status()).toMatchObject({ waiting: 1, look: { n: 1, reason: told } })
})
