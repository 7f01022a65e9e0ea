// Accounts that the store API makes over the identity hub, with a real database and a real mail server.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewCustomerAccount } from '@pharmacy-relay/shared/hub/identity-hub.ts'
import { createMailer } from '../messages/mailer.ts'
import { startTestMail, type TestMailServer } from '../messages/test-mail.ts'
import { startTestIdentity, type TestIdentity } from '../test-identity.ts'
import { connectService, startTestHub, type TestHub } from './test-hub.ts'

let identity: TestIdentity
let mail: TestMailServer
let site: TestHub
beforeAll(async () => {
  mail = await startTestMail()
  identity = await startTestIdentity(undefined, {
    mailer: createMailer({ url: mail.url, from: 'no-reply@relay.example' }),
  })
  site = await startTestHub(identity)
})
afterAll(async () => {
  await site.stop()
  await identity.stop()
  await mail.stop()
})

describe('CreateCustomerAsync', () => {
  const accountOf = (email: string): NewCustomerAccount => ({
    key: randomUUID(),
    name: 'Pharmacy One',
    email,
    phone: null,
    pharmacyId: 1,
    language: 'en',
  })
  const mailsTo = (email: string): number => mail.mails.filter(({ to }) => to.includes(email)).length

  test('makes one account for a key, however often and at the same time it comes, and sends one link', async () => {
    const store = await connectService(site, identity, 'store')
    const account = accountOf('once@one.example')
    const asked = Array.from({ length: 5 }, () =>
      store.ask('CreateCustomerAsync', account).catch((error: { code: string }) => error.code),
    )
    const first = (await Promise.all(asked)).filter((reply) => reply !== 'UNAVAILABLE')
    const again = await store.ask('CreateCustomerAsync', account)
    expect(first.length).toBeGreaterThan(0)
    expect(new Set([...first.map((reply) => JSON.stringify(reply)), JSON.stringify(again)]).size).toBe(1)
    expect(mailsTo(account.email)).toBe(1)
    const portal = await connectService(site, identity, 'portal')
    expect(await portal.ask('IsUserExistsAsync', again.userGuid)).toBe(true)
  })

  test('is refused for an address that somebody has, in words', async () => {
    const store = await connectService(site, identity, 'store')
    await expect(store.ask('CreateCustomerAsync', accountOf('CUSTOMER@one.example'))).rejects.toMatchObject({
      code: 'INVALID',
      reason: { code: 'email_taken' },
    })
  })

  test('that could not send the link sends it when it comes again', async () => {
    const store = await connectService(site, identity, 'store')
    const account = accountOf('later@one.example')
    mail.behaviour = 'refuse'
    await expect(store.ask('CreateCustomerAsync', account)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    mail.behaviour = 'take'
    expect(mailsTo(account.email)).toBe(0)
    await store.ask('CreateCustomerAsync', account)
    expect(mailsTo(account.email)).toBe(1)
  })

  test('whose process was killed while it sent the link sends it a minute later', async () => {
    const store = await connectService(site, identity, 'store')
    const account = accountOf('killed@one.example')
    const { userGuid } = await store.ask('CreateCustomerAsync', account)
    const killed = { invitedAt: null, invitingSince: identity.parts.now() }
    await identity.database.db
      .updateTable('CustomerKeys')
      .set(killed)
      .where('key', '=', account.key)
      .execute()
    await expect(store.ask('CreateCustomerAsync', account)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    identity.advance(61_000)
    expect(await store.ask('CreateCustomerAsync', account)).toEqual({ userGuid })
    expect(mailsTo(account.email)).toBe(2)
  })

  test('is for the store API alone', async () => {
    const portal = await connectService(site, identity, 'portal')
    await expect(portal.ask('CreateCustomerAsync', accountOf('no@one.example'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})
