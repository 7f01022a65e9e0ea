// Pressing a form's button twice, in Chromium: the first press alone is sent, and its answer is the one that is shown.
import { describe, expect, it } from 'vitest'
import { pairingAskPage } from '../pages/pairing/pairing-ask-page.tsx'
import { CENTRAL, NOW, frameOf } from '../pages/testing/fixtures.ts'
import { hasChromium, pagesInChromium } from './testing/opened-page.ts'

describe.skipIf(!hasChromium)('a second press (needs Chromium: `npm run tools`)', () => {
  const open = pagesInChromium()

  async function formPage() {
    const { page, stage } = await open('/relay', { isLive: false })
    const frame = frameOf()
    const body = pairingAskPage({
      frame,
      customer: CENTRAL,
      once: 'once-1',
      needsApproval: false,
      bySms: false,
      problem: null,
      now: NOW,
    })
    let posts = 0
    await page.route('**/pairing', async (route) => {
      if (route.request().method() === 'GET') return await route.fulfill({ contentType: 'text/html', body })
      posts += 1
      const answer = `<p>answer ${posts}</p>`
      await new Promise((resolve) => setTimeout(resolve, 500))
      // A press that drops the first answer leaves nobody to send it to.
      await route.fulfill({ contentType: 'text/html', body: answer }).catch(() => undefined)
    })
    await page.goto(`${stage.url}/relay/P-1042/pairing`)
    return { page, posts: () => posts }
  }

  it('while the first is under way is not sent', async () => {
    const { page, posts } = await formPage()
    await page.getByRole('button', { name: 'Make a pairing code' }).evaluate((button: HTMLElement) => {
      button.click()
      setTimeout(() => button.click(), 150)
    })
    await page.getByText(/answer \d/).waitFor()
    expect(await page.getByText(/answer \d/).textContent()).toBe('answer 1')
    expect(posts()).toBe(1)
  })
})
