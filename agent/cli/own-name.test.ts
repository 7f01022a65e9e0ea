// Advice names the command as it is called here.
import { expect, test } from 'vitest'
import { inOwnName } from './own-name.ts'

test.each([
  ['type it here with: agent pair CODE', 'type it here with: pharmacy-relay pair CODE'],
  ['(agent keys, agent peers)', '(pharmacy-relay keys, pharmacy-relay peers)'],
  ['Try: "agent help"', 'Try: "pharmacy-relay help"'],
  ['the agent stop is near', 'the agent stop is near'],
  ['Start the agent on PC-1', 'Start the agent on PC-1'],
  ['agents open links', 'agents open links'],
])('%s', (text, expected) => {
  expect(inOwnName(text, 'pharmacy-relay')).toBe(expected)
})
