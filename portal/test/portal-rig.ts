// For tests: a portal on a free port before a test upstream, and browsers that visit it.
import { createServiceTokens } from '@pharmacy-relay/relay-server/auth/service-token.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { DEFAULT_HUB_SETTINGS } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { loadAssetFiles, type AssetFiles } from '../assets/asset-files.ts'
import { createPortal, type Portal } from '../portal.ts'
import type { PortalOptions } from '../settings.ts'
import { withTest, type Lasting } from '@pharmacy-relay/shared/test/lasting.ts'
import { PASSWORD, emailOf } from './memory-identity.ts'
import { TestBrowser } from './test-browser.ts'
import { startTestUpstream, type TestUpstream } from './test-upstream.ts'

export interface PortalRig {
  readonly portal: Portal
  readonly upstream: TestUpstream
  readonly url: string
  readonly port: number
  browser(): TestBrowser
  /** A browser that signed in through the form. */
  signedIn(role?: UserRole): Promise<TestBrowser>
}

export const COOKIE_KEY = 'a'.repeat(43)
let assets: Promise<AssetFiles> | null = null

export async function startPortalRig(
  changes: {
    readonly options?: Partial<PortalOptions>
    readonly clock?: Clock
    /** Of an earlier portal, which this one takes over from. */
    readonly upstream?: TestUpstream
    readonly logger?: Logger
    /** By default it ends with the test. */
    readonly lasts?: Lasting
  } = {},
): Promise<PortalRig> {
  const lasts = changes.lasts ?? withTest
  const upstream = changes.upstream ?? (await startTestUpstream(lasts))
  const options: PortalOptions = {
    host: '127.0.0.1',
    port: 0,
    publicOrigin: 'http://127.0.0.1:5132',
    loopbackOrigins: true,
    behindTerminator: false,
    gatewayUrl: upstream.url,
    gatewayPublicUrl: null,
    cookieKeys: [COOKIE_KEY],
    hub: DEFAULT_HUB_SETTINGS,
    nats: null,
    secondFactorGraceMs: 7 * 86_400_000,
    timeZone: 'UTC',
    sessionLimits: { idleMs: 900_000, absoluteMs: 43_200_000 },
    ...changes.options,
  }
  assets ??= loadAssetFiles()
  const portal = createPortal({
    options,
    assets: await assets,
    serviceTokens: createServiceTokens({
      baseUrl: `${upstream.url}/Identity`,
      clientId: 'portal',
      clientSecret: 'x'.repeat(32),
    }),
    clock: changes.clock ?? systemClock,
    random: systemRandom(),
    logger: changes.logger ?? silentLogger,
  })
  const port = await portal.start()
  lasts(async () => await portal.stop())
  const url = `http://127.0.0.1:${port}`
  const browser = (): TestBrowser => new TestBrowser(url)
  const signedIn = async (role: UserRole = 'Admin'): Promise<TestBrowser> => {
    const visitor = browser()
    await signIn(visitor, role)
    return visitor
  }
  return { portal, upstream, url, port, browser, signedIn }
}

/** Throws when the sign-in did not lead on. */
export async function signIn(browser: TestBrowser, role: UserRole, returnTo = ''): Promise<string> {
  const reply = await browser.signIn({ email: emailOf(role), password: PASSWORD }, returnTo)
  if (reply.status !== 303 || reply.location === null)
    throw new Error(`sign-in: ${reply.status}\n${reply.text}`)
  return reply.location
}
