// The story of a new member of staff: an Admin invites her by SMS, she gets in, sees no administration, and is let out again.
import type { Browser, Page } from '@playwright/test'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { RunningDemo } from '../running-demo.ts'
import { expect, signIn, test } from './demo-fixture.ts'
import { linkFromSms, sendInvitation } from './invitations.ts'
import { expectGoodLooks } from './looks.ts'

test.use({ sharesDemo: true })

const NIA = { name: 'Nia New', email: 'nia@relay.example', phone: '+441234567890' }
const PASSWORD = 'four otters drinking mint tea'

/** As the page behind the link does it. */
async function choosePassword(running: RunningDemo, token: string): Promise<void> {
  const baseUrl = `${running.demo.gatewayUrl}/Identity`
  const client = createApiClient({ baseUrl, timeoutMs: 60_000, headers: () => Promise.resolve({}) })
  const body = { token, newPassword: PASSWORD }
  await client.call(identityApi.usePasswordLink, { params: null, query: null, body }, { token: null })
}

async function invite(page: Page, running: RunningDemo): Promise<void> {
  await page.goto(`${running.demo.portalUrl}/staff`)
  await expectGoodLooks(page, 'staff-1-users')
  await page.getByRole('link', { name: 'Invite somebody' }).click()
  const look = async (): Promise<void> => await expectGoodLooks(page, 'staff-2-invite')
  await sendInvitation(page, { invited: NIA, language: 'en', look })
  await expect(page.getByText('A link that was sent is good until')).toBeVisible()
  await expectGoodLooks(page, 'staff-3-user')
}

/** The history hears of it a moment later. */
async function expectInHistory(page: Page, running: RunningDemo, words: string): Promise<void> {
  await expect(async () => {
    await page.goto(`${running.demo.portalUrl}/staff-history?action=user`)
    const row = page.getByRole('row', { name: words }).filter({ hasText: NIA.name })
    await expect(row).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

async function signInAsNia(page: Page, running: RunningDemo): Promise<void> {
  await page.goto(`${running.demo.portalUrl}/relay`)
  await page.getByLabel('E-mail').fill(NIA.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Pharmacies', level: 1 })).toBeVisible()
}

async function picturesIn(browser: Browser, admin: Page, running: RunningDemo): Promise<void> {
  for (const locale of ['de-DE', 'tr-TR']) {
    const context = await browser.newContext({
      locale,
      colorScheme: 'dark',
      viewport: { width: 420, height: 900 },
      storageState: await admin.context().storageState(),
    })
    const page = await context.newPage()
    for (const path of ['staff', 'staff/invite', 'staff-history', 'sms-log']) {
      await page.goto(`${running.demo.portalUrl}/${path}`)
      await expectGoodLooks(page, `staff-${path.replace('/', '-')}-${locale}`)
    }
    await page.goto(`${running.demo.portalUrl}/staff`)
    await page.getByRole('link', { name: NIA.name }).click()
    await expectGoodLooks(page, `staff-user-${locale}`)
    await context.close()
  }
}

test('an Admin invites a Support by SMS, who gets in, sees no administration, and is let out again', async ({
  watched: page,
  running,
  browser,
}) => {
  await signIn(page, running, 'Admin')
  await invite(page, running)
  const { token } = await linkFromSms(page, running, NIA)
  await choosePassword(running, token)
  await expectInHistory(page, running, 'User invited')
  await expectGoodLooks(page, 'staff-4-history')
  await page.goto(`${running.demo.portalUrl}/sms-log`)
  await expect(page.getByText('ends in 7890')).toBeVisible()
  await expectGoodLooks(page, 'staff-5-messages')
  await picturesIn(browser, page, running)
  const hers = await (await browser.newContext()).newPage()
  await signInAsNia(hers, running)
  await expect(hers.getByRole('link', { name: 'Users' })).toHaveCount(0)
  for (const path of ['staff', 'staff/invite', 'staff-history', 'sms-log']) {
    const reply = await hers.goto(`${running.demo.portalUrl}/${path}`)
    expect([path, reply?.status()]).toEqual([path, 403])
  }
  await test.step('the Admin disables her, and she is out', async () => {
    await page.goto(`${running.demo.portalUrl}/staff?q=nia`)
    await page.getByRole('link', { name: NIA.name }).click()
    await page.getByText('Disable the user…').click()
    await page.getByRole('button', { name: 'Disable the user' }).click()
    await expect(page.getByText('The user is disabled, and all sessions have ended.')).toBeVisible()
    await expectInHistory(page, running, 'User disabled')
    await expect(async () => {
      await hers.goto(`${running.demo.portalUrl}/relay`)
      await expect(hers.getByLabel('Password')).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })
})
