// A page that is left open, in Chromium against a real portal: the warning, staying by keyboard, and what stands after the end.
import AxeBuilder from '@axe-core/playwright'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { describe, expect, it } from 'vitest'
import { PASSWORD, emailOf } from '../test/memory-identity.ts'
import { startPortalRig } from '../test/portal-rig.ts'
import { AXE, chromiumPages, hasChromium } from './testing/chromium.ts'

const MINUTE_MS = 60_000

describe.skipIf(!hasChromium)('a page that is left open (needs Chromium: `npm run tools`)', () => {
  const newPage = chromiumPages()

  /** `moveOn` moves the clocks of portal and browser by so many minutes. */
  async function signedIn(returnTo: string) {
    let aheadMs = 0
    const clock = { ...systemClock, wallMs: () => systemClock.wallMs() + aheadMs }
    const rig = await startPortalRig({ clock })
    const page = await newPage()
    await page.clock.install()
    await page.goto(`${rig.url}/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
    await page.getByLabel('E-mail').fill(emailOf('Admin'))
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${rig.url}${returnTo}`)
    const moveOn = async (minutes: number) => {
      aheadMs += minutes * MINUTE_MS
      await page.clock.fastForward(minutes * MINUTE_MS)
    }
    return { page, moveOn }
  }

  it('knows the zone from the first page on, warns, stays by keyboard, and says afterwards why it left', async () => {
    const { page, moveOn } = await signedIn('/relay/P-1001')
    expect(await page.evaluate(() => document.cookie)).toMatch(/(^|; )zone=/)
    const warning = page.locator('#session-end')
    expect(await warning.isVisible()).toBe(false)
    await moveOn(12.5)
    await page.getByRole('alert').getByText('about to be signed out').waitFor()
    expect(await page.getByRole('timer').textContent()).toMatch(/^[12]:\d\d$/)
    const { violations } = await new AxeBuilder({ page }).include('#session-end').options(AXE).analyze()
    expect(violations).toEqual([])
    await page.getByRole('button', { name: 'Stay signed in' }).focus()
    await page.keyboard.press('Enter')
    await warning.waitFor({ state: 'hidden' })
    await moveOn(16)
    await page.getByText('Your session has ended').waitFor()
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/relay/P-1001')
  })

  it('with a form keeps what was typed, and says that it is signed out', async () => {
    const { page, moveOn } = await signedIn('/relay/new')
    await page.getByLabel('Name').fill('Half a name')
    await moveOn(16)
    await page.getByRole('alert').getByText('You are signed out').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Half a name')
    const again = page.getByRole('link', { name: 'Sign in' })
    expect(await again.getAttribute('href')).toBe('/sign-in?returnTo=%2Frelay%2Fnew')
  })
})
