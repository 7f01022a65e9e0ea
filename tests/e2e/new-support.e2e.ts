// The whole story of a new Support: invited by SMS, she sets her password and her second factor, works on a page that is live, gets
// another role and loses it again, and is disabled; each time her open page ends within seconds. In two further languages it has
// every page that there is to look at, and her page ends once.
import type { Page } from '@playwright/test'
import { credentialsOf } from '../platform/panel.ts'
import type { RunningDemo } from '../running-demo.ts'
import { expect, test } from './demo-fixture.ts'
import { linkFromSms, sendInvitation } from './invitations.ts'
import { expectGoodLooks } from './looks.ts'
import { RIVERSIDE } from './printing-page.ts'
import { restartPortal } from './restart-portal.ts'
import { setUpFactor, type Authenticator } from './second-factor.ts'
import { ageSignIns } from './sign-ins.queries.ts'
import {
  PASSWORD,
  browserOf,
  onceMore,
  signInAsAdmin,
  typePassword,
  words,
  type Telling,
} from './tellings.ts'

test.use({ sharesDemo: true })

/** Promised, and what a machine that others keep busy may add. */
const BOUND_MS = 5_000 + 30_000

const TELLINGS: readonly Telling[] = [
  {
    language: 'en',
    colorScheme: 'light',
    width: 1_440,
    invited: { name: 'Nell New', email: 'nell@relay.example', phone: '+441234560001' },
  },
  {
    language: 'de',
    colorScheme: 'dark',
    width: 400,
    invited: { name: 'Nele Neu', email: 'nele@relay.example', phone: '+491234560002' },
  },
  {
    language: 'tr',
    colorScheme: 'light',
    width: 820,
    invited: { name: 'Yeliz Yeni', email: 'yeliz@relay.example', phone: '+901234560003' },
  },
]

/** What a further language has other words for is seen without each of its endings. */
function isToldWhole({ language }: Telling): boolean {
  return language === 'en'
}

async function look(page: Page, { language }: Telling, name: string): Promise<void> {
  await expectGoodLooks(page, `new-support-${name}-${language}`)
}

async function invite(admin: Page, running: RunningDemo, telling: Telling): Promise<string> {
  await admin.goto(`${running.demo.portalUrl}/staff/invite`)
  await sendInvitation(admin, { ...telling, look: () => look(admin, telling, '01-invite') })
  await look(admin, telling, '02-invited')
  return (await linkFromSms(admin, running, telling.invited)).link
}

async function choosePassword(hers: Page, link: string, telling: Telling): Promise<void> {
  const t = words(telling)
  await hers.goto(link)
  await expect(hers).toHaveURL(/\/password-link$/)
  await look(hers, telling, '03-password')
  await hers.getByLabel(t.account.password.newPassword, { exact: true }).fill(PASSWORD)
  await hers.getByLabel(t.account.password.repeat).fill(PASSWORD)
  await hers.getByRole('button', { name: t.account.password.save }).click()
  await expect(hers.getByText(t.account.links.passwordSet)).toBeVisible()
  await look(hers, telling, '04-password-saved')
}

/** On the sign-in page; ends where it leads to. */
async function signInWithCode(hers: Page, app: Authenticator, telling: Telling): Promise<void> {
  const t = words(telling)
  await typePassword(hers, telling)
  await expect(hers.getByRole('heading', { name: t.account.code.title })).toBeVisible()
  await hers.getByLabel(t.account.code.field, { exact: true }).fill(await app.nextCode())
  await hers.getByRole('button', { name: t.signIn.submit }).click()
}

/** Her first sign-in, her second factor, out again, and in with it. */
async function getReady(hers: Page, telling: Telling): Promise<Authenticator> {
  const t = words(telling)
  await typePassword(hers, telling)
  await expect(hers.getByText(t.account.due.until)).toBeVisible()
  await look(hers, telling, '05-first-page')
  await hers.goto('/account')
  const app = await setUpFactor({ page: hers, t, look: (name) => look(hers, telling, `06-factor-${name}`) })
  await hers.getByRole('link', { name: t.account.recovery.kept }).click()
  await hers.getByRole('button', { name: t.frame.signOut }).click()
  await expect(hers.getByText(t.signIn.signedOut)).toBeVisible()
  await signInWithCode(hers, app, telling)
  await expect(hers.getByRole('heading', { name: t.pharmacies.title, level: 1 })).toBeVisible()
  return app
}

async function expectLivePage(hers: Page): Promise<void> {
  await expect(hers.getByRole('heading', { name: RIVERSIDE, level: 1 })).toBeVisible()
  await expect(hers.locator('#live-state[data-state="live"]')).toBeVisible()
}

