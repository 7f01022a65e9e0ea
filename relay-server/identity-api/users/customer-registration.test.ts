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

test('a customer is sent to the shop for his password, staff to the panel', async () => {
  const { email } = await register(newAccount())
  for (const asked of [email, 'support@relay.example'])
    await identity.client.call(identityApi.askPasswordLink, bodyOf({ email: asked, language: 'en' }), {
      token: null,
    })
  await identity.parts.background.idle()
  const sites = mail.mails.map(
    (one) => /https:\/\/\w+\.example(?=\/password-link\/)/.exec(JSON.stringify(one))?.[0],
  )
  expect(new Set(sites)).toEqual(new Set(['https://panel.example', 'https://shop.example']))
})
