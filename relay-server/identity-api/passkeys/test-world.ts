// Test support: an identity API whose panel is a page on http://localhost, and people there with passkeys.
import type { Browser } from '@playwright/test'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { GivenCredential, NewCredential, Passkey } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { hasChromium } from '@pharmacy-relay/shared/test/chromium.ts'
import {
  PASSWORD,
  bodyOf,
  startTestIdentity,
  type OpenedSession,
  type TestIdentity,
} from '../test-identity.ts'
import { personAt, startChromium, startTestPage, type TestPerson } from './test-browser.ts'

export const SUPPORT = 'support@relay.example'
export const OTHER = 'super@relay.example'
export const REFUSED = 'this passkey was not taken: try again, or sign in another way'

type Options = Record<string, unknown>

export interface EnrolledPerson {
  readonly person: TestPerson
  readonly session: OpenedSession
  readonly passkey: Passkey
  readonly recoveryCodes: readonly string[]
}

export type PasskeyWorld = Awaited<ReturnType<typeof startPasskeyWorld>>

export async function startPasskeyWorld() {
  const logged: string[] = []
  const note = (event: string, said?: unknown): void => void logged.push(`${event} ${JSON.stringify(said)}`)
  const logger: Logger = { debug: note, info: note, warn: note, error: note, named: () => logger }
  const page = await startTestPage()
  const otherPage = await startTestPage()
  const browser = hasChromium() ? await startChromium() : null
  const identity = await startTestIdentity(logger, { publicUrl: page.origin })
  const newPerson = (): Promise<TestPerson> => personAt(running(browser), page)
  const calls = passkeyCalls(identity)
  return {
    identity,
    page,
    otherPage,
    logged,
    newPerson,
    ...calls,
    /** A person with a passkey of his account. */
    enrolled: async (email = SUPPORT): Promise<EnrolledPerson> => {
      const person = await newPerson()
      const session = await identity.openSession(email)
      return { person, session, ...(await calls.add(person, session.token)) }
    },
    /** Between tests: an hour later, without passkeys. */
    clear: async () => {
      identity.advance(3_600_000)
      for (const table of ['Passkeys', 'RecoveryCodes', 'Attempts', 'PasskeyChallenges'] as const)
        await identity.database.db.deleteFrom(table).execute()
    },
    stop: async () => {
      await browser?.close()
      await identity.stop()
      page.stop()
      otherPage.stop()
    },
  }
}

const none = { params: null, query: null, body: null }

function passkeyCalls({ client }: TestIdentity) {
  const optionsToMake = async (token: string): Promise<Options> =>
    (await client.call(identityApi.beginPasskey, none, { token })).options
  const keep = (credential: NewCredential, token: string, name = 'This computer') =>
    client.call(identityApi.addPasskey, bodyOf({ name, credential }), { token })
  return {
    ...signInCalls(client),
    optionsToMake,
    keep,
    add: async (person: TestPerson, token: string, name?: string) =>
      keep(await person.make(await optionsToMake(token)), token, name),
    list: (token: string) => client.call(identityApi.listPasskeys, none, { token }),
    optionsAgain: async (token: string): Promise<Options> =>
      (await client.call(identityApi.beginPasskeyAgain, none, { token })).options,
    again: (credential: GivenCredential, token: string) =>
      client.call(identityApi.signInAgainWithPasskey, bodyOf({ credential }), { token }),
    remove: (id: number, token: string) =>
      client.call(
        identityApi.removePasskey,
        { params: { passkeyId: String(id) }, query: null, body: null },
        { token },
      ),
  }
}

function signInCalls(client: TestIdentity['client']) {
  const optionsToSignIn = async (): Promise<Options> =>
    (await client.call(identityApi.beginPasskeySignIn, none, { token: null })).options
  const signIn = (credential: GivenCredential) =>
    client.call(identityApi.signInWithPasskey, bodyOf({ credential }), { token: null })
  const withPassword = (email: string) =>
    client.call(identityApi.signIn, bodyOf({ email, password: PASSWORD }), { token: null })
  return {
    optionsToSignIn,
    signIn,
    signInAt: async (person: TestPerson) => signIn(await person.answer(await optionsToSignIn())),
    withPassword,
    pendingOf: async (email: string) => {
      const reply = await withPassword(email)
      if (!('pending' in reply)) throw new Error('no second factor was asked for')
      return reply.pending
    },
    optionsToFinish: async (pendingToken: string): Promise<Options> =>
      (await client.call(identityApi.beginPasskeyFactor, bodyOf({ pendingToken }), { token: null })).options,
    finish: (pendingToken: string, credential: GivenCredential) =>
      client.call(identityApi.finishWithPasskey, bodyOf({ pendingToken, credential }), { token: null }),
  }
}

function running(browser: Browser | null): Browser {
  if (browser === null) throw new Error('there is no Chromium on this computer')
  return browser
}