/** From the moment that the Admin presses the button. */
async function expectEnd(hers: Page, what: string, press: () => Promise<void>): Promise<void> {
  const since = performance.now()
  const over = hers
    .waitForURL(/\/sign-in\?returnTo=%2Frelay%2F/, { waitUntil: 'commit' })
    .then(() => performance.now() - since)
  await press()
  const ms = await over
  process.stdout.write(`  ${what}: her page ended ${(ms / 1_000).toFixed(2)} s after the Admin's press\n`)
  expect(ms).toBeLessThan(BOUND_MS)
}

/** On the page of the user, ready to be pressed. */
async function chooseRole(admin: Page, telling: Telling, role: 'Support' | 'SuperSupport') {
  const t = words(telling)
  await admin.getByText(t.staff.changeRole).click()
  await admin.getByLabel(t.staff.newRole).selectOption(role)
  return admin.getByRole('button', { name: t.staff.changeRoleConfirm, exact: true })
}

async function confirmItIsHim(admin: Page, running: RunningDemo, telling: Telling): Promise<void> {
  const t = words(telling)
  await expect(admin.getByRole('heading', { name: t.account.confirm.title })).toBeVisible()
  await look(admin, telling, '08-confirm')
  await admin.getByLabel(t.signIn.password).fill(credentialsOf(running.demo, 'Admin').password)
  await admin.getByRole('button', { name: t.account.confirm.submit }).click()
  await expect(admin.getByText(t.account.confirm.doneIntro)).toBeVisible()
  await look(admin, telling, '09-confirmed')
}

/** What the staff history says of her, newest first, and who did it. */
async function expectHistory(admin: Page, running: RunningDemo, telling: Telling): Promise<void> {
  const { actions } = words(telling).staffHistory
  const hers = admin.getByRole('row').filter({ hasText: telling.invited.name })
  const roles = isToldWhole(telling)
    ? (['user.set-role', 'user.set-role'] as const)
    : (['user.set-role'] as const)
  const done = ['user.disable', ...roles, 'user.invite'] as const
  await expect(async () => {
    await admin.goto(`${running.demo.portalUrl}/staff-history?action=user`)
    await expect(hers.getByRole('rowheader')).toContainText(
      done.map((action) => actions[action]),
      { timeout: 1_000 },
    )
  }).toPass()
  for (const row of await hers.all()) await expect(row).toContainText('Admin')
  await look(admin, telling, '13-history')
}

for (const telling of TELLINGS) {
  const { language } = telling
  const often = isToldWhole(telling) ? ' with each change' : ''
  const title = `a new Support is invited, gets ready, and loses her open page${often}, in ${language}`
  test(title, onceMore(!isToldWhole(telling)), async ({ watched: admin, running, browser }) => {
    const t = words(telling)
    const isWhole = isToldWhole(telling)
    const hers = await browserOf(browser, telling, running.demo.portalUrl)
    await signInAsAdmin(admin, running, telling)
    const link = await invite(admin, running, telling)
    const userPage = admin.url()
    await choosePassword(hers, link, telling)
    const app = await getReady(hers, telling)
    await ageSignIns(running.dataFolder)
    await restartPortal(running)
    await hers.getByRole('link', { name: RIVERSIDE }).click()
    await expectLivePage(hers)
    await look(hers, telling, '07-live')

    await test.step('another role asks the Admin who he is, and ends her page', async () => {
      await admin.goto(userPage)
      await (await chooseRole(admin, telling, 'SuperSupport')).click()
      await confirmItIsHim(admin, running, telling)
      await expectEnd(hers, 'promoted', () =>
        admin.getByRole('button', { name: t.account.confirm.goOn }).click(),
      )
      await expect(admin.getByText(t.staff.roleChanged)).toBeVisible()
      await expect(hers.getByText(t.signIn.ended)).toBeVisible()
      await look(hers, telling, '10-ended')
      if (!isWhole) return
      await signInWithCode(hers, app, telling)
      await expectLivePage(hers)
      expect((await hers.request.get('/staff-history')).status()).toBe(200)
    })

    await test.step('the Admin may demote her, which ends her open page', async () => {
      const button = await chooseRole(admin, telling, 'Support')
      await look(admin, telling, '11-role')
      if (!isWhole) return
      await expectEnd(hers, 'demoted', () => button.click())
      await signInWithCode(hers, app, telling)
      await expectLivePage(hers)
      expect((await hers.request.get('/staff-history')).status()).toBe(403)
    })

    await test.step('she is disabled, and gets in no more', async () => {
      await admin.getByText(t.staff.disable).click()
      const button = admin.getByRole('button', { name: t.staff.disableConfirm, exact: true })
      const press = () => button.click()
      await (isWhole ? expectEnd(hers, 'disabled', press) : press())
      await expect(admin.getByText(t.staff.nowDisabled)).toBeVisible()
      await typePassword(hers, telling)
      await expect(hers.getByText(t.signIn.wrong)).toBeVisible()
      await look(hers, telling, '12-no-more')
    })
    await expectHistory(admin, running, telling)
    await hers.context().close()
  })
}
