// I16: answers of passkeys that must not be taken, from Chromium's virtual authenticator and from one in software.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasChromium } from '@pharmacy-relay/shared/test/chromium.ts'
import { refusalOf } from '../test-identity.ts'
import { createTestPasskey } from './test-passkey.ts'
import { OTHER, REFUSED, SUPPORT, startPasskeyWorld, type PasskeyWorld } from './test-world.ts'

let world: PasskeyWorld
beforeAll(async () => {
  world = await startPasskeyWorld()
})
afterAll(() => world.stop())
beforeEach(() => world.clear())

describe.skipIf(!hasChromium())('I16 an answer is not taken', () => {
  test('twice: in turn and in parallel, for a sign-in and for a passkey', async () => {
    const { person, session } = await world.enrolled()
    const credential = await person.answer(await world.optionsToSignIn())
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => world.signIn(credential)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusalOf(world.signIn(credential))).message).toBe(REFUSED)
    const made = await (await world.newPerson()).make(await world.optionsToMake(session.token))
    const keep = () => world.keep(made, session.token)
    await keep()
    expect((await refusalOf(keep())).message).toBe(REFUSED)
  })

  test('for a challenge of more than 5 minutes ago, nor for one that nobody made', async () => {
    const { person } = await world.enrolled()
    const options = await world.optionsToSignIn()
    const invented = { ...options, challenge: 'A'.repeat(43) }
    expect((await refusalOf(world.signIn(await person.answer(invented)))).message).toBe(REFUSED)
    const credential = await person.answer(options)
    world.identity.advance(5 * 60_000 + 1)
    expect((await refusalOf(world.signIn(credential))).message).toBe(REFUSED)
  })

  test('for a challenge of another user or another purpose', async () => {
    const { person, session } = await world.enrolled()
    const other = await world.enrolled(OTHER)
    // The other's challenge, with the own passkey in the list of those asked for.
    const { challenge } = await world.optionsAgain(other.session.token)
    const stolen = await person.answer({ ...(await world.optionsAgain(session.token)), challenge })
    expect((await refusalOf(world.again(stolen, session.token))).message).toBe(REFUSED)
    expect((await refusalOf(world.again(stolen, other.session.token))).message).toBe(REFUSED)
    const forSignIn = await person.answer(await world.optionsToSignIn())
    expect((await refusalOf(world.again(forSignIn, session.token))).message).toBe(REFUSED)
    const forAgain = await person.answer(await world.optionsAgain(session.token))
    expect((await refusalOf(world.signIn(forAgain))).message).toBe(REFUSED)
    // The password was the other's.
    const pending = await world.pendingOf(OTHER)
    const { challenge: theirs } = await world.optionsToFinish(pending.token)
    const mixed = await person.answer({ ...(await world.optionsAgain(session.token)), challenge: theirs })
    expect((await refusalOf(world.finish(pending.token, mixed))).message).toBe(REFUSED)
    const newKey = await (await world.newPerson()).make(await world.optionsToMake(other.session.token))
    const kept = world.keep(newKey, session.token)
    expect((await refusalOf(kept)).message).toBe(REFUSED)
  })

  test('when the device did not ask who is there', async () => {
    const { person, session } = await world.enrolled()
    await person.verifies(false)
    const options = { ...(await world.optionsToSignIn()), userVerification: 'discouraged' }
    expect((await refusalOf(world.signIn(await person.answer(options)))).message).toBe(REFUSED)
    // Chromium makes none without asking.
    const challenge = String((await world.optionsToMake(session.token))['challenge'])
    const said = { origin: world.page.origin, rpId: 'localhost' }
    const credential = createTestPasskey().make(challenge, { ...said, isVerified: false })
    const kept = world.keep(credential, session.token)
    expect((await refusalOf(kept)).message).toBe(REFUSED)
  })

  test('when another page of the same host asked for it, or an edited one was signed', async () => {
    const { person } = await world.enrolled()
    await person.goTo(world.otherPage)
    const credential = await person.answer(await world.optionsToSignIn())
    expect((await refusalOf(world.signIn(credential))).message).toBe(REFUSED)
    await person.goTo(world.page)
    const good = await person.answer(await world.optionsToSignIn())
    const data = Buffer.from(good.response.authenticatorData, 'base64url')
    data.writeUInt8(data.readUInt8(36) ^ 1, 36)
    const edited = { ...good.response, authenticatorData: data.toString('base64url') }
    expect((await refusalOf(world.signIn({ ...good, response: edited }))).message).toBe(REFUSED)
  })

  test('within a frame of another page, for another host, or with the handle of another user', async () => {
    const { session } = await world.enrolled()
    const said = { origin: world.page.origin, rpId: 'localhost' }
    const passkey = createTestPasskey()
    const making = String((await world.optionsToMake(session.token))['challenge'])
    await world.keep(passkey.make(making, said), session.token)
    const wrong = [
      { crossOrigin: true },
      { rpId: 'localhost.evil.example' },
      { origin: world.page.origin.replace('http:', 'https:') },
      { userHandle: Buffer.from('somebody else').toString('base64url') },
    ]
    for (const lie of wrong) {
      const challenge = String((await world.optionsToSignIn())['challenge'])
      const credential = passkey.answer(challenge, { ...said, ...lie })
      expect([lie, (await refusalOf(world.signIn(credential))).message]).toEqual([lie, REFUSED])
    }
    const challenge = String((await world.optionsToSignIn())['challenge'])
    expect((await world.signIn(passkey.answer(challenge, said))).user.email).toBe(SUPPORT)
  })
})
