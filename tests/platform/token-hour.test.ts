// An hour of tabs at two portals, whose tokens are exchanged from all of them at once: nobody is signed out; and what a stolen
// refresh token does. Real identity with its hub and its database, real gateway, real portals; the date is stepped.
import { createServiceTokens } from '@pharmacy-relay/relay-server/auth/service-token.ts'
import { createTokenVerifier } from '@pharmacy-relay/relay-server/auth/token-verifier.ts'
import { serviceTokenVerifier } from '@pharmacy-relay/relay-server/gateway/admission/token-verifiers.ts'
import { startGateway } from '@pharmacy-relay/relay-server/gateway/test/gateway-rig.ts'
import { DEFAULT_HUB_SETTINGS } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'
import { startTestHub } from '@pharmacy-relay/relay-server/identity-api/hub/test-hub.ts'
import {
  bodyOf,
  PASSWORD,
  refusalOf,
  SERVICE_SECRET,
  startTestIdentity,
} from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadAssetFiles } from '../../portal/assets/asset-files.ts'
import { createPortal } from '../../portal/portal.ts'
import { createSessionCookie } from '../../portal/session/session-cookie.ts'
import { TestBrowser } from '../../portal/test/test-browser.ts'

/** Some 1,500 pages: five minutes on a machine whose processors others have. */
const HANG_MS = 1_200_000
const COOKIE_KEY = 'a'.repeat(43)
const SUPPORT = { email: 'support@relay.example', password: PASSWORD }
const MINUTE_MS = 60_000
/** Shorter than the time before its end in which a token is exchanged, so that each exchange is met by all tabs. */
const STEP_MS = 20_000
/** What a tab loads at once. */
const PATHS = ['/account', '/account/second-factor']

let startedAt = 0
beforeEach(() => {
  startedAt = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: startedAt })
})
afterEach(() => void vi.useRealTimers())

function moveOn(ms: number): void {
  vi.setSystemTime(Date.now() + ms)
}

/** Limits that count by time see the hour, too. */
const clock: Clock = {
  ...systemClock,
  monotonicMs: () => systemClock.monotonicMs() + Date.now() - startedAt,
}

async function startPlatform() {
  const identity = await startTestIdentity()
  onTestFinished(() => identity.stop())
  const hub = await startTestHub(identity)
  onTestFinished(() => hub.stop())
  const verifier = createTokenVerifier({ jwksUrl: `${hub.url}/.well-known/jwks.json` })
  const gateway = await startGateway({
    upstreamPort: Number(new URL(hub.url).port),
    // There is no store API here.
    settings: { Gateway__Routes__Store: 'http://127.0.0.1:1' },
    verify: serviceTokenVerifier(verifier),
  })
  return { identity, portals: [await startPortal(gateway.url), await startPortal(gateway.url)] as const }
}

/** One of several that share the key of the cookie. Resolves with its address once it hears the identity hub. */
async function startPortal(gatewayUrl: string): Promise<string> {
  const portal = createPortal({
    options: {
      host: '127.0.0.1',
      port: 0,
      publicOrigin: 'http://127.0.0.1:5132',
      loopbackOrigins: true,
      behindTerminator: false,
      gatewayUrl,
      gatewayPublicUrl: null,
      cookieKeys: [COOKIE_KEY],
      hub: DEFAULT_HUB_SETTINGS,
      nats: null,
      secondFactorGraceMs: 7 * 86_400_000,
      timeZone: 'UTC',
      sessionLimits: { idleMs: 15 * MINUTE_MS, absoluteMs: 720 * MINUTE_MS },
    },
    assets: await loadAssetFiles(),
    serviceTokens: createServiceTokens({
      baseUrl: `${gatewayUrl}/Identity`,
      clientId: 'portal',
      clientSecret: SERVICE_SECRET,
    }),
    clock,
    random: systemRandom(),
    logger: silentLogger,
  })
  const port = await portal.start()
  onTestFinished(() => portal.stop())
  await expect.poll(() => portal.identityAwayMs()).toBeNull()
  return `http://127.0.0.1:${port}`
}

/** A person's browser, signed in: its tab at each portal, of one jar of cookies. */
async function signedIn([first, second]: readonly [string, string]) {
  const one = new TestBrowser(first)
  const reply = await one.signIn(SUPPORT)
  expect([reply.status, reply.location]).toEqual([303, '/relay'])
  return [one, new TestBrowser(second, undefined, one.cookies)] as const
}

function copyOf(tab: TestBrowser): TestBrowser {
  return new TestBrowser(tab.url, undefined, new Map(tab.cookies))
}

async function refreshTokenOf(tab: TestBrowser): Promise<string> {
  const session = await createSessionCookie([COOKIE_KEY]).read(tab.cookieHeader())
  if (session === null) throw new Error('the browser has no session')
  return session.tokens.refreshToken
}

/** Two tabs at each portal load their pages at the same time. */
async function loadAll(tabs: readonly TestBrowser[]): Promise<number[]> {
  const loads = [...tabs, ...tabs].flatMap((tab) => PATHS.map((path) => tab.get(path)))
  return (await Promise.all(loads)).map(({ status }) => status)
}

async function statusOf(tab: TestBrowser): Promise<number> {
  return (await tab.get('/account')).status
}

test(
  'an hour of tabs at two portals signs nobody out; then a stolen refresh token ends its family, and no other',
  { timeout: HANG_MS },
  async () => {
    const { identity, portals } = await startPlatform()
    const tabs = await signedIn(portals)
    const other = await signedIn(portals)
    const stolen = await refreshTokenOf(tabs[0])
    const tokens = new Set<string>()
    for (let ms = 0; ms < 60 * MINUTE_MS; ms += STEP_MS) {
      expect(await loadAll(tabs), `after ${ms / 1_000} s`).toEqual(Array.from({ length: 8 }, () => 200))
      tokens.add(await refreshTokenOf(tabs[0]))
      if (ms % (5 * MINUTE_MS) === 0) expect(await statusOf(other[1])).toBe(200)
      moveOn(STEP_MS)
    }
    process.stdout.write(`  an hour: ${tokens.size} refresh tokens, nobody signed out\n`)
    expect(tokens.size).toBeGreaterThanOrEqual(6)

    const refusal = await refusalOf(
      identity.client.call(identityApi.refreshTokens, bodyOf({ refreshToken: stolen }), { token: null }),
    )
    expect(refusal.code).toBe('token_invalid')
    for (const tab of tabs) await expect.poll(() => statusOf(copyOf(tab))).toBe(303)
    expect((await tabs[0].get('/account')).location).toBe('/sign-in?returnTo=%2Faccount')
    expect([await statusOf(other[0]), await statusOf(other[1])]).toEqual([200, 200])
  },
)

test('a reply that comes late does not bring spent tokens back, which another portal would not know to be spent', async () => {
  const { portals } = await startPlatform()
  const [first, second] = await signedIn(portals)
  expect([await statusOf(second), await statusOf(first)]).toEqual([200, 200])
  moveOn(8 * MINUTE_MS + 55_000)
  const before = new Map(first.cookies)
  const late = copyOf(first)
  expect(await statusOf(late)).toBe(200)
  moveOn(10_000)
  const spent = await refreshTokenOf(second)
  expect(await statusOf(second)).toBe(200)
  expect(await refreshTokenOf(second)).not.toBe(spent)
  // Only now the browser hears what the first portal answered.
  for (const [name, value] of late.cookies) if (before.get(name) !== value) first.cookies.set(name, value)
  moveOn(31_000)
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
})
