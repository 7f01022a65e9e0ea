// The story of a second factor that is reset, in English in each run, and once more in two languages: one Admin asks, its owner is told and objects by the link; asked for
// again, another Admin confirms, and the owner gets in with the password alone.
import type { Page } from '@playwright/test'
import { credentialsOf } from '../platform/panel.ts'
import type { RunningDemo } from '../running-demo.ts'
import { expect, test } from './demo-fixture.ts'
import { linkFromSms, sendInvitation, type Link } from './invitations.ts'
import { expectGoodLooks } from './looks.ts'
import { setUpFactor } from './second-factor.ts'
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

const TELLINGS: readonly Telling[] = [
  {
    language: 'en',
    colorScheme: 'dark',
    width: 360,
    invited: { name: 'Lou Lost', email: 'lou@relay.example', phone: '+441234560011' },
  },
  {
    language: 'de',
    colorScheme: 'light',
    width: 1_440,
    invited: { name: 'Vera Verloren', email: 'vera@relay.example', phone: '+491234560012' },
  },
  {
    language: 'tr',
    colorScheme: 'light',
    width: 820,
    invited: { name: 'Kerem Kayıp', email: 'kerem@relay.example', phone: '+901234560013' },
  },
]

async function look(page: Page, { language }: Telling, name: string): Promise<void> {
  await expectGoodLooks(page, `factor-reset-${name}-${language}`)
}

/** The Super support of the demo is an Admin during the story. */
async function giveRole(
  admin: Page,
  running: RunningDemo,
  { telling, role }: { readonly telling: Telling; readonly role: 'Admin' | 'SuperSupport' },
): Promise<void> {
  const t = words(telling)
  const { email } = credentialsOf(running.demo, 'SuperSupport')
  await admin.goto(`${running.demo.portalUrl}/staff?q=${encodeURIComponent(email)}`)
  await admin.getByRole('row').filter({ hasText: email }).getByRole('link').click()
  await admin.getByText(t.staff.changeRole).click()
  await admin.getByLabel(t.staff.newRole).selectOption(role)
  await admin.getByRole('button', { name: t.staff.changeRoleConfirm, exact: true }).click()
  await expect(admin.getByText(t.staff.roleChanged)).toBeVisible()
}

async function signInAsSecondAdmin(second: Page, running: RunningDemo, telling: Telling): Promise<void> {
  const t = words(telling)
  const { email, password } = credentialsOf(running.demo, 'SuperSupport')
  await second.goto('/staff')
  await second.getByLabel(t.signIn.email).fill(email)
  await second.getByLabel(t.signIn.password).fill(password)
  await second.getByRole('button', { name: t.signIn.submit, exact: true }).click()
  await expect(second.getByRole('heading', { name: t.staff.title, level: 1 })).toBeVisible()
}

/** Invited, with a password and a second factor; the Admin is on the page of the owner. */
async function getReady(
  { admin, owner }: { readonly admin: Page; readonly owner: Page },
  running: RunningDemo,
  telling: Telling,
): Promise<void> {
  const t = words(telling)
  await admin.goto(`${running.demo.portalUrl}/staff/invite`)
  await sendInvitation(admin, { ...telling, look: () => Promise.resolve() })
  const { link } = await linkFromSms(admin, running, telling.invited)
  await owner.goto(link)
  await owner.getByLabel(t.account.password.newPassword, { exact: true }).fill(PASSWORD)
  await owner.getByLabel(t.account.password.repeat).fill(PASSWORD)
  await owner.getByRole('button', { name: t.account.password.save }).click()
  await typePassword(owner, telling)
  await expect(owner.getByRole('heading', { name: t.pharmacies.title, level: 1 })).toBeVisible()
  await owner.goto('/account')
  await setUpFactor({ page: owner, t, look: () => Promise.resolve() })
}

