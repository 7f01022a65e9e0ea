// The bundled agent killed at every named step of a label, and started again: nothing accepted is lost, nothing comes
// out twice, and what is in doubt says so. A campaign of thousands is a command of its own.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { setTimeout as delay } from 'node:timers/promises'
import { buildAgent } from '../../../../scripts/build/build-agent.ts'
import { agentThatDies, reach } from './dying-agent-rig.ts'

/** Longer than the agent waits before it looks at a printer that is idle. */
const IDLE_MS = 7_500

beforeAll(async () => void (await buildAgent()))

describe('Killed before the commit', () => {
  test.each(['FP0', 'FP1'])('at %s the label was never taken, and nothing comes out', async (name) => {
    const agent = await agentThatDies(name)
    // The system closes for a process that was killed, so that a raw sender cannot see the difference.
    await agent.send(1)
    await agent.dies()
    await agent.restart()
    expect([await agent.jobs(), agent.paper()]).toEqual([[], 0])
  })
})

test('Killed at FP2, behind the commit of a label that waits its turn, each comes out after the restart, once', async () => {
  const agent = await agentThatDies('FP2:2')
  // A printer that is away is tried now and then, and a kill in a try leaves a doubt: paused, nothing is tried.
  await agent.ask('pause', { minutes: 30 })
  await agent.send(1)
  await reach(agent, 'waiting_for_printer')
  await agent.send(2)
  await agent.dies()
  await agent.restart()
  await agent.ask('resume', null)
  await reach(agent, 'sent_to_printer', 'sent_to_printer')
  expect(agent.paper()).toBe(2)
})

describe('Killed while it sends to a printer of which nothing is known yet', () => {
  // A label with nothing before it is committed with its first try: at FP2 it stands as at FP9.
  test.each([
    ['FP2', 0],
    ['FP9', 0],
    ['FP10', 0],
    ['FP11', 1],
    ['FP12', 1],
  ] as const)(
    'at %s the label is unknown, is not sent again, and the next one comes out',
    async (name, onPaper) => {
      const agent = await agentThatDies(name)
      await agent.send(1)
      await agent.dies()
      await agent.restart()
      expect((await agent.jobs()).map(({ state }) => state)).toEqual(['unknown'])
      await agent.send(2)
      await reach(agent, 'unknown', 'sent_to_printer')
      await until('the paper', () => agent.paper() === onPaper + 1)
    },
  )

  test('at FP13, behind the commit of the outcome, nothing is in doubt', async () => {
    const agent = await agentThatDies('FP13')
    await agent.send(1)
    await agent.dies()
    await agent.restart()
    await reach(agent, 'sent_to_printer')
    await until('the paper', () => agent.paper() === 1)
  })
})

describe('Killed while it sends to a printer that counts its labels', () => {
  test.each([
    ['FP2', 'behind the commit', 'printed'],
    ['FP9', 'before the first byte', 'printed'],
    ['FP12', 'behind the confirmation', 'printed'],
  ] as const)('at %s, %s, the counter decides: each label comes out once', async (name, _where, state) => {
    const agent = await agentThatDies(`${name}:4`)
    for (const n of [1, 2]) await agent.send(n)
    await reach(agent, 'sent_to_printer', 'sent_to_printer')
    await delay(IDLE_MS)
    await agent.send(3)
    await reach(agent, 'sent_to_printer', 'sent_to_printer', 'printed')
    await agent.send(4)
    await agent.dies()
    await agent.restart()
    await reach(agent, 'sent_to_printer', 'sent_to_printer', 'printed', state)
    expect(agent.paper()).toBe(4)
  })
})
