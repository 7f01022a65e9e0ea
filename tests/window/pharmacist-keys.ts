// For tests: what a pharmacist and a hand scanner type in the window.
import { PASSWORD } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Locator, Page } from '@playwright/test'
import { PIA } from '../platform/address-scene.ts'

/** In ms between two keys: faster ones, and an Enter behind them, are a scanner's (wedge.ts). */
export const AS_A_PERSON = { delay: 60 }

/** Where the cursor stands already. */
export async function typesAtOnce(page: Page, label: string, text: string): Promise<void> {
  await hasFocus(page.getByLabel(label, { exact: true }), label)
  await page.keyboard.type(text, AS_A_PERSON)
}

/** As a hand scanner does, which a busy computer cannot slow down: all keys and Enter in one turn. */
export async function typedAtOnce(page: Page, text: string): Promise<void> {
  await page.evaluate((keys) => {
    for (const key of [...keys.split(''), 'Enter']) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      const isTaken = !(document.activeElement ?? document.body).dispatchEvent(event)
      if (key === 'Enter' && !isTaken) (document.activeElement as HTMLElement | null)?.click()
    }
  }, text)
}

/** `what`: as it is called when it never has. */
export async function hasFocus(place: Locator, what: string): Promise<void> {
  await until(`the focus is at ${what}`, async () =>
    place.evaluate((element) => element === document.activeElement),
  )
}

/**
 * The label is shown, and the next key prints it. What draws may start too late for the first question on a busy computer: then the
 * page says so, and a person asks again.
 */
export async function printIsNext(page: Page): Promise<void> {
  const print = page.getByRole('button', { name: 'Print the label', exact: true })
  const again = page.getByRole('button', { name: 'Try again' })
  await until('the label is shown', async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined)
    return print.isVisible()
  })
  await hasFocus(print, 'Print')
}

/** Where the page with the form is open. */
export async function signsIn(page: Page): Promise<void> {
  await typesAtOnce(page, 'E-mail address', PIA)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Signed in' }).waitFor()
}
