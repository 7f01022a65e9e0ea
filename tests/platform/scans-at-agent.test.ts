// A scanner speaks for a workplace: a real agent, gateway, identity, store and pharmacy API.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { directHubUrl } from '@pharmacy-relay/shared/hub/addresses.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { startAccountFeed, type AccountFeed } from '@pharmacy-relay/relay-server/auth/account-feed.ts'
import { EndedAccounts, withoutEnded } from '@pharmacy-relay/relay-server/auth/ended-accounts.ts'
import { verifierOver } from '@pharmacy-relay/relay-server/auth/token-verifier.ts'
import { serviceToken } from '@pharmacy-relay/relay-server/identity-api/hub/test-hub.ts'
import { PASSWORD } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { scannerAt } from '@pharmacy-relay/relay-server/pharmacy-api/devices/test-devices.ts'
import {
  startTestPharmacy,
  type TestPharmacyApi,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import type { InProcessAgent } from '../../agent/test/in-process-agent.ts'
import { PIA, change, identity, identityHub, startScene, stopScene } from './address-scene.ts'
import { agentOf } from './known-agent.ts'

let pharmacy: TestPharmacyApi
let feed: AccountFeed

beforeAll(async () => {
  await startScene()
  const ended = new EndedAccounts(() => systemClock.monotonicMs())
  const listeners: (() => void)[] = []
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  feed = startAccountFeed({
    hubUrl: directHubUrl(identityHub.url),
    token: () => serviceToken(identity, 'pharmacy'),
    userChanged: (one) => (ended.userChanged(one), tell()),
    sessionsEnded: (ids) => (ended.sessionsEnded(ids), tell()),
    missed: () => undefined,
    clock: systemClock,
    random: systemRandom(),
    logger: silentLogger,
  })
  await until('the pharmacy API hears identity', () => feed.awayMs() === null)
  pharmacy = await startTestPharmacy('scans_at_agent', {
    verifier: withoutEnded(verifierOver(identity.parts.keys.find), ended),
    ends: { onEnd: (listener) => void listeners.push(listener), isEnded: (caller) => ended.isEnded(caller) },
  })
})
afterAll(async () => {
  feed.stop()
  await pharmacy.stop()
  await stopScene()
})

const signedIn = async (address: string): Promise<InProcessAgent> => {
  const agent = await agentOf({ address, days: 8, pharmacyUrl: pharmacy.baseUrl })
  await agent.ask('signIn', { email: PIA, password: PASSWORD })
  return agent
}

test('a scan of a paired scanner reaches the window of its workplace, and nobody’s after he left', async () => {
  const agent = await signedIn('127.0.2.51')
  expect(await agent.ask('lastScan', null)).toEqual({ scan: null })
  const scanner = scannerAt({ baseUrl: pharmacy.baseUrl })
  // The agent has said by then that it takes part.
  await until('there is a code', async () => {
    const code = await agent.ask('scannerCode', null).catch(() => null)
    return code !== null && (await scanner.pair(code.code)).token !== ''
  })
  await until('a scan is taken', async () => {
    const outcome = await scanner.scan('04012345678901').catch(() => null)
    return outcome?.taken === true
  })
  const { scan } = await agent.ask('lastScan', null)
  expect(scan).toMatchObject({ text: '04012345678901', scanner: 'Phone' })
  expect(await scanner.scan('21ABC\u001d10X1')).toEqual({ taken: true })
  expect((await agent.ask('lastScan', null)).scan?.text).toBe('21ABC\u001d10X1')
  expect(agent.log()).not.toContain('04012345678901')
  await agent.ask('signOut', {})
  expect(await agent.ask('lastScan', null)).toEqual({ scan: null })
  await expect(scanner.scan('04012345678901')).rejects.toMatchObject({ code: 'device_offline' })
  await expect(agent.ask('scannerCode', null)).rejects.toMatchObject({ reason: { code: 'not_signed_in' } })
})

test('H17: who is disabled is out by the word of identity, without anybody doing anything', async () => {
  const agent = await signedIn('127.0.2.52')
  await until('the workplace takes part', async () =>
    agent.ask('scannerCode', null).then(
      () => true,
      () => false,
    ),
  )
  const begunMs = performance.now()
  await change(PIA, { isActive: false })
  await until('nobody is signed in', async () => (await agent.ask('session', null)).state === 'signed_out')
  // By the word of identity: the question itself would go on for 20 s.
  expect(performance.now() - begunMs).toBeLessThan(15_000)
  expect(await agent.ask('session', null)).toMatchObject({ because: 'account' })
  await change(PIA, { isActive: true })
})
