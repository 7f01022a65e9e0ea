// The account of a customer who registers in the shop, and the link for his next password, over PostgreSQL and SMTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { NewCustomerAccount } from '@pharmacy-relay/shared/api/identity-users.ts'
import { createMailer } from '../messages/mailer.ts'
import { startTestMail, type TestMailServer } from '../messages/test-mail.ts'
import { SERVICE_SECRET, bodyOf, refusalOf, startTestIdentity, type TestIdentity } from '../test-identity.ts'
import { newAccount } from './test-account.ts'

let mail: TestMailServer
let identity: TestIdentity
beforeAll(async () => {
  mail = await startTestMail()
  const mailer = createMailer({ url: mail.url, from: 'Pharmacy Relay <no-reply@relay.example>' })
  identity = await startTestIdentity(undefined, { mailer, shopUrl: 'https://shop.example' })
})
afterAll(async () => {
  await identity.stop()
  await mail.stop()
})

async function register(account: NewCustomerAccount, clientId = 'store') {
  const client = bodyOf({ clientId, clientSecret: SERVICE_SECRET })
  const { accessToken } = await identity.client.call(identityApi.serviceToken, client, { token: null })
  return identity.client.call(identityApi.registerCustomer, bodyOf(account), { token: accessToken })
}

test('a customer can sign in with the password that he chose', async () => {
  const account = newAccount()
  const user = await register(account)
  expect(user).toMatchObject({ email: account.email, role: 'Customer', pharmacyId: 1, isActive: true })
  expect((await identity.signIn(account.email)).user).toEqual(user)
})

test('a weak password, an e-mail that somebody has, and any service but the store are refused', async () => {
  const account = newAccount()
  const weak = await refusalOf(register({ ...account, password: 'password1234' }))
  expect(weak).toMatchObject({ code: 'invalid', errors: [{ path: 'body.password' }] })
  await register(account)
  const taken = await refusalOf(register(newAccount({ email: account.email.toUpperCase() })))
  expect(taken).toMatchObject({ code: 'state_conflict', reason: { code: 'email_taken' } })
  expect((await refusalOf(register(newAccount(), 'portal'))).code).toBe('role_not_allowed')
})

test('people of pharmacies are sent to the shop for their password, staff to the panel; a Pharmacist reads where else it is good', async () => {
  const { email } = await register(newAccount())
  const site: Record<string, string> = {}
  for (const to of [email, 'pharmacist@one.example', 'support@relay.example']) {
    const body = bodyOf({ email: to, language: 'en' as const })
    await identity.client.call(identityApi.askPasswordLink, body, { token: null })
    const text = await mail.textTo(to)
    site[to] = /https:\/\/\w+\.example(?=\/password-link\/)/.exec(text)?.[0] ?? 'none'
    expect(text.includes('in the window of a computer of your pharmacy')).toBe(to.startsWith('pharmacist'))
  }
  const [shop, panel] = ['https://shop.example', 'https://panel.example']
  expect(site).toEqual({
    [email]: shop,
    'pharmacist@one.example': shop,
    'support@relay.example': panel,
  })
})
