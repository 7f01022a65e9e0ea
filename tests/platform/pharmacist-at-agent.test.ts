// A pharmacist signs in at a real agent: through the gateway at the identity API, which asks the store API; all on sockets.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { PASSWORD } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { startAgent, type InProcessAgent } from '../../agent/test/in-process-agent.ts'
import { askAgent } from '../../agent/contract/socket-client.ts'
import { PIA, appOfPia, identity, startScene, stopScene } from './address-scene.ts'
import { agentOf, gatewayToIdentity } from './known-agent.ts'

beforeAll(startScene)
afterAll(stopScene)

const signIn = async (agent: InProcessAgent, given: Partial<Record<'email' | 'password', string>> = {}) =>
  agent.ask('signIn', { email: PIA, password: PASSWORD, ...given })

describe('A pharmacist at an agent', () => {
  test('signs in with e-mail and password where the computer vouches for the address, and leaves', async () => {
    const agent = await agentOf({ address: '127.0.2.41', days: 8 })
    expect(await agent.ask('session', null)).toEqual({ state: 'signed_out', because: null })
    expect(await signIn(agent)).toMatchObject({ state: 'signed_in', email: PIA })
    expect(await agent.ask('signOut', {})).toEqual({ state: 'signed_out', because: 'person' })
    await until('the session ended at identity', async () => {
      const rows = await identity.database.db.selectFrom('RefreshFamilies').selectAll().execute()
      return rows.every(({ deviceKey, revokedAt }) => deviceKey === null || revokedAt !== null)
    })
    expect(agent.log()).not.toContain(PIA)
  })

  test('is asked for a code elsewhere; a wrong one is said, and the next one lets him in', async () => {
    const agent = await agentOf({ address: '127.0.2.42', days: 1 })
    expect(await signIn(agent)).toMatchObject({ state: 'code_needed', hasApp: true })
    const wrong = agent.ask('finishSignIn', { code: '000000' })
    await expect(wrong).rejects.toMatchObject({ reason: { code: 'code_wrong' } })
    expect(await agent.ask('finishSignIn', { code: appOfPia() })).toMatchObject({ state: 'signed_in' })
  })

  test('hears of a wrong password as of one who is no pharmacist, in words that no page takes for its own end', async () => {
    const agent = await agentOf({ address: '127.0.2.43', days: 8 })
    const refused = { code: 'state_conflict', reason: { code: 'sign_in_refused' } }
    await expect(signIn(agent, { password: 'not the password' })).rejects.toMatchObject(refused)
    await expect(signIn(agent, { email: 'admin@relay.example' })).rejects.toMatchObject(refused)
  })

  test('is refused at a computer that the pharmacy does not know, and at one that was told no gateway', async () => {
    const gatewayUrl = await gatewayToIdentity()
    const unknown = await startAgent({ address: '127.0.2.44', gatewayUrl })
    await expect(signIn(unknown)).rejects.toMatchObject({ reason: { code: 'device_not_known' } })
    const untold = await startAgent({ address: '127.0.2.45' })
    await expect(signIn(untold)).rejects.toMatchObject({ reason: { code: 'gateway_unknown' } })
  })

  test('H17 is out as soon as the hub ended the computer’s access', async () => {
    const agent = await agentOf({ address: '127.0.2.46', days: 8 })
    await signIn(agent)
    const revoked = { code: 'REVOKED', message: 'The access of this computer was withdrawn' } as const
    agent.hub.refuseRegistration = revoked
    await agent.hub.say('SessionEndedAsync', revoked)
    const begunMs = performance.now()
    await until('nobody is signed in', async () => (await agent.ask('session', null)).state === 'signed_out')
    // By the hub's word: his access token alone would do for minutes.
    expect(performance.now() - begunMs).toBeLessThan(60_000)
    expect(await agent.ask('session', null)).toMatchObject({ because: 'computer' })
  })

  test('is asked for at the window of the tray alone: not by the command line', async () => {
    const agent = await agentOf({ address: '127.0.2.47', days: 8 })
    await signIn(agent)
    const status = await agent.ask('status', null)
    const socket = `${status.dataFolder}/agent.sock`
    await expect(askAgent(socket, 'session', null)).rejects.toMatchObject({ code: 'role_not_allowed' })
    const given = { email: PIA, password: PASSWORD }
    await expect(askAgent(socket, 'signIn', given)).rejects.toMatchObject({ code: 'role_not_allowed' })
  })
})
