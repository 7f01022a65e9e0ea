// The story of a customer: he fills a basket, registers with the code from the SMS, orders, and pays at the provider's page; on the
// demo as it starts.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { RunningDemo } from '../running-demo.ts'
import { expect, test } from './demo-fixture.ts'
import { expectGoodLooks } from './looks.ts'

test.use({ sharesDemo: true, locale: 'en-GB' })

/** Of the demo's shop. */
const ROLL = 'Label roll 100 × 50 mm, direct thermal'
/** Of Riverside, a pharmacy of the demo. */
const PHONE = '+44 20 7946 0101'

test('a customer fills a basket, registers with a code by SMS, orders, pays, and has one order with its invoice', async ({
  page,
  running,
}) => {
  const shop = running.demo.storefrontUrl
  await test.step('he finds the roll as he types, and puts two into his basket', async () => {
    await page.goto(shop)
    await page.getByRole('combobox', { name: 'Search the shop' }).fill('label rol')
    await page.getByRole('option', { name: ROLL }).click()
    await expect(page.getByRole('heading', { name: ROLL, level: 1 })).toBeVisible()
    await page.getByLabel(`Quantity of ${ROLL}`).fill('2')
    await page.getByRole('button', { name: `Add: ${ROLL}` }).click()
    await expect(page.getByRole('link', { name: 'Basket (2)' })).toBeVisible()
    await expectGoodLooks(page, 'shop-1-product')
  })
  await test.step('he registers with the phone of his pharmacy', async () => {
    await page.goto(`${shop}/register?returnTo=/checkout`)
    await page.getByLabel('Phone number of your pharmacy').fill(PHONE)
    await page.getByRole('button', { name: 'Send the code' }).click()
    await page.getByLabel('Code').fill(await codeFromSms(page, running))
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByLabel('Your name').fill('Rae Registered')
    await page.getByLabel('E-mail').fill(`${randomUUID()}@one.example`)
    await page.getByLabel('Password').fill('four otters drinking mint tea')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { name: 'Order', level: 1 })).toBeVisible()
  })
  await test.step('he says where to, and orders what was in the basket', async () => {
    await expect(page.getByText(`2 × ${ROLL}`)).toBeVisible()
    const address = {
      Name: 'Riverside',
      'Street and number': '1 High Street',
      Postcode: 'N1 1AA',
      Town: 'London',
    }
    for (const [label, value] of Object.entries(address))
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByLabel(/^Country/).fill('GB')
    await page.getByRole('button', { name: 'Save the address' }).click()
    await page.getByRole('button', { name: 'Order for €35.46' }).click()
    await expect(page.getByText('Thank you. We have your order.')).toBeVisible()
    await expectGoodLooks(page, 'shop-2-order')
  })
  await test.step('he leaves the payment page in the middle, comes back, and pays', async () => {
    const order = page.url()
    await page.getByRole('button', { name: 'Pay €35.46' }).click()
    await expect(page.getByRole('heading', { name: 'Pay', exact: true })).toBeVisible()
    const attempt = page.url()
    await page.goto(order)
    await expect(page.getByText('A payment is under way.')).toBeVisible()
    await page.getByRole('button', { name: 'Pay €35.46' }).click()
    await expect(page).toHaveURL(attempt)
    await page.getByRole('button', { name: 'Continue to the bank' }).click()
    await page.getByRole('button', { name: 'Yes, pay' }).click()
    await page.waitForURL(order)
    // The page asks by itself what the bank said.
    await expect(page.getByRole('link', { name: 'Invoice (PDF)' })).toBeVisible()
    await expectGoodLooks(page, 'shop-3-paid')
  })
  await test.step('he has one order, and its invoice', async () => {
    const invoice = `${page.url()}/invoice`
    await expect(async () => {
      const pdf = await page.request.get(invoice)
      expect(pdf.headers()['content-type']).toBe('application/pdf')
    }).toPass()
    await page.goto(`${shop}/orders`)
    await expect(page.locator('a[href^="/orders/"]')).toHaveCount(1)
  })
})

async function codeFromSms(page: Page, running: RunningDemo): Promise<string> {
  const reader = await page.context().newPage()
  let code: string | undefined
  await expect(async () => {
    await reader.goto(running.demo.smsPageUrl ?? '')
    const row = reader.getByRole('row').filter({ hasText: 'pharmacy store' }).first()
    code = /(\d{6}) is your code/.exec((await row.textContent({ timeout: 1_000 })) ?? '')?.[1]
    expect(code).toBeDefined()
  }).toPass()
  await reader.close()
  return code ?? ''
}
