// A whole agent and a hub: paired with a code, moved to another pharmacy, made a computer of its own.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { X509Certificate } from 'node:crypto'
import type { AgentParams } from '../../contract/agent-api.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { assignmentOf } from '../assignment/test-assignment.ts'
import {
  assignServer,
  startAgent,
  type AgentOptions,
  type InProcessAgent,
} from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { startTestHub } from '../../test/test-hub.ts'
import { SETTLE_MS } from '../keys/key-rotation.ts'

const request = (over: Partial<AgentParams<'pair'>> = {}) => ({
  code: 'BCDFGHJK',
  again: false,
  hubUrl: null,
  ...over,
})
const NORTH = { pharmacyId: 8, pharmacyName: 'North' }

const unpaired = async (address: string, over: Partial<AgentOptions> = {}) =>
  startAgent({ address, isUnpaired: true, printers: '', ...over })

const reaches = async (agent: InProcessAgent, state: string) =>
  until(`state ${state}`, async () => (await agent.ask('status', null)).hub.state === state)

describe('agent pair', () => {
  test('brings the code with a proven key, and the computer registers in that pharmacy, also at the next start', async () => {
    const dataFolder = temporaryFolder()
    const agent = await unpaired('127.0.1.71', { dataFolder })
    const before = await agent.ask('status', null)
    expect(before).toMatchObject({ pharmacyId: null, pharmacyName: null, hub: { state: 'off' } })
    expect(before.hub).toMatchObject({ why: expect.stringContaining('agent pair CODE') as unknown })
    expect(await agent.ask('pair', request())).toEqual({
      state: 'paired',
      pharmacyId: 7,
      pharmacyName: 'Central',
    })
    await reaches(agent, 'online')
    expect(agent.hub.pairings).toEqual([{ code: 'BCDFGHJK', computerName: 'PC-71', username: 'test' }])
    expect(agent.hub.registrations.map(({ pharmacyId }) => pharmacyId)).toEqual([7])
    expect(new Set(agent.hub.proofs.map(({ certificate }) => certificate)).size).toBe(1)
    await agent.stop()
    const again = await startAgent({ address: '127.0.1.71', printers: '', dataFolder })
    expect(await again.ask('status', null)).toMatchObject({ pharmacyId: 7, pharmacyName: 'Central' })
    expect(again.hub.pairings).toEqual([])
    expect(again.hub.proofs[0]?.certificate).toBe(agent.hub.proofs[0]?.certificate)
  })

  test('keeps the gateway that comes with the answer, where labels of patients may go: encrypted, or to this computer', async () => {
    const agent = await unpaired('127.0.1.79')
    const gateway = async () =>
      (await agent.ask('getSettings', null)).find(({ name }) => name === 'GatewayUrl')?.value
    agent.hub.pairingAnswer = { ...agent.hub.pairingAnswer, gatewayUrl: 'https://gateway.example' }
    await agent.ask('pair', request())
    expect(await gateway()).toBe('https://gateway.example')
    await agent.ask('pair', request({ again: true }))
    expect(await gateway()).toBe('https://gateway.example')
    agent.hub.pairingAnswer = { ...agent.hub.pairingAnswer, gatewayUrl: 'http://gateway.example' }
    await agent.ask('pair', request({ again: true }))
    expect(await gateway()).toBe(null)
  })

  test('says why it was not paired, and what to do', async () => {
    const agent = await unpaired('127.0.1.72')
    const { hub } = agent
    hub.refusePairing = { code: 'PAIRING_REFUSED', message: 'The code is wrong, used up or too old' }
    await expect(agent.ask('pair', request())).rejects.toMatchObject({
      code: 'request_refused',
      message: 'Not paired: The code is wrong, used up or too old',
    })
    hub.refusePairing = { code: 'RATE_LIMITED', message: 'Slowly', retryAfterMs: 41_000 }
    await expect(agent.ask('pair', request())).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Not paired: too many tries. Try again in 41 s',
    })
    hub.refusePairing = { code: 'RATE_LIMITED', message: 'Wait 9 hours', retryAfterMs: 3_600_000 }
    await expect(agent.ask('pair', request())).rejects.toThrow('Not paired: Wait 9 hours')
    hub.refusePairing = { code: 'QUEUE_FULL', message: 'The pharmacy has too many computers' }
    await expect(agent.ask('pair', request())).rejects.toMatchObject({ code: 'state_conflict' })
    hub.refuseHandshake = { code: 'UPGRADE_REQUIRED', message: 'This agent is too old' }
    await expect(agent.ask('pair', request())).rejects.toThrow('Not paired: This agent is too old')
    expect(await agent.ask('status', null)).toMatchObject({ pharmacyId: null, hub: { state: 'off' } })
  })

  test('says that the hub cannot be reached, or is not known', async () => {
    const agent = await unpaired('127.0.1.73', { isHubAway: true })
    await expect(agent.ask('pair', request())).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringContaining('is the portal running?') as unknown,
    })
    const other = request({ hubUrl: agent.hub.url })
    await expect(agent.ask('pair', other)).rejects.toThrow('which wins over --hub')
    await expect(agent.ask('pair', request({ hubUrl: 'http://portal.example' }))).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  test('stores the hub that was given once it said yes', async () => {
    const agent = await unpaired('127.0.1.74', { hubUrlBySetting: true })
    await expect(agent.ask('pair', request())).rejects.toThrow('--hub https://portal.example')
    const given = request({ hubUrl: agent.hub.url })
    agent.hub.refusePairing = { code: 'PAIRING_REFUSED', message: 'Wrong' }
    await expect(agent.ask('pair', given)).rejects.toThrow('Wrong')
    expect(await agent.ask('status', null)).toMatchObject({ hubUrl: null })
    agent.hub.refusePairing = null
    await agent.ask('pair', given)
    await reaches(agent, 'online')
    expect(await agent.ask('status', null)).toMatchObject({ hubUrl: agent.hub.url, pharmacyId: 7 })
  })

  test('waits for an approval, and connects once it came', async () => {
    const agent = await unpaired('127.0.1.75')
    agent.hub.pairingAnswer = { state: 'waiting', pharmacyId: 7, pharmacyName: 'Central' }
    agent.hub.refuseRegistration = { code: 'NOT_APPROVED', message: 'An Admin has to approve it' }
    expect(await agent.ask('pair', request())).toMatchObject({ state: 'waiting' })
    await reaches(agent, 'refused')
    expect((await agent.ask('status', null)).hub).toMatchObject({ code: 'NOT_APPROVED' })
  })

  test('pairs anew only when asked, or once only a code lets it in, and then connects at once', async () => {
    const agent = await startAgent({ address: '127.0.1.76', printers: '' })
    await expect(agent.ask('pair', request())).rejects.toMatchObject({
      code: 'state_conflict',
      message: expect.stringContaining('paired with Central') as unknown,
    })
    const before = agent.hub.pairings.length
    await agent.ask('pair', request({ again: true }))
    expect(agent.hub).toMatchObject({ registrations: [{ pharmacyId: 7 }], goodbyes: 0 })
    expect((await agent.ask('status', null)).hub.state).toBe('online')
    for (const code of ['REVOKED', 'DELETED'] as const) {
      agent.hub.refuseRegistration = { code, message: 'Not any more' }
      await agent.hub.say('SessionEndedAsync', { code, message: 'Not any more' })
      await reaches(agent, 'refused')
      agent.hub.refuseRegistration = null
      await agent.ask('pair', request())
      await reaches(agent, 'online')
    }
    expect(agent.hub.pairings.length - before).toBe(3)
  })
})

