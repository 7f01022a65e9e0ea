// What a person at a computer asks of support: in the name of his own session, and never before it is open.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { startTestHub } from '../test/test-hub.ts'

const TASK = {
  id: 7,
  state: 'new',
  subject: null,
  claimedByName: null,
  lastSeq: 0,
  readSeq: 0,
  isSolved: null,
  createdAt: '2026-11-20T09:00:00.000Z',
} as const

const request = () => ({
  clientId: randomUUID(),
  text: 'No label',
  diagnosis: null,
  language: 'de',
  contactName: null,
})

/** A hub whose desk keeps what it is asked, and answers or refuses. */
async function startDesk(refuse: ProblemError | null = null) {
  const asked: { readonly name: string; readonly body: unknown }[] = []
  const hub = await startTestHub({
    helpDesk: async (name, body) => {
      asked.push({ name, body })
      if (refuse !== null) throw refuse
      return Promise.resolve((name === 'listHelpTasks' ? { tasks: [TASK] } : TASK) as never)
    },
  })
  return { hub, asked }
}

test('words go to the store API with the session of the device, which nothing that is sent can replace', async () => {
  const { hub, asked } = await startDesk()
  const device = await hub.register()
  const sent = { ...request(), sessionId: randomUUID() }
  expect(await device.ask('AskForHelpAsync', sent as never).catch(() => null)).toBeNull()
  const clean = request()
  expect(await device.ask('AskForHelpAsync', clean)).toEqual(TASK)
  expect(await device.ask('ListHelpTasksAsync')).toEqual([TASK])
  const { connectionId: sessionId } = device.identity
  expect(asked).toEqual([
    { name: 'askForHelp', body: { ...clean, sessionId } },
    { name: 'listHelpTasks', body: { sessionId } },
  ])
})

test('before the device is registered nothing is asked', async () => {
  const { hub, asked } = await startDesk()
  const device = await hub.connect()
  await expect(device.ask('AskForHelpAsync', request())).rejects.toMatchObject({ code: 'NOT_REGISTERED' })
  expect(asked).toEqual([])
})

test.each([
  [new ProblemError('state_conflict', reason('help_too_many', { max: 3 })), 'FORBIDDEN', 'help_too_many'],
  [new ProblemError('rate_limited', reason('help_too_often', {})), 'RATE_LIMITED', 'help_too_often'],
  [new ProblemError('not_found', 'There is no such support task'), 'FORBIDDEN', undefined],
  [new ProblemError('upstream_timeout', 'No answer'), 'UNAVAILABLE', undefined],
])('a refusal %# comes back as a code with its reason', async (refusal, code, why) => {
  const { hub } = await startDesk(refusal)
  const device = await hub.register()
  const failed = await device.ask('AskForHelpAsync', request()).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code, ...(why === undefined ? {} : { reason: { code: why } }) })
})

test('a device that floods the desk is told so, and another one is not kept out', async () => {
  const { hub, asked } = await startDesk()
  const [flooding, other] = [await hub.register(), await hub.register()]
  const answers = await Promise.allSettled(
    Array.from({ length: 200 }, async () => flooding.ask('ListHelpTasksAsync')),
  )
  expect(answers.some(({ status }) => status === 'rejected')).toBe(true)
  expect(asked.length).toBeLessThan(200)
  expect(await other.ask('ListHelpTasksAsync')).toEqual([TASK])
})

test('a hub without a desk says that it knows none', async () => {
  const hub = await startTestHub()
  const device = await hub.register()
  await expect(device.ask('ListHelpTasksAsync')).rejects.toMatchObject({ code: 'NOT_SUPPORTED' })
})
