// `service install --pair`: whatever becomes of the code, the service is installed and runs, and a person reads what to do.
import path from 'node:path'
import { ControlServer } from '../core/control/control-server.ts'
import { AGENT_STATUS } from '../test/agent-status.ts'
import { handlersThatAnswer } from '../test/handlers.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { startAgent, type AgentOptions, type InProcessAgent } from '../test/in-process-agent.ts'
import { serviceOf } from '../test/installed-service.ts'
import { pairInstalled } from './install-pairing.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { startTestHub } from '../test/test-hub.ts'

const RUNS = { isInstalled: true, isRunning: true, startsWithComputer: true }
const ANY_FORM = /BCDF-?GHJK/i

interface Rig {
  /** With that code; the first time the agent starts. */
  install(code: string, more?: { readonly hubUrl?: string; readonly again?: boolean }): Promise<unknown>
  readonly state: () => Promise<unknown>
  /** Once it was installed. */
  readonly agent: () => InProcessAgent
}

/** `over`: of the agent that the service is; `prepare` comes once it is there and before it is asked. */
function rig(over: AgentOptions, prepare: (agent: InProcessAgent) => void = () => undefined): Rig {
  const { dataFolder = temporaryFolder() } = over
  let agent: InProcessAgent | null = null
  const { service, order } = serviceOf(dataFolder, async () => {
    if (agent !== null) return
    agent = await startAgent({ printers: '', ...over, dataFolder })
    prepare(agent)
  })
  return {
    install: async (code, { hubUrl = null, again = false } = {}) =>
      service.install({ ...order, again, pair: { code, hubUrl } }),
    state: async () => service.system.look(),
    agent: () => {
      if (agent === null) throw new Error('it was not installed')
      return agent
    },
  }
}

/** What a person reads; fails where it was paired. */
async function refused(doing: Promise<unknown>): Promise<{ code: unknown; message: string }> {
  const error = await doing.then(
    () => new Error('it was paired'),
    (caught: unknown) => caught,
  )
  if (!(error instanceof Error)) throw new Error('no error')
  return { code: 'code' in error ? error.code : null, message: error.message }
}

describe('a code that is good', () => {
  test('pairs as it is typed, once; done again it is a remark and not a fault', async () => {
    const one = rig({ address: '127.0.1.210', isUnpaired: true })
    expect(await one.install(' bcdf-ghjk ')).toMatchObject({
      state: RUNS,
      remarks: [],
      paired: { state: 'paired', pharmacyName: 'Central' },
    })
    const { hub, log, ask } = one.agent()
    await until('it is online', async () => (await ask('status', null)).hub.state === 'online')
    const again = await one.install('BCDF-GHJK', { again: true })
    expect(again).toMatchObject({ state: RUNS, paired: null })
    expect(again).toMatchObject({
      remarks: [expect.stringMatching(/paired with Central already.*pharmacy-relay pair CODE --again$/)],
    })
    expect(hub.pairings).toHaveLength(1)
    expect(log()).not.toMatch(ANY_FORM)
  })

  test('lets a computer in again that was shut out, also before it heard that', async () => {
    const dataFolder = temporaryFolder()
    const before = await startAgent({ address: '127.0.1.211', printers: '', dataFolder })
    await before.stop()
    const hub = await startTestHub()
    hub.refuseRegistration = { code: 'REVOKED', message: 'Not any more' }
    const one = rig({ address: '127.0.1.211', dataFolder, hub, isUnpaired: true })
    expect(await one.install('BCDF-GHJK')).toMatchObject({ paired: { pharmacyName: 'Central' } })
    expect(hub.pairings).toHaveLength(1)
  })

  test('leads to the wait for an approval where there is one', async () => {
    const one = rig({ address: '127.0.1.212', isUnpaired: true }, ({ hub }) => {
      hub.pairingAnswer = { state: 'waiting', pharmacyId: 7, pharmacyName: 'Central' }
    })
    expect(await one.install('BCDF-GHJK')).toMatchObject({ state: RUNS, paired: { state: 'waiting' } })
  })
})

