// The story of a passkey: added on the page of the account, then it signs in alone, in place of a code, and before a step that matters;
// it makes new recovery codes, and is the second factor of who must have one before anything else.
// The panel is opened as localhost: browsers refuse 127.0.0.1.
import type { CDPSession, Page } from '@playwright/test'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { credentialsOf } from '../platform/panel.ts'
import { startDemo, type RunningDemo } from '../running-demo.ts'
import { test as base, createDemos, expect, signIn, type WorkerFixtures } from './demo-fixture.ts'
import { expectGoodLooks } from './looks.ts'
import { onceMore } from './tellings.ts'
import { restartPortal } from './restart-portal.ts'
import { ageSignIns, endGrace } from './sign-ins.queries.ts'

const test = base.extend<object, WorkerFixtures>({
  demos: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const demos = createDemos(startAtLocalhost)
      await use(demos)
      await demos.stop()
    },
    { scope: 'worker' },
  ],
})

async function startAtLocalhost(): Promise<RunningDemo> {
  const port = String(await freePort())
  const environment = { Portal__Port: port, Portal__PublicUrl: `http://localhost:${port}` }
  return startDemo({ platformOnly: true, dataFolder: null, environment })
}

/** An authenticator of this page's own, whose person is always there. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id }
}

async function expectPharmacies(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Pharmacies', level: 1 })).toBeVisible()
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'My account' }).click()
  await page.getByLabel('Name of the new passkey').fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Make the passkey' })).toBeVisible()
  await expectGoodLooks(page, 'passkeys-1-make')
  await page.getByRole('button', { name: 'Make it now' }).click()
}

test('a passkey is added, signs in alone, in place of a code and once more, and is removed', async ({
  watched: page,
  running,
}) => {
  const { cdp, id } = await addAuthenticator(page)
  await signIn(page, running, 'Admin')
  await addPasskey(page, 'Laptop')
  await expect(page.locator('.recovery-codes li')).toHaveCount(10)
  const [firstCode = ''] = await page.locator('.recovery-codes code').allTextContents()
  await page.getByRole('link', { name: 'I have kept them' }).click()
  await expect(page.locator('.passkey-row')).toContainText('Laptop')
  await expect(page.getByText('needs a second factor')).toHaveCount(0)
  await expectGoodLooks(page, 'passkeys-2-account')
  await page.getByRole('button', { name: 'Sign out' }).click()

  await test.step('it signs in without a password', async () => {
    await expectGoodLooks(page, 'passkeys-3-sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectPharmacies(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
  })

  await test.step('after the password it stands for a code', async () => {
    const { email, password } = credentialsOf(running.demo, 'Admin')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await expectGoodLooks(page, 'passkeys-4-code')
    await page.getByRole('button', { name: 'Use a passkey in place of a code' }).click()
    await expectPharmacies(page)
  })

  await test.step('a browser that gives none says so, and the page stays', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('The browser gave no passkey')).toBeVisible()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectPharmacies(page)
  })

  await test.step('it makes new recovery codes, though its owner signed in a while ago', async () => {
    await page.goto(`${running.demo.portalUrl}/account`)
    await ageSignIns(running.dataFolder)
    await page.getByText('Make new recovery codes').click()
    await expectGoodLooks(page, 'passkeys-4-new-codes')
    await page.getByRole('button', { name: 'Make new codes with a passkey' }).click()
    await expect(page.getByText('The old recovery codes have ended.')).toBeVisible()
    await expect(page.locator('.recovery-codes li')).toHaveCount(10)
    expect(await page.locator('.recovery-codes code').allTextContents()).not.toContain(firstCode)
  })

  await test.step('the last second factor of staff stays, and its name changes', async () => {
    await page.goto(`${running.demo.portalUrl}/account`)
    await page.getByText('Rename or remove').click()
    await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
    await expect(page.getByText('the only second factor of this account')).toBeVisible()
    await page.getByText('Rename or remove').click()
    await page.getByLabel('Name', { exact: true }).fill('Desk')
    await page.getByRole('button', { name: 'Save the name' }).click()
    await expect(page.locator('.passkey-row')).toContainText('Desk')
  })
})

test('a step that matters asks for the passkey, and keeps what was typed', async ({
  watched: page,
  running,
}) => {
  await addAuthenticator(page)
  await signIn(page, running, 'SuperSupport')
  await addPasskey(page, 'Phone')
  await page.getByRole('link', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectPharmacies(page)
  await ageSignIns(running.dataFolder)
  await restartPortal(running)
  await page.goto(`${running.demo.portalUrl}/account`)
  await page.getByLabel('Name of the new passkey').fill('Security key')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await expectGoodLooks(page, 'passkeys-5-confirm')
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByText('Nothing has been changed yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('heading', { name: 'Make the passkey' })).toBeVisible()
  await expect(page.getByText('Security key')).toBeVisible()
  await page.getByRole('button', { name: 'Make it now' }).click()
  await expect(page.getByText('This device keeps a passkey of this account already.')).toBeVisible()
})

for (const [language, theme, width] of [
  ['de', 'dark', 360],
  ['tr', 'light', 360],
] as const) {
  const title = `the passkeys of an account in ${language}, ${theme} at ${width} px`
  test(title, onceMore(language !== 'de'), async ({ watched: page, running }) => {
    await addAuthenticator(page)
    await signIn(page, running, 'Support')
    const prefs = { name: 'prefs', value: `${language}.${theme}`, url: running.demo.portalUrl }
    await page.context().addCookies([{ ...prefs, secure: true, httpOnly: true, sameSite: 'Lax' }])
    await page.setViewportSize({ width, height: 900 })
    const look = (name: string) => expectGoodLooks(page, `passkeys-${name}-${language}-${theme}-${width}`)
    await page.goto(`${running.demo.portalUrl}/account`)
    await look('account')
    await page.locator('form[action="/account/passkeys"] input[name="name"]').fill('Telefon')
    await page.locator('form[action="/account/passkeys"] button').click()
    await expect(page.locator('[data-passkey="create"] button')).toBeVisible()
    await look('make')
    await page.locator('form[action="/sign-out"] button').click()
    await expect(page.locator('[data-passkey="get"] button')).toBeVisible()
    await look('sign-in')
  })
}

test('who must have a second factor now sets up a passkey, and goes on with it', async ({
  watched: page,
  running,
}) => {
  await addAuthenticator(page)
  const { portalUrl } = running.demo
  const { email, password } = credentialsOf(running.demo, 'Support')
  await endGrace(running.dataFolder, email)
  await page.goto(`${portalUrl}/relay`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'With a passkey' })).toBeVisible()
  const show = async (prefs: string, width: number) => {
    const cookie = { name: 'prefs', value: prefs, url: portalUrl }
    await page.context().addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: 'Lax' }])
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${portalUrl}/relay`)
    await expectGoodLooks(page, `passkeys-overdue-${prefs}-${width}`)
  }
  await show('de.dark', 360)
  await show('tr.light', 820)
  await show('en.light', 1_440)
  await page.getByLabel('Name of the new passkey').fill('This computer')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Make it now' }).click()
  await expect(page.locator('.recovery-codes li')).toHaveCount(10)
  await page.goto(`${portalUrl}/relay`)
  await expectPharmacies(page)
})
