// Orders in the panel: found, cancelled, sent, and those of one pharmacy on its page.
import { expect, test } from 'vitest'
import { startPortalRig } from '../../../test/portal-rig.ts'
import { orderOf } from '../../testing/shop/order-pages.ts'

const LIST = '/shop/orders'
const ONE = `${LIST}/ABCDEFGH`

async function startStage() {
  const rig = await startPortalRig()
  const browser = await rig.signedIn('Admin')
  const csrf = await browser.csrfOf(ONE)
  return { ...rig, browser, csrf, sales: rig.upstream.shop.sales }
}

test('the list asks for what its filter says, with whole days of the reader', async () => {
  const { browser, sales } = await startStage()
  const address = `${LIST}?state=paid&number=abcdefgh&storeId=p-1001&from=2026-11-01&to=2026-11-02`
  expect((await browser.get(address)).text).toContain(`href="${ONE}"`)
  expect(sales.queries.at(-1)).toMatchObject({
    state: 'paid',
    number: 'ABCDEFGH',
    storeId: 'P-1001',
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-03T00:00:00.000Z',
  })
  expect((await browser.get(`${LIST}?number=12`)).status).toBe(422)
  expect((await browser.get(`${LIST}/none`)).status).toBe(404)
})

test('an order is sent with carrier and number, and cannot be cancelled any more', async () => {
  const { browser, csrf, sales } = await startStage()
  const nobody = await browser.post(`${ONE}/send`, { csrf, version: '3', carrier: ' ', trackingNumber: 'X' })
  expect([nobody.status, nobody.text.includes('Write who carries it')]).toEqual([422, true])
  const sent = await browser.post(`${ONE}/send`, { csrf, version: '3', carrier: 'Post', trackingNumber: '' })
  expect([sent.location, sent.notice]).toEqual([ONE, 'sent'])
  expect(sales.orders[0]?.shipment).toMatchObject({ carrier: 'Post', trackingNumber: '' })
  const page = await browser.get(ONE)
  expect(page.text).toContain('The order is sent.')
  for (const over of ['send', 'cancel']) expect(page.text).not.toContain(`action="${ONE}/${over}`)
})

test('an order is cancelled, or the bank is asked first; who saw it otherwise sees it as it is', async () => {
  const { browser, csrf, sales } = await startStage()
  const stale = await browser.post(`${ONE}/cancel`, { csrf, version: '2' })
  expect([stale.status, stale.text.includes('nothing was done')]).toEqual([412, true])
  expect((await browser.post(`${ONE}/cancel`, { csrf, version: '3' })).notice).toBe('cancelled')
  const payments = [{ ...paymentOf(), state: 'created' as const }]
  sales.orders[0] = orderOf({ state: 'awaiting_payment', payments })
  expect((await browser.post(`${ONE}/cancel`, { csrf, version: '3' })).notice).toBe('cancel-asked')
  expect((await browser.get(ONE)).text).not.toContain(`action="${ONE}/cancel"`)
  sales.orders[0] = orderOf({ state: 'expired' })
  const refused = await browser.post(`${ONE}/send`, { csrf, version: '3', carrier: 'P', trackingNumber: '' })
  expect([refused.status, refused.text.includes('the order is in another state now')]).toEqual([409, true])
})

const paymentOf = () => ({
  id: '7f0c2a53-6a4e-4b0e-9a3e-0d7f0f8f1a11',
  amountMinor: 100,
  capturedMinor: 0,
  refundedMinor: 0,
  lastFour: null,
  createdAt: '2026-11-20T11:00:00.000Z',
})

test('a pharmacy has its last orders and its addresses on a page of its own', async () => {
  const { browser, sales } = await startStage()
  sales.orders.push(orderOf({ number: 'OTHERONE', storeId: 'P-1002' }))
  expect((await browser.get('/relay/P-1001')).text).toContain('href="/relay/P-1001/orders"')
  const page = await browser.get('/relay/P-1001/orders')
  expect(sales.queries.at(-1)).toMatchObject({ storeId: 'P-1001', pageSize: 10 })
  expect(page.text).toContain(`href="${ONE}"`)
  expect(page.text).not.toContain('OTHERONE')
  expect(page.text).toContain('Markt 1')
  expect(page.text).toContain('href="/shop/orders?storeId=P-1001"')
})

test('money goes back with amount and reason, at most what is left, and once however often the form is sent', async () => {
  const { browser, csrf, sales } = await startStage()
  const page = await browser.get(ONE)
  expect(page.text).toContain('At most €26.78')
  expect(page.text).toContain('href="/shop/invoices/INV-2026-000017"')
  const form = { csrf, version: '3', once: onceOf(page.text), amountMinor: '26,79', reason: 'Broken' }
  const tooMuch = await browser.post(`${ONE}/refund`, form)
  expect([tooMuch.status, tooMuch.text.includes('At most €26.78')]).toEqual([409, true])
  const empty = await browser.post(`${ONE}/refund`, { ...form, amountMinor: '', reason: ' ' })
  expect([empty.status, empty.text.includes('Write why')]).toEqual([422, true])
  const good = { ...form, version: '4', amountMinor: '20.00', once: onceOf(tooMuch.text) }
  for (let press = 0; press < 2; press++) {
    const sent = await browser.post(`${ONE}/refund`, good)
    expect([sent.location, sent.notice]).toEqual([ONE, 'refunded'])
  }
  expect(sales.payments[0]?.refunds).toMatchObject([{ amountMinor: 2_000, reason: 'Broken' }])
  const now = (await browser.get(ONE)).text
  for (const shown of ['Broken', 'At most €6.78', 'The money is on its way back.'])
    expect(now).toContain(shown)
})

const onceOf = (html: string) => /name="once" value="([^"]+)"/.exec(html)?.[1] ?? ''

test('support looks at orders and changes nothing', async () => {
  const { signedIn } = await startStage()
  const support = await signedIn('Support')
  const page = await support.get(ONE)
  expect(page.status).toBe(200)
  expect(page.text).not.toContain(`action="${ONE}`)
})