describe('the service runs and says what to do', () => {
  test('when the code is wrong, used up or too old', async () => {
    const one = rig({ address: '127.0.1.213', isUnpaired: true }, ({ hub }) => {
      hub.refusePairing = { code: 'PAIRING_REFUSED', message: 'The code is wrong, used up or too old' }
    })
    const { code, message } = await refused(one.install('BCDF-GHJK'))
    expect(code).toBe('request_refused')
    expect(message.split('\n')).toEqual([
      'The service is installed and runs, but this computer was not paired.',
      'Not paired: The code is wrong, used up or too old',
      'Then pair it in the window of Pharmacy Relay, or with: pharmacy-relay pair CODE',
    ])
    expect(await one.state()).toEqual(RUNS)
    expect(message + one.agent().log()).not.toMatch(ANY_FORM)
    expect(await one.agent().ask('status', null)).toMatchObject({ pharmacyId: null })
  })

  test('when it is no code at all, which nobody hears of', async () => {
    const one = rig({ address: '127.0.1.214', isUnpaired: true })
    const { code, message } = await refused(one.install('BCDF-GHJA'))
    expect({ code, message }).toEqual({ code: 'invalid', message: expect.stringContaining('eight letters') })
    expect(await one.state()).toEqual(RUNS)
    expect(message).not.toContain('BCDF-GHJA')
    expect(one.agent().hub.pairings).toEqual([])
  })

  test('when there is no network, with the address that was given', async () => {
    const one = rig({ address: '127.0.1.215', hubUrlBySetting: true, isUnpaired: true })
    const away = { hubUrl: 'http://127.0.0.1:1' }
    const { code, message } = await refused(one.install('BCDF-GHJK', away))
    expect(code).toBe('upstream_unavailable')
    expect(message).toContain('Check the internet connection')
    expect(message).toMatch(/pharmacy-relay pair CODE --hub http:\/\/127\.0\.0\.1:1$/)
    expect(await one.state()).toEqual(RUNS)
    expect(await one.agent().ask('status', null)).toMatchObject({ pharmacyId: null, hubUrl: null })
  })

  test('when no address of a portal is known, or a wrong one was given', async () => {
    const one = rig({ address: '127.0.1.216', hubUrlBySetting: true, isUnpaired: true })
    expect((await refused(one.install('BCDF-GHJK'))).message).toContain('--hub https://portal.example')
    const clear = { hubUrl: 'http://portal.example', again: true }
    expect(await refused(one.install('BCDF-GHJK', clear))).toMatchObject({ code: 'invalid' })
  })

  test('when it was paired before and its hub is away: it stays where it is', async () => {
    const dataFolder = temporaryFolder()
    const before = await startAgent({ address: '127.0.1.217', printers: '', dataFolder })
    await before.stop()
    const one = rig({ address: '127.0.1.217', dataFolder, isHubAway: true })
    expect(await one.install('BCDF-GHJK')).toMatchObject({
      state: RUNS,
      paired: null,
      remarks: [expect.stringContaining('paired with Central already')],
    })
    onTestFinished(() => expect(one.agent().hub.pairings).toEqual([]))
  })
})

test('an agent that has only begun to start is asked again, until its hub said whether it lets it in', async () => {
  const controlSocket = path.join(temporaryFolder(), 'agent.sock')
  const nextTryAt = '2026-11-20T09:00:00.000Z'
  const hubs = [
    { state: 'off', why: 'Not started' },
    { state: 'connecting', attempt: 1, since: nextTryAt },
    { state: 'refused', code: 'REVOKED', why: 'Not any more', nextTryAt },
  ]
  const asked = await answering(controlSocket, (method) =>
    method === 'pair'
      ? { state: 'paired', pharmacyId: 7, pharmacyName: 'Central' }
      : { ...AGENT_STATUS, hub: hubs.length > 1 ? hubs.shift() : hubs[0] },
  )
  const pairing = { code: 'BCDF-GHJK', hubUrl: null }
  const { answer } = await pairInstalled(pairing, { controlSocket, command: 'pharmacy-relay' })
  expect(answer).toMatchObject({ state: 'paired' })
  expect(asked).toEqual(['status', 'status', 'status', 'pair'])
})

/** An agent's control socket with the answers of the test; returns what it was asked, as that grows. */
async function answering(path: string, answer: (method: string) => unknown): Promise<string[]> {
  const asked: string[] = []
  const answered = (method: 'status' | 'pair') => async () => {
    asked.push(method)
    return answer(method) as never
  }
  const handlers = handlersThatAnswer({ status: answered('status'), pair: answered('pair') })
  const server = new ControlServer({ path, handlers: () => handlers, logger: silentLogger })
  onTestFinished(async () => server.stop())
  await server.start()
  return asked
}
