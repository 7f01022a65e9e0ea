// The bundled agent killed before a label is taken and in the middle of sending it; every other step is in `failpoints.short.test.ts`.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildAgent } from '../../../../scripts/build/build-agent.ts'
import { agentThatDies, reach } from './dying-agent-rig.ts'

beforeAll(async () => void (await buildAgent()))

test('Killed at FP1, before the commit, the label was never taken, and nothing comes out', async () => {
  const agent = await agentThatDies('FP1')
  await agent.send(1)
  await agent.dies()
  await agent.restart()
  expect([await agent.jobs(), agent.paper()]).toEqual([[], 0])
})

test('Killed at FP11, behind the last byte, the label is unknown, is not sent again, and the next one comes out', async () => {
  const agent = await agentThatDies('FP11')
  await agent.send(1)
  await agent.dies()
  await agent.restart()
  expect((await agent.jobs()).map(({ state }) => state)).toEqual(['unknown'])
  await agent.send(2)
  await reach(agent, 'unknown', 'sent_to_printer')
  await until('the paper', () => agent.paper() === 2)
})
