// The story of a drug list: an Admin brings its files, sees what it changes, confirms what goes, and pharmacists find the rest.
import type { Page } from '@playwright/test'
import type { RunningDemo } from '../running-demo.ts'
import { expect, signIn, test } from './demo-fixture.ts'
import { expectGoodLooks } from './looks.ts'

test.use({ sharesDemo: true })

const HEAD = 'code,name,substances,form,atc,holder,active\n'
const drugs = (names: readonly string[]): Buffer =>
  Buffer.from(
    HEAD + names.map((name, at) => `${at + 1},${name},${name},tablet,,Made-up Works,yes\n`).join(''),
  )
const packs = (codes: readonly string[]): Buffer =>
  Buffer.from(
    `drug,kind,code,label\n${codes.map((code, at) => `${at + 1},pzn,${code},10 pieces\n`).join('')}`,
  )

/** Not those of cross-sale.e2e.ts, which are sought on the same demo. */
const NAMES = ['Trovamil', 'Quirimal', 'Dalvexin']
const CODES = ['10000001', '10000018', '10000024']

async function upload(page: Page, names: readonly string[], codes: readonly string[]): Promise<void> {
  await page.getByLabel('List', { exact: true }).selectOption('tables')
  await page.getByLabel('Name of the other list').fill('made-up')
  await page.getByLabel('Files', { exact: true }).setInputFiles([
    { name: 'drugs.csv', mimeType: 'text/csv', buffer: drugs(names) },
    { name: 'packs.csv', mimeType: 'text/csv', buffer: packs(codes) },
  ])
  await page.getByRole('button', { name: 'Upload and check' }).click()
}

async function apply(page: Page): Promise<void> {
  await page.getByText('Apply the list…').click()
  await page.getByRole('button', { name: 'Apply the list' }).click()
}

async function openLists(page: Page, running: RunningDemo): Promise<void> {
  await page.goto(`${running.demo.portalUrl}/medicines`)
}

test('an Admin imports a list, sees its faults, and confirms what goes', async ({
  watched: page,
  running,
  browser,
}) => {
  await signIn(page, running, 'Admin')
  await page.getByRole('link', { name: 'Medicines' }).click()
  await expectGoodLooks(page, 'medicines-1-lists')
  await test.step('a wrong check digit refuses the whole list, with its line', async () => {
    await upload(page, NAMES, ['10000001', '10000018', '10000025'])
    await expect(page.getByText('Refused: it has faults')).toBeVisible()
    await expect(page.getByRole('row', { name: '10000025' })).toContainText('Line 4')
    await expectGoodLooks(page, 'medicines-2-refused')
  })
  await test.step('the right list is checked, then applied', async () => {
    await openLists(page, running)
    await upload(page, NAMES, CODES)
    await expect(page.getByText('Checked, not applied yet')).toBeVisible()
    await expect(page.getByRole('row', { name: 'In the list' })).toHaveText(/33$/)
    await expectGoodLooks(page, 'medicines-3-checked')
    await apply(page)
    await expect(page.getByText('Applied', { exact: true })).toBeVisible()
  })
  await test.step('a shorter list wants to hear that the withdrawals are meant', async () => {
    await openLists(page, running)
    await upload(page, NAMES.slice(0, 1), CODES.slice(0, 1))
    await expect(page.getByText('More than 5 % would be withdrawn.')).toBeVisible()
    await page.getByText('Apply the list…').click()
    await page.getByLabel('I have compared the numbers').check()
    await expectGoodLooks(page, 'medicines-4-withdrawn')
    await page.getByRole('button', { name: 'Apply the list' }).click()
    await expect(page.getByText('Applied', { exact: true })).toBeVisible()
  })
  const address = page.url()
  for (const [locale, colorScheme] of [
    ['de-DE', 'dark'],
    ['tr-TR', 'light'],
  ] as const) {
    const viewport = { width: 360, height: 800 }
    const storageState = await page.context().storageState()
    const context = await browser.newContext({ locale, colorScheme, viewport, storageState })
    const narrow = await context.newPage()
    for (const [name, to] of [
      ['lists', `${running.demo.portalUrl}/medicines`],
      ['import', address],
      ['refused', address.replace(/\d+$/, (id) => String(Number(id) - 2))],
    ] as const) {
      await narrow.goto(to)
      await expectGoodLooks(narrow, `medicines-${name}-${locale}`)
    }
    await context.close()
  }
})
