// Who is changed or ended at identity while he uses the panel: his pages and tokens are over within seconds, at the portal and at
// the store API, also when identity or the store API was restarted meanwhile. Real programs behind the real gateway.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { UserRoleChange } from '@pharmacy-relay/shared/api/identity-users.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { beforeAll, expect, test } from 'vitest'
import { openStream } from '../../portal/test/test-stream.ts'
import type { RunningDemo } from '../running-demo.ts'
import { browserOf, credentialsOf, secondsUntil, signIn, type StaffRole } from './panel.ts'
import { sharedDemo } from './shared-demo.ts'

/** Promised, and what a machine that others keep busy may add. */
const BOUND_S = 5 + 30
let running: RunningDemo
beforeAll(async () => {
  running = await sharedDemo({ platformOnly: true })
})

const clientOf = (prefix: 'Identity' | 'Store') =>
  createApiClient({
    baseUrl: `${running.demo.gatewayUrl}/${prefix}`,
    timeoutMs: 10_000,
    headers: () => Promise.resolve({}),
  })
const noInput = { params: null, query: null, body: null }
const signedIn = (role: StaffRole) => signIn(running.demo, credentialsOf(running.demo, role))

/** Null: the store API takes the token; else why not. */
async function refusalOf(token: string): Promise<string | null> {
  try {
    await clientOf('Store').call(storeApi.listCustomers, { ...noInput, query: {} }, { token })
    return null
  } catch (error) {
    if (error instanceof ProblemError) return error.code
    throw error
  }
}

/** As an Admin who has just signed in. */
async function giveRole(guid: string, role: UserRoleChange['role']): Promise<void> {
  const { tokens } = await signedIn('Admin')
  const call = { params: { guid }, query: null, body: { role, pharmacyId: null } }
  await clientOf('Identity').call(identityApi.changeUserRole, call, { token: tokens.accessToken })
}

const refused = (token: string) => async (): Promise<boolean> => (await refusalOf(token)) === 'token_invalid'

/** A page of Support that is open, and a token of another session of his. */
async function openPage() {
  const browser = await browserOf(running.demo, 'Support')
  expect((await browser.get('/relay')).status).toBe(200)
  const { user, tokens } = await signedIn('Support')
  expect(await refusalOf(tokens.accessToken)).toBe(null)
  return { browser, stream: await openStream(browser), guid: user.guid, token: tokens.accessToken }
}

/** From the answer to the Admin's request on, in seconds. */
async function expectAllOver(what: string, page: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  const since = performance.now()
  const pageEnded = page.stream.next('signed-out').then(() => (performance.now() - since) / 1_000)
  const [pageS, tokenS] = await Promise.all([
    pageEnded,
    secondsUntil('the store API refuses the token', refused(page.token), BOUND_S * 1_000),
  ])
  process.stdout.write(
    `  ${what}: page over after ${pageS.toFixed(2)} s, token after ${tokenS.toFixed(2)} s\n`,
  )
  expect(pageS).toBeLessThan(BOUND_S)
  expect((await page.browser.get('/relay')).location).toMatch(/^\/sign-in/)
}

test('another role ends the open page and the tokens of the role before; a sign-in in the new one works', async () => {
  const page = await openPage()
  await giveRole(page.guid, 'SuperSupport')
  await expectAllOver('another role', page)
  const { tokens } = await signedIn('Support')
  expect(await refusalOf(tokens.accessToken)).toBe(null)
  await giveRole(page.guid, 'Support')
})

test('so it is when identity was restarted while the page was open', async () => {
  const page = await openPage()
  await running.command('stop', 'identity-api')
  await running.command('start', 'identity-api')
  const isBack = async (): Promise<boolean> => (await signedIn('Admin')).user.isActive
  await secondsUntil('identity answers', isBack)
  await giveRole(page.guid, 'SuperSupport')
  await expectAllOver('another role, after a restart of identity', page)
  await giveRole(page.guid, 'Support')
})

test('a token of a session that was ended while the store API was down is refused when it is back', async () => {
  const { user, tokens } = await signedIn('SuperSupport')
  const kept = await signedIn('SuperSupport')
  expect(await refusalOf(tokens.accessToken)).toBe(null)
  await running.command('stop', 'store-api')
  const call = { params: { guid: user.guid }, query: null, body: null }
  await clientOf('Identity').call(identityApi.endOtherSessions, call, { token: kept.tokens.accessToken })
  await running.command('start', 'store-api')
  const isBack = async (): Promise<boolean> => (await refusalOf(kept.tokens.accessToken)) === null
  await secondsUntil('the store API answers', isBack)
  const seconds = await secondsUntil('it refuses the token', refused(tokens.accessToken), BOUND_S * 1_000)
  process.stdout.write(
    `  a session ended meanwhile: token refused ${seconds.toFixed(2)} s after the store API was back\n`,
  )
  expect(await refusalOf(kept.tokens.accessToken)).toBe(null)
})
