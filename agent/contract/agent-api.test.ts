// What is read of an agent that was updated while an icon or a page of the version before went on.
import { laterMessages } from '@pharmacy-relay/shared/test/later-messages.ts'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { AGENT_STATUS } from '../test/agent-status.ts'
import { AgentApi, agentMethods } from './agent-api.ts'
import { callAgent, readAgentReply } from './agent-client.ts'

const answering = agentMethods.filter((method) => AgentApi[method].reply !== null)

describe.each(answering)('the reply of %s', (method) => {
  test('is read whatever field, value or kind is new', () => {
    for (const { what, sent, read } of laterMessages(AgentApi[method].reply as z.ZodType))
      expect(readAgentReply(method, sent), what).toEqual(readAgentReply(method, read))
  })
})

test('A refusal with a code that only a later agent knows is one of the agent itself', async () => {
  const body = Buffer.from(JSON.stringify({ code: 'from_the_future', detail: 'not now', later: 1 }))
  const asked = callAgent(async () => ({ status: 409, body }), 'status', null)
  await expect(asked).rejects.toMatchObject({ code: 'internal', message: 'not now' })
})

test('what is missing or of another kind is refused', () => {
  expect(() => readAgentReply('status', { ...AGENT_STATUS, mood: 'good', pid: 'seven' })).toThrow('pid')
  const { hubUrl: _hubUrl, ...without } = AGENT_STATUS
  expect(() => readAgentReply('status', without)).toThrow('hubUrl')
})
