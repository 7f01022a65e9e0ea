// Test support: Chromium with a virtual authenticator, on pages of http://localhost (browsers refuse 127.0.0.1).
import { createServer, type Server } from 'node:http'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import type { GivenCredential, NewCredential } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import { CHROMIUM_OPTIONS, chromiumPath } from '@pharmacy-relay/shared/test/chromium.ts'
import { listen } from '../../http/listen.ts'

export interface TestPage {
  /** As the browser says it: `http://localhost:40123`. */
  readonly origin: string
  stop(): void
}

/** Somebody at a browser, with an authenticator of his own. */
export interface TestPerson {
  /** Throws in the browser's words when it refuses. */
  make(options: Record<string, unknown>): Promise<NewCredential>
  answer(options: Record<string, unknown>): Promise<GivenCredential>
  goTo(page: TestPage): Promise<void>
  /** False: whoever touches the key is not asked who he is. */
  verifies(isVerified: boolean): Promise<void>
  /** What the authenticator counts from now on. */
  setCounter(counter: number): Promise<void>
}

/** One empty page, on a port of its own. */
export async function startTestPage(): Promise<TestPage> {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Panel</title><h1>Panel</h1>')
  })
  const port = await listen(server, { host: 'localhost', port: 0, setting: 'Portal__Port' })
  return {
    origin: `http://localhost:${port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export async function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_OPTIONS })
}

export async function personAt(browser: Browser, place: TestPage): Promise<TestPerson> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(place.origin)
  const cdp = await context.newCDPSession(page)
  const authenticatorId = await addAuthenticator(cdp)
  return {
    make: (options) => ceremony<NewCredential>(page, 'create', options),
    answer: (options) => ceremony<GivenCredential>(page, 'get', options),
    goTo: async ({ origin }) => {
      await page.goto(origin)
    },
    verifies: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    setCounter: async (signCount) => {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
      for (const credential of credentials)
        await cdp.send('WebAuthn.addCredential', {
          authenticatorId,
          credential: { ...credential, signCount },
        })
    },
  }
}

async function addAuthenticator(cdp: CDPSession): Promise<string> {
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return authenticatorId
}

/** As the panel's script does it: options from JSON, the answer as JSON. */
async function ceremony<T>(page: Page, kind: 'create' | 'get', options: Record<string, unknown>): Promise<T> {
  const json = await page.evaluate(
    async ([which, given]) => {
      const credential =
        which === 'create'
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(given as never),
            })
          : await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(given as never),
            })
      return JSON.stringify(credential)
    },
    [kind, options] as const,
  )
  return JSON.parse(json) as T
}
