// The story of a new computer: an admin makes a code, somebody pairs the agent with it, and its access is given and withdrawn.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { ExtraAgent } from '../extra-agent.ts'
import { openPanel } from '../platform/panel.ts'
import type { RunningDemo } from '../running-demo.ts'
import { expect, picture, signIn, test as base } from './demo-fixture.ts'
import { expectGoodLooks } from './looks.ts'
import { rowOf } from './printing-page.ts'

const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/

/** `agent`: of a computer that belongs nowhere; it runs. */
const test = base.extend<{ readonly agent: ExtraAgent }>({
  agent: async ({ running }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'relay-pairing-'))
    const agent = new ExtraAgent(running, { folder })
    try {
      await agent.start()
      await use(agent)
    } finally {
      await agent.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
})
test.use({ sharesDemo: true })

/** An admin is on the page of a new pharmacy. */
async function openNewPharmacy(page: Page, running: RunningDemo, storeId: string): Promise<void> {
  await (await openPanel(running.demo, 'Admin')).create(storeId)
  await signIn(page, running, 'Admin')
  await page.goto(`${running.demo.portalUrl}/relay/${storeId}`)
}

/** Makes one on the pharmacy's page; the page that shows it stays open. */
async function makeCode(page: Page, { needsApproval }: { readonly needsApproval: boolean }): Promise<string> {
  await page.getByRole('link', { name: 'Add a computer' }).click()
  if (needsApproval) await page.getByLabel('The computer waits for approval').check()
  await page.getByRole('button', { name: 'Make a pairing code' }).click()
  const code = page.getByText(CODE)
  await expect(code).toBeVisible()
  return (await code.textContent()) ?? ''
}

test('an admin makes a code, the computer pairs with it and is online; withdrawn, it is out for whoever looks on', async ({
  watched: page,
  running,
  agent,
}) => {
  await openNewPharmacy(page, running, 'P-3001')
  const code = await makeCode(page, { needsApproval: false })
  await expect(page.getByText(`pharmacy-relay pair ${code} --hub ${running.demo.portalUrl}`)).toBeVisible()
  await expectGoodLooks(page, 'pairing-1-code')
  expect(await agent.command('pair', code)).toMatchObject({ code: 0 })
  await expect(page.getByText(`Paired with ${agent.name}.`)).toBeVisible()
  await expect(page.getByText('It belongs to the pharmacy now.')).toBeVisible()
  await picture(page, 'pairing-2-used')
  await test.step('the page of the code leads to its role', async () => {
    await page.getByRole('link', { name: 'Choose its role' }).click()
    await expect(page.getByRole('heading', { name: `Role of ${agent.name}` })).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
  })
  const row = rowOf(page, agent.name)
  await expect(row).toContainText('Online')
  await test.step('its access is withdrawn while somebody else looks on', async () => {
    const other = await (await page.context().browser()?.newContext())?.newPage()
    if (other === undefined) throw new Error('there is no second browser')
    await signIn(other, running, 'Support')
    await other.goto(`${running.demo.portalUrl}/relay/P-3001`)
    await expect(rowOf(other, agent.name)).toContainText('Online')
    await row.getByRole('link', { name: agent.name, exact: true }).click()
    await page.getByText('Withdraw access…').click()
    await picture(page, 'pairing-3-withdraw')
    await page.getByRole('button', { name: 'Withdraw its access' }).click()
    await expect(rowOf(other, agent.name)).toContainText('Access withdrawn')
    await other.context().close()
  })
  await expect(rowOf(page, agent.name)).toContainText('A new pairing code lets it in again.')
  await picture(page, 'pairing-4-withdrawn')
  expect(await agent.textWith('REVOKED')).toContain('refused by the hub')
  await test.step('one button restores its access, and a reload does not say so again', async () => {
    await rowOf(page, agent.name).getByRole('button', { name: 'Restore access' }).click()
    await expect(page.getByText('The access is restored.')).toBeVisible()
    await page.reload()
    await expect(rowOf(page, agent.name)).not.toContainText('Access withdrawn')
    await expect(page.getByText('The access is restored.')).toHaveCount(0)
    await agent.stop()
    await agent.start()
    await expect(rowOf(page, agent.name)).toContainText('Online')
  })
})

test('a computer that needs approval waits, says so on both sides, and is online once it is approved', async ({
  watched: page,
  running,
  agent,
}) => {
  await openNewPharmacy(page, running, 'P-3002')
  await agent.pair(await makeCode(page, { needsApproval: true }))
  await expect(page.getByText(`Paired with ${agent.name}.`)).toBeVisible()
  expect((await agent.command('status')).text).toMatch(/approv/i)
  await page.getByRole('link', { name: 'To the pharmacy' }).click()
  await expect(page.getByRole('heading', { name: '1 computer waits for approval' })).toBeVisible()
  await expect(rowOf(page, agent.name)).toContainText('Waiting for approval')
  await expectGoodLooks(page, 'pairing-5-waiting')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(rowOf(page, agent.name)).toContainText('Online')
  await expect(page.getByRole('heading', { name: 'waits for approval' })).toHaveCount(0)
  await picture(page, 'pairing-6-approved')
})

test('a code that is withdrawn lets nobody in, and the computer is told to ask for a new one', async ({
  watched: page,
  running,
  agent,
}) => {
  await openNewPharmacy(page, running, 'P-3003')
  const code = await makeCode(page, { needsApproval: false })
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('The pairing codes are withdrawn.')).toBeVisible()
  const { code: exitCode, text } = await agent.command('pair', code)
  expect(exitCode).toBe(1)
  expect(text).toMatch(/code/i)
  await page.goto(`${running.demo.portalUrl}/relay/P-3003`)
  await expect(page.getByText('Make a pairing code with “Add a computer”')).toBeVisible()
})
