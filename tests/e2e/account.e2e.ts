// The story of a second factor: set up, asked for at the sign-in, and asked for again before a step that matters; and of
// sessions that end with one press, while the other browser looks on.
import type { Browser, Page } from '@playwright/test'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { credentialsOf } from '../platform/panel.ts'
import type { RunningDemo } from '../running-demo.ts'
import { expect, signIn, test } from './demo-fixture.ts'
import { expectGoodLooks } from './looks.ts'
import { onceMore } from './tellings.ts'
import { openEditor, openPharmacy, RIVERSIDE, rowOf } from './printing-page.ts'
import { restartPortal } from './restart-portal.ts'
import { setUpFactor } from './second-factor.ts'
import { ageSignIns } from './sign-ins.queries.ts'

async function typePassword(page: Page, running: RunningDemo): Promise<void> {
  const { email, password } = credentialsOf(running.demo, 'Admin')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('an admin sets up a second factor, signs in with it, and is asked again before a role changes', async ({
  watched: page,
  running,
}) => {
  await signIn(page, running, 'Admin')
  await expect(page.getByText('Your account needs a second factor by')).toBeVisible()
  await page.getByRole('link', { name: 'My account' }).click()
  const look = async (name: string): Promise<void> => await expectGoodLooks(page, `account-${name}`)
  const app = await setUpFactor({ page, t: texts('en'), look })
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  const [recoveryCode = ''] = await page.locator('.recovery-codes code').allTextContents()
  await page.getByRole('link', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await expect(page.getByText('needs a second factor')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()

  await test.step('the password alone leads to the code', async () => {
    await typePassword(page, running)
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await expectGoodLooks(page, 'account-4-code')
    await page.getByLabel('Code', { exact: true }).fill('123')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('That is no code')).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(await app.nextCode())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Pharmacies', level: 1 })).toBeVisible()
  })

  await test.step('eleven minutes later a role asks who is there, and keeps what was chosen', async () => {
    await ageSignIns(running.dataFolder)
    await restartPortal(running)
    await page.reload()
    await openPharmacy(page, RIVERSIDE)
    const editor = await openEditor(page, 'BACK-OFFICE')
    await editor.getByLabel('Client', { exact: true }).check()
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
    await expectGoodLooks(page, 'account-5-confirm')
    await page.getByLabel('Password').fill(credentialsOf(running.demo, 'Admin').password)
    await page.getByLabel('Code', { exact: true }).fill(recoveryCode)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Nothing has been changed yet.')).toBeVisible()
    await expectGoodLooks(page, 'account-6-confirmed')
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByText('Saved. The computers are being told.')).toBeVisible()
    await expect(rowOf(page, 'BACK-OFFICE')).toContainText('Client')
  })
})

async function otherBrowser(browser: Browser | null): Promise<Page> {
  const page = await (await browser?.newContext())?.newPage()
  if (page === undefined) throw new Error('there is no second browser')
  return page
}

test('one press on the page of the account ends the session of another browser', async ({
  watched: page,
  running,
}) => {
  await signIn(page, running, 'Support')
  const other = await otherBrowser(page.context().browser())
  await signIn(other, running, 'Support')
  await page.goto(`${running.demo.portalUrl}/account`)
  await expect(page.getByText('this browser')).toBeVisible()
  await expectGoodLooks(page, 'account-7-sessions')
  await page
    .getByRole('button', { name: /^End the session of/ })
    .first()
    .click()
  await expect(page.getByText('The session has ended.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^End the session of/ })).toHaveCount(0)
  // Its page is live, so that it is told and leaves.
  await expect(other.getByText('Your session has ended')).toBeVisible()
  await other.goto(`${running.demo.portalUrl}/account`)
  await expect(other.getByLabel('Password')).toBeVisible()
  await other.context().close()
})

for (const [language, theme, width] of [
  ['de', 'dark', 360],
  ['tr', 'light', 360],
  ['en', 'dark', 1440],
] as const) {
  const title = `the pages of the account in ${language}, ${theme} at ${width} px`
  test(title, onceMore(language !== 'de'), async ({ watched: page, running }) => {
    const { portalUrl } = running.demo
    await signIn(page, running, 'SuperSupport')
    const prefs = { name: 'prefs', value: `${language}.${theme}`, url: portalUrl }
    await page.context().addCookies([{ ...prefs, secure: true, httpOnly: true, sameSite: 'Lax' }])
    await page.setViewportSize({ width, height: 900 })
    const look = (name: string) => expectGoodLooks(page, `account-${name}-${language}-${theme}-${width}`)
    await page.goto(`${portalUrl}/account`)
    await look('page')
    await page.goto(`${portalUrl}/account/second-factor`)
    await page.locator('main form button').click()
    await expect(page.locator('.qr')).toBeVisible()
    await look('enrolment')
    await page.goto(`${portalUrl}/sign-in/forgot`)
    await look('forgot')
    await page.goto(`${portalUrl}/password-link/${'x'.repeat(43)}`)
    await look('link-over')
  })
}
