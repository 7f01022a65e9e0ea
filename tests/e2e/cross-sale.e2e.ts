// The story of a rule: an Admin brings a list that says how medicines are supplied, makes a rule by keyboard, and it is approved.
import type { Page } from '@playwright/test'
import type { RunningDemo } from '../running-demo.ts'
import { expect, signIn, test } from './demo-fixture.ts'
import { expectGoodLooks } from './looks.ts'

test.use({ sharesDemo: true })

const DRUGS = `code,name,substances,form,atc,holder,active,supply
1,Zelophan 500 mg,zelophanum,capsule,J01CA99,Made-up Works,yes,prescription
2,Brenavil drops,brenavilum,drops,A07FA99,Made-up Works,yes,free
`
const PACKS = `drug,kind,code,label
1,pzn,10000001,10 pieces
2,pzn,10000018,20 ml
`

async function importList(page: Page, running: RunningDemo): Promise<void> {
  await page.goto(`${running.demo.portalUrl}/medicines`)
  await page.getByLabel('List', { exact: true }).selectOption('tables')
  await page.getByLabel('Name of the other list').fill('supplied')
  await page.getByLabel('Files', { exact: true }).setInputFiles([
    { name: 'drugs.csv', mimeType: 'text/csv', buffer: Buffer.from(DRUGS) },
    { name: 'packs.csv', mimeType: 'text/csv', buffer: Buffer.from(PACKS) },
  ])
  await page.getByRole('button', { name: 'Upload and check' }).click()
  await page.getByText('Apply the list…').click()
  await page.getByRole('button', { name: 'Apply the list' }).click()
  await expect(page.getByText('Applied', { exact: true })).toBeVisible()
}

/** Without a pointer, from the first field on. */
async function makeByKeyboard(page: Page): Promise<void> {
  await page.getByLabel('Who buys (name').focus()
  await page.keyboard.type('zeloph')
  await page.keyboard.press('Tab')
  await page.keyboard.type('brenavil')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Who buys', { exact: true })).toContainText('zelophanum, capsule')
  await expectGoodLooks(page, 'suggestions-2-new')
  await page.getByLabel('Pregnancy').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('From which age').focus()
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
}

test('an Admin makes a rule, a pharmacist approves it, and it ends', async ({
  watched: page,
  running,
  browser,
}) => {
  await signIn(page, running, 'Admin')
  await importList(page, running)
  await page.goto(`${running.demo.portalUrl}/medicines`)
  await page.getByRole('link', { name: 'Suggestions' }).click()
  // The demo's own rule.
  await expect(page.getByRole('row', { name: 'hyvorate' })).toContainText('Petra Pharmacist')
  await page.goto(`${running.demo.portalUrl}/medicines/suggestions?state=waiting`)
  await expect(page.getByText('There are no rules or pairs here')).toBeVisible()
  await expectGoodLooks(page, 'suggestions-1-none')
  await page.getByRole('link', { name: 'Make a rule' }).click()
  await makeByKeyboard(page)
  await expect(page.getByText('The rule is there.')).toBeVisible()
  await expectGoodLooks(page, 'suggestions-3-waiting')
  await page.getByLabel('Pharmacist', { exact: true }).fill('Petra Pharmacist')
  await page.keyboard.press('Enter')
  await expect(page.getByText('It is approved, and shown from now on.')).toBeVisible()
  const rule = page.url()
  await page.goto(`${running.demo.portalUrl}/medicines/suggestions`)
  await expect(page.getByRole('row', { name: 'brenavilum' })).toContainText('Petra Pharmacist')
  await expectGoodLooks(page, 'suggestions-4-list')
  for (const [locale, colorScheme] of [
    ['de-DE', 'dark'],
    ['tr-TR', 'light'],
  ] as const) {
    const viewport = { width: 360, height: 800 }
    const storageState = await page.context().storageState()
    const context = await browser.newContext({ locale, colorScheme, viewport, storageState })
    const narrow = await context.newPage()
    for (const [name, to] of [
      ['list', `${running.demo.portalUrl}/medicines/suggestions`],
      ['rule', rule],
      ['new', `${running.demo.portalUrl}/medicines/suggestions/new?ifText=zelo&thenText=bren`],
    ] as const) {
      await narrow.goto(to)
      await expectGoodLooks(narrow, `suggestions-${name}-${locale}`)
    }
    await context.close()
  }
  await page.goto(rule)
  await page.getByText('End it…').click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText('It has ended.')).toBeVisible()
})
