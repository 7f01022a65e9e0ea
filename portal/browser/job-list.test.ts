// Labels of a computer in Chromium, against the portal itself: asked for in place, cancelled by keyboard, and accessible.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { BrowserContextOptions } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { jobStates } from '@pharmacy-relay/shared/print-job.ts'
import { computerOf } from '../pages/testing/fixtures.ts'
import { COUNTERS, WAITING, jobInState } from '../pages/testing/job-pages.ts'
import { startPortalRig } from '../test/portal-rig.ts'
import { chromiumPages, expectGood, hasChromium, signInOn, type NewPage } from './testing/chromium.ts'

/** A loaded machine takes its time. */

describe.skipIf(!hasChromium)('labels in the browser (needs Chromium: `npm run tools`)', () => {
  const open = openerOf(chromiumPages())

  it('asks the computer when its page opens, says so meanwhile, and asks again on demand', async () => {
    const { page, rig } = await open({ isHeld: true })
    const said = page.locator('#jobs-said')
    await expect.poll(() => said.textContent()).toContain('That takes at most 10 seconds.')
    expect(await page.locator('#job-list').getAttribute('aria-busy')).toBe('true')
    rig.answer()
    await expect.poll(() => page.locator('.job-table tbody tr').count()).toBe(jobStates.length)
    expect(await said.textContent()).toBe('')
    rig.computer.isOnline = false
    await page.getByRole('link', { name: 'Ask again' }).click()
    await expect.poll(() => page.locator('#job-list').textContent()).toContain('The computer is offline.')
  })

  it('says that no answer came when none does', async () => {
    const { page } = await open()
    await page.route('**/jobs/list', async (route) => await route.abort())
    await page.getByRole('link', { name: 'Ask again' }).click()
    await expect.poll(() => page.locator('#jobs-said').textContent()).toContain('No answer came.')
  })

  it('cancels a label with the keyboard, after a question', async () => {
    const { page, rig } = await open()
    const held = rig.jobs.jobs.find(({ state }) => state === 'held')
    const summary = page.locator('summary', { hasText: `Cancel label ${held?.n}` })
    await summary.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.notice', { hasText: `Label ${held?.n} is cancelled.` }).waitFor()
    expect(held?.state).toBe('cancelled')
  })

  it('works without the script', async () => {
    const { page } = await open({ context: { javaScriptEnabled: false } })
    await page.getByRole('link', { name: 'Ask the computer for its labels' }).click()
    expect(await page.locator('.job-table tbody tr').count()).toBe(jobStates.length)
  })

  it.each([
    ['wide', { viewport: { width: 1_280, height: 900 } }],
    ['at 360 px', { viewport: { width: 360, height: 740 } }],
    ['dark', { viewport: { width: 1_280, height: 900 }, colorScheme: 'dark' }],
    ['dark at 360 px', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ] as const)('is accessible and nothing stands out of the page: %s', async (_name, context) => {
    const { page, pharmacyUrl } = await open({ context })
    for (const summary of await page.locator('.cancel-job summary').all()) await summary.click()
    await expectGood(page)
    await page.goto(pharmacyUrl)
    await page.locator('.jobs-waiting').first().waitFor()
    await expectGood(page)
  })
})

interface PageOptions {
  readonly isHeld?: boolean
  readonly context?: BrowserContextOptions
}

/** Ways to the labels of a computer with one in every state; held: its list comes when `answer` is called. */
function openerOf(newPage: NewPage) {
  return async ({ isHeld = false, context = {} }: PageOptions = {}) => {
    const portal = await startPortalRig()
    const [customer] = portal.upstream.store.customers
    if (customer === undefined) throw new Error('no pharmacy')
    const computer = computerOf({ jobsWaiting: WAITING })
    customer.computers.push(computer)
    const { jobs } = portal.upstream.store
    jobs.jobs = jobStates.map((state, index) =>
      jobInState(40 - index, state, { reasons: [reason('printer_condition', { condition: 'paper_out' })] }),
    )
    Object.assign(jobs, { lastDay: COUNTERS.lastDay, last90Days: COUNTERS.last90Days })
    const gate = Promise.withResolvers<void>()
    if (!isHeld) gate.resolve()
    const page = await newPage(context)
    await signInOn(page, portal.url, 'Support')
    await page.route('**/jobs/list', async (route) => {
      await gate.promise
      await route.continue()
    })
    const pharmacyUrl = `${portal.url}/relay/P-1001`
    await page.goto(`${pharmacyUrl}/computers/11/jobs`)
    if (!isHeld && context.javaScriptEnabled !== false) await page.locator('.job-table').waitFor()
    return { page, pharmacyUrl, rig: { jobs, computer, answer: () => gate.resolve() } }
  }
}