/** A PrinterComputer with one label that waits, for its printer is away. */
async function withWaitingLabel(address: string, over: Partial<AgentOptions> = {}): Promise<InProcessAgent> {
  const agent = await startAgent({ address, printers: 'tcp:127.0.0.1:1', ...over })
  if (over.isUnpaired === true) {
    await agent.ask('pair', request({ hubUrl: agent.hub.url }))
    await reaches(agent, 'online')
  }
  await assignServer(agent, 'tcp:127.0.0.1:1')
  await agent.ask('print', { payload: Buffer.from('^XA^FO50,50^FDone^FS^XZ') })
  await until('the label waits', async () => (await states(agent)).join() === 'waiting_for_printer')
  return agent
}
const states = async (agent: InProcessAgent) => (await agent.ask('jobs', null)).map(({ state }) => state)

describe('a computer that is moved', () => {
  test('keeps its new pharmacy, holds what waits, prints nothing, and registers anew', async () => {
    const agent = await withWaitingLabel('127.0.1.77')
    agent.hub.assignment = null
    await agent.hub.say('PharmacyChangedAsync', NORTH)
    const [job] = await agent.ask('jobs', null)
    expect(job).toMatchObject({ state: 'held', reasons: [reason('moved', { pharmacy: 'Central' })] })
    await until('it registers there', () => agent.hub.registrations.at(-1)?.pharmacyId === 8)
    expect(agent.hub.registrations.at(-1)?.role).toBe('None')
    expect(await agent.ask('status', null)).toMatchObject({
      ...NORTH,
      printing: { role: 'None', assignmentVersion: 0, tcpPort: null, labels: { held: 1, waiting: 0 } },
    })
  })

  test('still has the label held at the next start, and a person may print it', async () => {
    const agent = await withWaitingLabel('127.0.1.78')
    agent.hub.assignment = null
    await agent.hub.say('PharmacyChangedAsync', NORTH)
    await until('it registers there', () => agent.hub.registrations.at(-1)?.pharmacyId === 8)
    await agent.assign(assignmentOf({ version: 1, role: 'None' }))
    expect(await states(agent)).toEqual(['held'])
    expect(await agent.ask('release', { job: '1' })).toMatchObject({ state: 'accepted' })
  })
})

