// A second factor as its owner uses it: an authenticator app, and the pages that set it up.
import { setTimeout as delay } from 'node:timers/promises'
import { codeOfStep, STEP_MS } from '@pharmacy-relay/relay-server/identity-api/second-factor/totp.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { expect, type Page } from '@playwright/test'

/** From a code that is read to the server that takes it, on a busy machine. */
const TYPED_MS = 10_000
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export interface Authenticator {
  /**
   * One that was not given before: of the step before now while that is good for 10 s more, of now, of the next; after those it
   * waits, at most 30 s for each.
   */
  nextCode(): Promise<string>
}

/** As an app does it. `secret`: in letters, as the page shows it without its spaces. */
function createAuthenticator(secret: string): Authenticator {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const stepNow = (): number => Math.floor(Date.now() / STEP_MS)
  let given = 0
  return {
    nextCode: async () => {
      given = Math.max(given + 1, Math.floor((Date.now() + TYPED_MS) / STEP_MS) - 1)
      while (given > stepNow() + 1) await delay(STEP_MS - (Date.now() % STEP_MS))
      return codeOfStep(bytes, given)
    },
  }
}

interface SettingUp {
  readonly page: Page
  readonly t: Texts
  /** Looks at each of the three pages. */
  readonly look: (name: string) => Promise<void>
}

/** From the page of the account to its recovery codes, with one wrong code on the way. */
export async function setUpFactor({ page, t, look }: SettingUp): Promise<Authenticator> {
  const a = t.account.factor
  const code = page.getByLabel(t.account.code.field, { exact: true })
  await look('1-none')
  await page.getByRole('main').getByRole('link', { name: a.setUp }).first().click()
  await page.getByRole('button', { name: a.begin }).click()
  await expect(page.getByRole('img', { name: a.picture })).toBeVisible()
  await look('2-enrolment')
  const secret = (await page.locator('.copy-line code').textContent())?.replaceAll(' ', '') ?? ''
  const app = createAuthenticator(secret)
  await code.fill('000000')
  await page.getByRole('button', { name: a.activate }).click()
  await expect(page.locator('.notice-fault')).toBeVisible()
  await code.fill(await app.nextCode())
  await page.getByRole('button', { name: a.activate }).click()
  await expect(page.locator('.recovery-codes li')).toHaveCount(10)
  await look('3-recovery-codes')
  return app
}
