// A page that is left open, in Chromium against a real portal: the warning, staying by keyboard, and what stands after the end.
import type { Page } from '@playwright/test'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { axeViolations } from '@pharmacy-relay/shared/test/axe.ts'
import { describe, expect, it } from 'vitest'
import { PASSWORD, emailOf } from '../../test/memory-identity.ts'
import { startPortalRig } from '../../test/portal-rig.ts'
import { chromiumPages, hasChromium } from '../testing/chromium.ts'

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
    await signInAt(page)
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
    expect(await axeViolations(page, { within: '#session-end' })).toEqual([])
    await page.getByRole('button', { name: 'Stay signed in' }).focus()
    await page.keyboard.press('Enter')
    await warning.waitFor({ state: 'hidden' })
    await moveOn(16)
    await page.getByText('Your session has ended').waitFor()
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/relay/P-1001')
  })

  it('any key while the warning stands keeps the reader signed in, and who is typing is not warned', async () => {
    const { page, moveOn } = await signedIn('/relay/P-1001')
    const warning = page.locator('#session-end')
    await moveOn(12.5)
    await page.getByRole('alert').getByText('Any key or click').waitFor()
    await page.keyboard.press('Shift')
    await warning.waitFor({ state: 'hidden' })
    await moveOn(11.9)
    await page.keyboard.press('Shift')
    const asked = page.waitForResponse((reply) => reply.url().endsWith('/session'))
    await moveOn(0.5)
    expect(await (await asked).json()).toMatchObject({ isFinal: false })
    expect(await warning.isVisible()).toBe(false)
    await moveOn(5)
    expect(new URL(page.url()).pathname).toBe('/relay/P-1001')
  })

  it('with a form keeps what was typed, says that it is signed out, and sends it after a sign-in elsewhere', async () => {
    const { page, moveOn } = await signedIn('/relay/new')
    await page.getByLabel('Store ID').fill('P-7000')
    await page.getByLabel('Name').fill('Half a name')
    await page.getByLabel('E-mail').fill('half@example.org')
    await moveOn(16)
    await page.getByRole('alert').getByText('You are signed out').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Half a name')
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Sign in in another tab' }).click()
    const other = await opened
    await signInAt(other)
    await other.waitForURL(/\/relay$/)
    await page.bringToFront()
    await moveOn(0.3)
    await page.getByRole('alert').getByText('You are signed in again').waitFor()
    await moveOn(0.1)
    expect(await page.getByText('You are signed in again').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Add the pharmacy' }).click()
    await page.getByText('Half a name').waitFor()
    expect(new URL(page.url()).pathname).toBe('/relay/P-7000')
  })
})

async function signInAt(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(emailOf('Admin'))
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