describe('a computer that is paired anew', () => {
  const bySetting = { hubUrlBySetting: true, isUnpaired: true }

  test('at another platform holds what waits, also when its pharmacy has the same number and name there', async () => {
    const agent = await withWaitingLabel('127.0.1.183', bySetting)
    const elsewhere = await startTestHub()
    await agent.ask('pair', request({ again: true, hubUrl: elsewhere.url }))
    await until('it registers there', () => elsewhere.registrations.at(-1)?.pharmacyId === 7)
    expect(elsewhere.registrations.at(-1)?.role).toBe('None')
    const [job] = await agent.ask('jobs', null)
    expect(job).toMatchObject({ state: 'held', reasons: [reason('moved', { pharmacy: 'Central' })] })
    expect(await agent.ask('status', null)).toMatchObject({
      printing: { role: 'None', assignmentVersion: 0 },
    })
  })

  test('where it was, goes on with what waits', async () => {
    const agent = await withWaitingLabel('127.0.1.184', bySetting)
    await agent.ask('pair', request({ again: true }))
    // Each try is sending for a moment.
    expect((await states(agent)).join()).toMatch(/^(waiting_for_printer|sending)$/)
  })
})

test('a copy becomes a computer of its own: another installation, another key, its labels held, paired with the code', async () => {
  const agent = await withWaitingLabel('127.0.1.79')
  const before = await agent.ask('status', null)
  agent.hub.assignment = null
  agent.hub.pairingAnswer = { state: 'paired', ...NORTH }
  await agent.hub.say('NewIdentityAsync', { code: 'CCDFGHJK' })
  await until('it registers there', () => agent.hub.registrations.at(-1)?.pharmacyId === 8)
  const after = await agent.ask('status', null)
  expect(after).toMatchObject({ ...NORTH, printing: { role: 'None', labels: { held: 1, waiting: 0 } } })
  expect(after.installId).not.toBe(before.installId)
  expect(after.keys.fingerprint).not.toBe(before.keys.fingerprint)
  expect(agent.hub.pairings.at(-1)?.code).toBe('CCDFGHJK')
  expect(agent.hub.hellos.at(-1)?.installId).toBe(after.installId)
  const certificate = new X509Certificate(agent.hub.proofs.at(-1)?.certificate ?? '')
  expect(certificate.subject).toBe(`CN=${after.installId}`)
  expect(certificate.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(after.keys.fingerprint)
  // Sealed by the old data key, which stays.
  expect(await agent.ask('release', { job: '1' })).toMatchObject({ state: 'accepted' })
})

test('after an exchange of keys, the next connection is proven with the new one', async () => {
  const clock = new SteppedClock()
  const agent = await startAgent({ address: '127.0.1.80', printers: '', clock })
  const { successor } = await agent.ask('rotateKeys', null)
  await agent.hub.request(
    'PrinterConfigChangedAsync',
    assignmentOf({ successorFingerprint: successor?.fingerprint ?? '' }),
  )
  clock.stepMs(SETTLE_MS)
  await until(
    'the new key is used',
    async () => (await agent.ask('keys', null)).fingerprint === successor?.fingerprint,
  )
  for (const socket of agent.hub.sockets()) socket.disconnect()
  await reaches(agent, 'waiting')
  clock.stepMs(60_000)
  await until('it proves its key again', () => agent.hub.proofs.length === 3)
  const certificate = new X509Certificate(agent.hub.proofs.at(-1)?.certificate ?? '')
  expect(certificate.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(successor?.fingerprint)
})
