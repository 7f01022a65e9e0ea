// What a person reads about updates at a terminal.
import type { UpdatesStatus } from '../../contract/updates.ts'
import { expect, test } from 'vitest'
import { parseCommandLine } from '../arguments.ts'
import { updatesText } from './update-commands.ts'

const AT = '2026-11-22T09:00:00.000Z'
const status: UpdatesStatus = {
  version: '1.0.0',
  step: 'idle',
  off: null,
  lastCheckAt: AT,
  nextCheckAt: AT,
  offered: null,
  previous: null,
  fault: null,
}

test('An agent that was started by hand says why it looks for none', () => {
  const text = updatesText({ ...status, step: 'off', off: 'no_launcher', nextCheckAt: null })
  expect(text).toContain('The agent was started by hand')
})

test('What is offered, how far it is, and what went wrong stand in one place', () => {
  const offered = { version: '1.1.0', publishedAt: AT, bytes: 4_194_304, fetchedBytes: 1_048_576 }
  const text = updatesText({
    ...status,
    step: 'fetching',
    previous: '0.9.0',
    offered: { ...offered, rolloutPercent: 100, isForThisComputer: true },
    fault: { code: 'not_online', version: '1.1.0', at: AT, detail: 'did not reach the hub in time' },
  })
  expect(text).toContain('1.1.0, 4.0 MiB, published 2026-11-22. 25 % fetched.')
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'The new version did not reach the hub, so the one before runs. (1.1.0)',
  )
  expect(text).toContain('0.9.0; agent updates back goes back to it')
})

test.each([
  [['updates'], 'show'],
  [['updates', 'check'], 'check'],
  [['updates', 'back'], 'back'],
])('"agent %s" asks for it', (args, act) => {
  expect(parseCommandLine(args).command).toEqual({ kind: 'updates', act })
})

test('"agent updates" takes nothing else', () => {
  expect(() => parseCommandLine(['updates', 'forth'])).toThrow('takes nothing, check or back')
})