/** On the page of the owner. */
async function askForReset(admin: Page, telling: Telling): Promise<void> {
  const t = words(telling)
  await admin.getByText(t.staff.resetAsk).click()
  await admin.locator('#reset-language').selectOption(telling.language)
  await look(admin, telling, '1-ask')
  await admin.getByRole('button', { name: t.staff.resetAskConfirm, exact: true }).click()
  await expect(admin.getByText(t.staff.resetAsked)).toBeVisible()
  await expect(admin.getByText(t.staff.resetNeedsOther)).toBeVisible()
  await expect(admin.getByText(t.staff.resetConfirm)).toHaveCount(0)
  await look(admin, telling, '2-asked')
}

async function object(owner: Page, { link }: Link, telling: Telling): Promise<void> {
  const t = words(telling)
  await owner.goto(link)
  await expect(owner).toHaveURL(/\/reset-link$/)
  await expect(owner.getByText(t.account.links.resetMeans)).toBeVisible()
  await look(owner, telling, '3-owner')
  await owner.getByRole('button', { name: t.account.links.resetSubmit }).click()
  await expect(owner.getByText(t.account.links.resetObjected)).toBeVisible()
  await look(owner, telling, '4-objected')
  await owner.goto(link)
  await expect(owner.getByRole('heading', { name: t.account.links.overTitle })).toBeVisible()
  await look(owner, telling, '5-link-over')
}

async function confirmReset(second: Page, telling: Telling): Promise<void> {
  const t = words(telling)
  await second.goto('/staff')
  await expect(second.getByRole('heading', { name: t.staff.resetsTitle })).toBeVisible()
  await look(second, telling, '7-open')
  const open = second.getByRole('region', { name: t.staff.resetsTitle })
  await open.getByRole('link', { name: telling.invited.name }).click()
  await second.getByText(t.staff.resetConfirm).click()
  await look(second, telling, '8-confirm')
  await second.getByRole('button', { name: t.staff.resetConfirmNow, exact: true }).click()
  await expect(second.getByText(t.staff.resetDone)).toBeVisible()
  await look(second, telling, '9-done')
}

for (const telling of TELLINGS) {
  const { language } = telling
  const title = `a second factor is reset by two Admins, and not against its owner, in ${language}`
  test(title, onceMore(language !== 'en'), async ({ watched: admin, running, browser }) => {
    const t = words(telling)
    const { phone } = telling.invited
    const owner = await browserOf(browser, telling, running.demo.portalUrl)
    const second = await browserOf(browser, telling, running.demo.portalUrl)
    await signInAsAdmin(admin, running, telling)
    await giveRole(admin, running, { telling, role: 'Admin' })
    await signInAsSecondAdmin(second, running, telling)
    await getReady({ admin, owner }, running, telling)
    await askForReset(admin, telling)
    const first = await linkFromSms(admin, running, { phone, kind: 'reset-link' })

    await test.step('the owner objects: no Admin can confirm it, and the Admin who asked is told', async () => {
      await object(owner, first, telling)
      await admin.reload()
      await expect(admin.getByText(t.staff.resetObjectedAt, { exact: true })).toBeVisible()
      await look(admin, telling, '6-admin-told')
      await second.goto(admin.url())
      await expect(second.getByText(t.staff.resetConfirm)).toHaveCount(0)
    })

    await test.step('asked for again, another Admin confirms; the open page of the owner ends', async () => {
      await askForReset(admin, telling)
      const { link } = await linkFromSms(admin, running, { phone, kind: 'reset-link', after: first })
      await owner.goto('/relay')
      await expect(owner.locator('#live-state[data-state="live"]')).toBeVisible()
      const over = owner.waitForURL(/\/sign-in/, { waitUntil: 'commit' })
      await confirmReset(second, telling)
      await over
      await owner.goto(link)
      await expect(owner.getByRole('heading', { name: t.account.links.overTitle })).toBeVisible()
    })

    await test.step('the password alone lets the owner in, who is told to set up a new one', async () => {
      await owner.goto('/relay')
      await typePassword(owner, telling)
      await expect(owner.getByText(t.account.due.until)).toBeVisible()
      await owner.goto('/account')
      await expect(owner.getByText(t.account.factor.none)).toBeVisible()
    })
    await giveRole(admin, running, { telling, role: 'SuperSupport' })
    await Promise.all([owner.context().close(), second.context().close()])
  })
}
