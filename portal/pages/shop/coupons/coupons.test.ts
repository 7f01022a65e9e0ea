// Coupons in the panel: made, changed, ended, with days of the reader.
import { expect, test } from 'vitest'
import { load } from '../../../test/page-text.ts'
import { startPortalRig } from '../../../test/portal-rig.ts'
import { couponOf } from '../../testing/shop/coupon-pages.ts'
import { couponValues, endedCoupon, readCoupon } from './coupon-values.ts'

const LIST = '/shop/coupons'
const TYPED = {
  code: 'summer-5',
  kind: 'amount',
  value: '5,00',
  max: '50',
  maxEach: '2',
  from: '2026-06-01',
  until: '2026-06-30',
}

async function startStage() {
  const rig = await startPortalRig()
  const browser = await rig.signedIn('Admin')
  const csrf = await browser.csrfOf(`${LIST}/new`)
  return { ...rig, browser, csrf, sales: rig.upstream.shop.sales }
}

test('a coupon is made with whole days, found in the list, changed and ended', async () => {
  const { browser, csrf, sales } = await startStage()
  const made = await browser.post(`${LIST}/new`, { csrf, ...TYPED })
  expect([made.location, made.notice]).toEqual([`${LIST}/4`, 'made'])
  expect(sales.coupons[0]).toMatchObject({
    code: 'SUMMER-5',
    percentBp: null,
    amountMinor: 500,
    from: '2026-06-01T00:00:00.000Z',
    until: '2026-07-01T00:00:00.000Z',
  })
  const page = await browser.get(`${LIST}/4`)
  expect([load(page.text).field('value'), load(page.text).field('until')]).toEqual(['5.00', '2026-06-30'])
  expect((await browser.get(LIST)).text).toContain(`href="${LIST}/4"`)
  const until = { ...TYPED, until: '2100-06-30' }
  expect((await browser.post(`${LIST}/4`, { csrf, version: '1', ...until })).notice).toBe('saved')
  expect((await browser.post(`${LIST}/4/end`, { csrf, version: '2' })).notice).toBe('ended')
  expect((await browser.get(`${LIST}/4`)).text).not.toContain(`action="${LIST}/4/end"`)
})

test('what is no coupon is said at its field, with what was typed', async () => {
  const { browser, csrf } = await startStage()
  const typed = { ...TYPED, code: 'ä', kind: 'percent', value: '101', max: '0', until: '2026-05-01' }
  const wrong = await browser.post(`${LIST}/new`, { csrf, ...typed })
  expect(wrong.status).toBe(422)
  for (const words of ['This is no code', 'a part is at most 100', 'A whole number from 1 to 1,000,000'])
    expect(wrong.text).toContain(words)
  expect(load(wrong.text).field('value')).toBe('101')
  const taken = await browser.post(`${LIST}/new`, { csrf, ...TYPED, code: 'SPRING-10' })
  expect([taken.status, taken.text.includes('There is a coupon with this code already')]).toEqual([409, true])
  const stale = await browser.post(`${LIST}/3`, { csrf, version: '1', ...TYPED })
  expect([stale.status, load(stale.text).field('version')]).toEqual([412, '2'])
})

test('what a form shows is read as the same coupon, in other zones as well', () => {
  const coupon = couponOf({ from: '2026-03-28T23:00:00.000Z', until: '2026-03-30T22:00:00.000Z' })
  const place = { currency: 'EUR', locale: 'de-DE', zone: 'Europe/Berlin' }
  const values = couponValues(coupon, place)
  // Between these two days clocks are put forward.
  expect([values.from, values.until, values.value]).toEqual(['2026-03-29', '2026-03-30', '10,00'])
  const read = readCoupon(values, place)
  expect('fields' in read && [read.fields.from, read.fields.until, read.fields.percentBp]).toEqual([
    coupon.from,
    coupon.until,
    1_000,
  ])
})

test('a coupon that has not begun can be ended', () => {
  const coupon = couponOf({ from: '2090-01-01T00:00:00.000Z' })
  const ended = endedCoupon(coupon, new Date('2026-11-20T12:00:00.000Z'))
  expect([ended.from < ended.until, ended.until]).toEqual([true, '2026-11-20T12:00:00.000Z'])
})
