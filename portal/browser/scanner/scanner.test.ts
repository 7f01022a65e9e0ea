// A phone as a scanner in Chromium, against the portal itself: typed and seen scans, without script, narrow, dark, three languages.
import type { BrowserContextOptions, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { startPortalRig } from '../../test/portal-rig.ts'
import { chromiumPages, expectGood, hasChromium } from '../testing/chromium.ts'
import { Repeats } from './repeats.ts'

/** A moving picture in place of a camera, and Yes to whether the page may have it. */
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const PHONE = { viewport: { width: 360, height: 740 } }
const CODE = '04012345678901'

describe.skipIf(!hasChromium)('a phone as a scanner (needs Chromium: `npm run tools`)', () => {
  const newPage = chromiumPages(CAMERA)
  const open = async (context: BrowserContextOptions = PHONE, before?: (page: Page) => Promise<void>) => {
    const portal = await startPortalRig()
    const page = await newPage(context)
    await before?.(page)
    await page.goto(`${portal.url}/scanner`)
    return { page, url: portal.url, scanners: portal.upstream.pharmacy.scanners }
  }
  const paired = async (context: BrowserContextOptions = PHONE, before?: (page: Page) => Promise<void>) => {
    const opened = await open(context, before)
    await opened.page.locator('#code').fill('bcdf ghjk')
    await opened.page.locator('#name').fill('Phone')
    await opened.page.locator('main button[type="submit"]').click()
    await opened.page.locator('#scan').waitFor()
    return opened
  }

  it('takes scan after scan from a scanner that types, in order, without leaving the page', async () => {
    const { page, scanners } = await paired()
    await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('scan')
    for (const code of [CODE, 'SECOND', 'THIRD']) {
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => scanners.scans).toEqual([CODE, 'SECOND', 'THIRD'])
    await page.getByRole('alert').getByText('Taken: COUNTER-1 has the scan.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('scan')
    expect(await page.locator('#scan').inputValue()).toBe('')
    scanners.isSignedIn = false
    await page.keyboard.type(CODE)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Nobody is signed in at COUNTER-1.').waitFor()
    expect(await page.locator('body[data-not-reloaded]').count()).toBe(1)
    expect(page.url()).not.toContain(CODE)
  })

  it('says that nobody knows whether a scan arrived when no answer came', async () => {
    const { page } = await paired()
    await page.route('**/scanner', async (route) => await route.abort())
    await page.keyboard.type(CODE)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Nobody knows whether the scan arrived.').waitFor()
  })

  it('says in words that the browser reads no codes with the camera, and offers none', async () => {
    const { page } = await paired(PHONE, withoutDetector)
    await page.getByText('This browser does not read codes with the camera.').waitFor()
    expect(await page.getByRole('button', { name: 'Scan with the camera' }).count()).toBe(0)
  })

  it('sends a code that stays before the camera once, and lets go of the camera', async () => {
    const { page, scanners } = await paired(PHONE, withDetector)
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    const looks = async (): Promise<number> => await page.evaluate(() => Number(document.title.split(' ')[0]))
    await expect.poll(() => scanners.scans).toEqual([CODE])
    const before = await looks()
    await expect.poll(looks).toBeGreaterThan(before + 3)
    expect(scanners.scans).toEqual([CODE])
    await page.getByRole('button', { name: 'Stop the camera' }).click()
    expect(await page.locator('#scan-camera video').isVisible()).toBe(false)
    const isOver = await page.locator('#scan-camera video').evaluate((video) => {
      const { srcObject } = video as HTMLVideoElement
      return (srcObject as MediaStream).getTracks().every(({ readyState }) => readyState === 'ended')
    })
    expect(isOver).toBe(true)
  })

  it('works without the script', async () => {
    const { page, scanners } = await paired({ ...PHONE, javaScriptEnabled: false })
    await page.locator('#scan').fill(CODE)
    await page.keyboard.press('Enter')
    await page.getByText('Taken: COUNTER-1 has the scan.').waitFor()
    expect(scanners.scans).toEqual([CODE])
    await page.getByRole('link', { name: 'Forget this phone' }).click()
    await page.getByRole('button', { name: 'Forget this phone' }).click()
    await page.getByText('This phone is no scanner any more.').waitFor()
  })

  it.each([
    ['en-GB', 'light'],
    ['de-DE', 'dark'],
    ['tr-TR', 'light'],
    ['tr-TR', 'dark'],
  ] as const)('is accessible at 360 px and nothing stands out of the page: %s, %s', async (locale, theme) => {
    const { page, url, scanners } = await open({ ...PHONE, locale, colorScheme: theme }, withDetector)
    await expectGood(page)
    await page.locator('#code').fill('BCDFGHJK')
    await page.locator('#name').fill('Phone')
    await page.locator('main button[type="submit"]').click()
    await page.locator('#scan').waitFor()
    await page.locator('[data-camera="start"]').waitFor()
    scanners.isSignedIn = locale !== 'de-DE'
    await page.keyboard.type(CODE)
    await page.keyboard.press('Enter')
    await page.locator('[data-said]').waitFor()
    await expectGood(page)
    await page.goto(`${url}/scanner/forget`)
    await expectGood(page)
  })
})

describe('a code before the camera', () => {
  it('is one scan while it stays, and another when it comes back after a while', () => {
    const repeats = new Repeats()
    expect(repeats.freshOf([], 0)).toBeNull()
    expect(repeats.freshOf(['a'], 100)).toBe('a')
    expect(repeats.freshOf(['a', 'b'], 1_500)).toBeNull()
    expect(repeats.freshOf([], 2_000)).toBeNull()
    expect(repeats.freshOf(['a'], 2_900)).toBeNull()
    expect(repeats.freshOf(['a'], 4_500)).toBe('a')
    expect(repeats.freshOf(['b'], 4_600)).toBe('b')
  })
})

async function withoutDetector(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'))
}

/** Chromium reads codes on phones alone: here one code is always seen, as soon as there is a picture, and looks are counted in the title. */
async function withDetector(page: Page): Promise<void> {
  await page.addInitScript((code) => {
    let looks = 0
    class Detector {
      static getSupportedFormats = () => Promise.resolve(['data_matrix'])
      async detect(video: HTMLVideoElement) {
        looks += 1
        document.title = `${looks} looks`
        return video.videoWidth > 0 ? [{ rawValue: code }] : []
      }
    }
    Object.defineProperty(globalThis, 'BarcodeDetector', { value: Detector })
  }, CODE)
}
