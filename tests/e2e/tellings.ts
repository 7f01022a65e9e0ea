// How a story with somebody new is told: in which language, at which display, by whose browser; and how she gets in.
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { RunningDemo } from '../running-demo.ts'
import { signIn } from './demo-fixture.ts'
import type { Invited } from './invitations.ts'

/** Of whoever was invited. */
export const PASSWORD = 'four otters drinking mint tea'

export interface Telling {
  readonly language: Language
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  readonly invited: Invited
}

export function words({ language }: Telling) {
  return texts(language)
}

/** A browser of somebody else, set up as in the telling. */
export async function browserOf(browser: Browser, telling: Telling, baseURL: string): Promise<Page> {
  const { language, colorScheme, width } = telling
  const options: BrowserContextOptions = {
    baseURL,
    colorScheme,
    locale: language,
    viewport: { width, height: 900 },
  }
  return await (await browser.newContext(options)).newPage()
}

/** With the display of the telling. */
export async function signInAsAdmin(admin: Page, running: RunningDemo, telling: Telling): Promise<void> {
  await signIn(admin, running, 'Admin')
  const prefs = {
    name: 'prefs',
    value: `${telling.language}.${telling.colorScheme}`,
    url: running.demo.portalUrl,
  }
  await admin.context().addCookies([{ ...prefs, secure: true, httpOnly: true, sameSite: 'Lax' }])
  await admin.setViewportSize({ width: telling.width, height: 900 })
}

/** On the sign-in page, as the invited. */
export async function typePassword(hers: Page, telling: Telling): Promise<void> {
  const t = words(telling)
  await hers.getByLabel(t.signIn.email).fill(telling.invited.email)
  await hers.getByLabel(t.signIn.password).fill(PASSWORD)
  await hers.getByRole('button', { name: t.signIn.submit }).click()
}

/**
 * What Playwright is told of a story: the same once more, in another language or at another display, waits for
 * `npm run verify:campaigns`. scripts/tests.ts knows the tag.
 */
export function onceMore(isOnceMore: boolean): { readonly tag: string[] } {
  return { tag: isOnceMore ? ['@campaign'] : [] }
}

/** A story of each run that has more to see in `npm run verify:campaigns`. */
export const LONGER = { tag: ['@longer'] }
export const isLong = process.env['Tests__Long'] !== undefined
