// To which agent a tray belongs, and when it starts one itself.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { expect, test } from 'vitest'
import { ZodError } from 'zod'
import { NotRunningError } from '../contract/socket-client.ts'
import { silenceOf } from './agent-watch.ts'
import { saidOf, shouldGiveWay, shouldStartOwn, socketsOf, type Situation } from './attach.ts'

const alone: Situation = { silence: 'not_running', hasService: false, ownsAgent: false, waitedMs: 60_000 }

test.each([
  ['nobody answers and there is no service', {}, true],
  ['nobody knows yet whether there is a service', { hasService: null }, false],
  ['a service is there and away for the moment', { hasService: true }, false],
  ['it has started one already', { ownsAgent: true }, false],
  ['an agent is there that this user may not ask', { silence: 'not_allowed' }, false],
  ['an agent is there that hangs', { silence: 'not_answering' }, false],
] as const)('starts an agent when %s', (_when, situation, starts) => {
  expect(shouldStartOwn({ ...alone, ...situation })).toBe(starts)
})

test('its own agent gives way to a service that was installed meanwhile, and to nothing else', () => {
  const sockets = ['/service.sock', '/own.sock']
  expect(shouldGiveWay('/service.sock', sockets, true)).toBe(true)
  expect(shouldGiveWay('/own.sock', sockets, true)).toBe(false)
  expect(shouldGiveWay('/service.sock', sockets, false)).toBe(false)
  expect(shouldGiveWay('/own.sock', ['/own.sock'], true)).toBe(false)
})

test('an agent is said to be starting for 20 s, and to be missing afterwards', () => {
  expect(saidOf({ ...alone, waitedMs: 19_999 })).toBe('starting')
  expect(saidOf({ ...alone, waitedMs: 20_000 })).toBe('not_running')
  expect(saidOf({ ...alone, silence: 'not_allowed', waitedMs: 0 })).toBe('not_allowed')
})

test('looks for the service first, then for the agent of this user', () => {
  expect(socketsOf({}, { platform: 'linux', homeFolder: '/home/anna' })).toEqual([
    '/var/lib/pharmacy-relay/agent.sock',
    '/home/anna/.local/share/pharmacy-relay/agent.sock',
  ])
  expect(
    socketsOf({ ProgramData: 'C:\\ProgramData' }, { platform: 'win32', homeFolder: 'C:\\Users\\anna' }),
  ).toHaveLength(1)
  expect(
    socketsOf({ Agent__ControlSocket: '/run/x.sock' }, { platform: 'linux', homeFolder: '/home/anna' }),
  ).toEqual(['/run/x.sock'])
})

test.each([
  [new NotRunningError('no'), 'not_running'],
  [new ProblemError('role_not_allowed', 'no'), 'not_allowed'],
  [new ProblemError('device_timeout', 'no'), 'not_answering'],
  [new ProblemError('unavailable', 'no'), 'not_answering'],
  [new ProblemError('not_supported', 'no'), 'not_understood'],
  [new ZodError([]), 'not_understood'],
  [new SyntaxError('no JSON'), 'not_understood'],
])('an agent that fails with %o is %s', (error, silence) => {
  expect(silenceOf(error)).toBe(silence)
})
