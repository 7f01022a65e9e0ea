// The pages of the shop in Chromium: nothing that axe finds wrong, light and dark, on a phone and on a desk, and by keyboard.
import { describe, expect, it } from 'vitest'
import { startPortalRig } from '../test/portal-rig.ts'
import { productOf } from '../pages/testing/shop/product-pages.ts'
import { chromiumPages, expectGood, hasChromium, signInOn } from './testing/chromium.ts'

const PAGES = [
  '/shop/orders',
  '/shop/orders/ABCDEFGH',
  '/shop/products',
  '/shop/products/21',
  '/shop/products/import',
  '/shop/categories',
  '/shop/coupons',
  '/shop/coupons/3',
  '/relay/P-1001/orders',
]
const LOOKS = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1_440 },
] as const
/** Where pictures for a person go; none are made where it is not set. */
const { SHOP_LOOKS: folder } = process.env

describe.skipIf(!hasChromium)('pages of the shop (need Chromium: `npm run tools`)', () => {
  const newPage = chromiumPages()

  it.each(LOOKS)('have nothing that axe finds wrong: $colorScheme, $width wide', async (look) => {
    const { url, upstream } = await startPortalRig()
    upstream.shop.catalogue.products.push(
      productOf({ id: 22, name: 'Etikettenrolle mit einem sehr langen Namen '.repeat(4), available: 0 }),
    )
    const page = await newPage({
      colorScheme: look.colorScheme,
      viewport: { width: look.width, height: 900 },
    })
    await signInOn(page, url, 'Admin')
    for (const path of PAGES) {
      await page.goto(url + path)
      await expectGood(page)
      const name = `${look.colorScheme}-${look.width}${path.replaceAll('/', '-')}.png`
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}`, fullPage: true })
    }
  })

  it('let an order be cancelled by keyboard alone, after the question', async () => {
    const { url, upstream } = await startPortalRig()
    const page = await newPage()
    await signInOn(page, url, 'Admin')
    await page.goto(`${url}/shop/orders/ABCDEFGH`)
    await page.locator('#cancel summary').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The order is cancelled.').waitFor()
    expect(upstream.shop.sales.orders[0]?.state).toBe('cancelled')
  })
})
