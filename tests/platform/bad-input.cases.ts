// Bad input against the running platform: who may not, what is not there, and who is not there himself; each in words.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { openDatabase } from '@pharmacy-relay/relay-server/db/database.ts'
import { clusterPaths } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'
import { socketUrl } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { withDevelopmentSecrets } from '@pharmacy-relay/relay-server/http/development-secrets.ts'
import { makeAccessToken } from '@pharmacy-relay/relay-server/identity-api/sessions/access-tokens.ts'
import type { IdentitySchema } from '@pharmacy-relay/relay-server/identity-api/database-schema.ts'
import { migrationsFolder } from '@pharmacy-relay/relay-server/identity-api/identity.ts'
import { openSigningKeys } from '@pharmacy-relay/relay-server/identity-api/keys/signing-keys.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../../portal/test/test-browser.ts'
import { waitUntil, type RunningDemo } from '../running-demo.ts'
import { browserOf, credentialsOf, openPanel, refused, textOf, type Panel } from './panel.ts'
import { portalPort, startPortal } from './second-portal.ts'
import { sharedDemo } from './shared-demo.ts'

/** A token that the identity API could have made 11 minutes ago: signed with its own key. */
async function expiredToken({ dataFolder }: RunningDemo): Promise<string> {
  const folder = path.join(dataFolder, 'identity')
  const url = socketUrl(clusterPaths(folder).socket, 'identity')
  const options = { dataFolder: folder, name: 'identity', migrationsFolder, logger: silentLogger }
  const database = await openDatabase<IdentitySchema>({ ...options, connectionString: url })
  try {
    const sealKey = withDevelopmentSecrets({}, dataFolder)['Identity__SealKey'] ?? ''
    const now = () => new Date()
    const keys = await openSigningKeys({ db: database.db, sealKeys: [sealKey], now, logger: silentLogger })
    const person = { sub: randomUUID(), role: 'Admin', name: 'Late', pharmacyId: null } as const
    const subject = { ...person, sid: null, signedInAt: null, deviceKey: null }
    const { accessToken } = await makeAccessToken(keys, subject, new Date(Date.now() - 11 * 60_000))
    return accessToken
  } finally {
    await database.stop()
  }
}

describe('bad input', () => {
  let running: RunningDemo
  let admin: Panel
  let support: Panel
  beforeAll(async () => {
    running = await sharedDemo({ platformOnly: true })
    admin = await openPanel(running.demo, 'Admin')
    support = await openPanel(running.demo, 'Support')
  })

  it('a wrong password is refused alike for people who exist and who do not, on the page in words', async () => {
    const { email } = credentialsOf(running.demo, 'Admin')
    const bodies = [
      { email, password: 'not the password' },
      { email: 'nobody@relay.example', password: 'not the password' },
    ]
    for (const body of bodies) {
      const { status, problem } = await refused(running.demo, '/Identity/api/v1/SignIn', { body })
      expect([status, problem.code, problem.detail]).toEqual([
        401,
        'token_invalid',
        'E-mail or password is not right',
      ])
      const page = await (await browserOf(running.demo, null)).signIn(body)
      expect(page.status).toBe(401)
      expect(textOf(page.text)).toContain('E-mail or password is not right.')
      expect(page.text).not.toContain(body.password)
    }
    expect((await (await browserOf(running.demo, null)).signIn({ email, password: '' })).status).toBe(401)
    await expect(browserOf(running.demo, 'Admin')).resolves.toBeDefined()
  })

  it('no token, a garbled, an altered and an expired one are refused with 401 in words', async () => {
    const path = '/Store/api/v1/panel/relay/customers'
    const [head = '', claims = '', signature = ''] = admin.token.split('.')
    const later = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 4_102_444_800 }),
    )
    const altered = [head, later.toString('base64url'), signature].join('.')
    const missing = await refused(running.demo, path)
    expect([missing.status, missing.problem.code]).toEqual([401, 'token_missing'])
    for (const token of ['garbage', `${head}.${claims}.AAAA`, altered]) {
      const { status, problem } = await refused(running.demo, path, { token })
      expect([status, problem.code, problem.detail]).toEqual([401, 'token_invalid', 'The token is not valid'])
    }
    const expired = await refused(running.demo, path, { token: await expiredToken(running) })
    expect([expired.status, expired.problem.code]).toEqual([401, 'token_invalid'])
    expect(expired.problem.detail).toBe('The token has expired. Sign in again.')
    const browser = await browserOf(running.demo, null)
    browser.cookies.set('__Host-session', 'garbage')
    expect((await browser.get('/relay/P-1001')).location).toBe('/sign-in?returnTo=%2Frelay%2FP-1001')
  })

  it('Support may not create or change a pharmacy, by API and by page, and nothing was made', async () => {
    const before = await support.listed()
    const body = { storeId: 'P-7001', name: 'Refused', email: 'no@example.org', phone: null }
    const { status, problem } = await refused(running.demo, '/Store/api/v1/panel/relay/customers', {
      token: support.token,
      body,
    })
    expect([status, problem.code, problem.title]).toEqual([
      403,
      'role_not_allowed',
      'Your role does not allow this',
    ])
    const browser = await browserOf(running.demo, 'Support')
    const page = await browser.get('/relay/new')
    expect(page.status).toBe(403)
    expect(textOf(page.text)).toContain('Your role does not allow this')
    expect(await support.listed()).toEqual(before)
  })

  it('a pharmacy that does not exist is 404 by API and by page', async () => {
    for (const path of ['customers/999999', 'stores/P-999999']) {
      const { status, problem } = await refused(running.demo, `/Store/api/v1/panel/relay/${path}`, {
        token: support.token,
      })
      expect([status, problem.code]).toEqual([404, 'not_found'])
    }
    const page = await (await browserOf(running.demo, 'Support')).get('/relay/P-999999')
    expect(page.status).toBe(404)
    expect(textOf(page.text)).toContain('Not found')
  })
})

/** How often the identity API has refused a service so far. */
function refusalsOf({ dataFolder }: RunningDemo): number {
  return (
    readFileSync(path.join(dataFolder, 'logs/identity-api.log'), 'utf8').split('service-token.refused')
      .length - 1
  )
}

describe('a portal whose own secret is wrong', () => {
  it('says that it is not available, and does not blame the password of the person', async () => {
    const running = await sharedDemo({ platformOnly: true })
    const before = refusalsOf(running)
    const port = await portalPort()
    const settings = {
      ServiceClient__Secret__portal: 'not-the-secret-of-the-portal',
      Portal__PublicUrl: `http://127.0.0.1:${port}`,
    }
    const { log } = await startPortal(running, { port, settings })
    const person = credentialsOf(running.demo, 'Admin')
    // The second time the portal has used up its own tries: still nothing that the person did.
    for (const refusals of [1, 10]) {
      await waitUntil(() => refusalsOf(running) >= before + refusals, 180_000, log)
      const page = await new TestBrowser(settings.Portal__PublicUrl).signIn(person)
      expect(page.status).toBe(503)
      expect(textOf(page.text)).toContain('Not available right now')
      expect(textOf(page.text)).not.toContain('password is not right')
    }
    expect(log()).toContain('This service itself was refused: Client id or secret is not right')
  })
})
