// When a printer is asked again.
import { expect, test } from 'vitest'
import { afterPoll, BEFORE_FIRST_POLL, pollDelayMs, type PollOutcome } from './poll-delay.ts'

const delayAfter = (...outcomes: readonly PollOutcome[]): number =>
  pollDelayMs(outcomes.reduce(afterPoll, BEFORE_FIRST_POLL)) / 1_000

test.each<[string, PollOutcome[], number]>([
  ['at first', [], 60],
  ['that answers', [40, 50, 45], 60],
  ['that is silent once', [40, 'silent'], 120],
  ['that is silent twice', [40, 'silent', 'silent'], 240],
  ['that is silent for long', Array<PollOutcome>(40).fill('silent'), 600],
  ['that answers again', [40, 'silent', 'silent', 60], 60],
  ['that is asked for the first time and slow', [2_000], 120],
  ['that got slower', [40, 40, 900], 120],
  ['that stays slower', [40, 900, 900, 900, 900, 900], 600],
  ['that is a little slower', [40, 300], 60],
  ['that was always rather slow', [450, 480, 490], 60],
  ['that had labels instead', [40, 'silent', 'not asked', 'not asked'], 120],
])('a printer %s', (_name, outcomes, seconds) => expect(delayAfter(...outcomes)).toBe(seconds))
