// A page that is left open, in Chromium against a real portal: the warning, staying by keyboard, and what stands after the end.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { PASSWORD, emailOf } from '../test/memory-identity.ts'
import { startPortalRig } from '../test/portal-rig.ts'
import { AXE, chromiumPages, hasChromium } from './testing/chromium.ts'

/** It warns 5 s before. */
const LIMITS = { idleMs: 15_000, absoluteMs: 600_000 }

describe.skipIf(!hasChromium)('a page that is left open (needs Chromium: `npm run tools`)', () => {
  const newPage = chromiumPages()

  async function signedIn(returnTo: string): Promise<Page> {
    const rig = await startPortalRig({ options: { sessionLimits: LIMITS } })
    const page = await newPage()
    await page.goto(`${rig.url}/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
    await page.getByLabel('E-mail').fill(emailOf('Admin'))
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${rig.url}${returnTo}`)
    return page
  }

  it('knows the zone from the first page on, warns, stays by keyboard, and says afterwards why it left', async () => {
    const page = await signedIn('/relay/P-1001')
    expect(await page.evaluate(() => document.cookie)).toMatch(/(^|; )zone=/)
    const warning = page.locator('#session-end')
    await page.getByRole('alert').getByText('about to be signed out').waitFor()
    const { violations } = await new AxeBuilder({ page }).include('#session-end').options(AXE).analyze()
    expect(violations).toEqual([])
    await page.getByRole('button', { name: 'Stay signed in' }).focus()
    await page.keyboard.press('Enter')
    await warning.waitFor({ state: 'hidden' })
    await page.getByText('Your session has ended').waitFor({ timeout: 60_000 })
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/relay/P-1001')
  })

  it('with a form keeps what was typed, and says that it is signed out', async () => {
    const page = await signedIn('/relay/new')
    await page.getByLabel('Name').fill('Half a name')
    await page.getByRole('alert').getByText('You are signed out').waitFor({ timeout: 60_000 })
    expect(await page.getByLabel('Name').inputValue()).toBe('Half a name')
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/sign-in?returnTo=%2Frelay%2Fnew',
    )
  })
})
