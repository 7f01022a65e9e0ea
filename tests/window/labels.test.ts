// What a person does with labels in the window, by keyboard alone: answers, prints again, cancels, pauses and goes on.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Page } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import { startAgent } from '../../agent/test/in-process-agent.ts'
import { LABEL, reach, send, sendAndReach, TRUNCATED, withPrinter } from './labels-rig.ts'
import { goTo, hasChromium, windowsInChromium } from './window-rig.ts'

/** Presses Tab until that button has the focus, which can be seen, then Enter. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  await button.waitFor()
  for (let tabs = 0; tabs < 60; tabs += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  expect(await button.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  await page.keyboard.press('Enter')
}

/** The page moves the focus once it has drawn what it stands on. */
const expectFocus = async (page: Page, text: string): Promise<void> =>
  expect.poll(async () => page.evaluate(() => document.activeElement?.textContent ?? null)).toBe(text)

describe.skipIf(!hasChromium())('By keyboard', () => {
  const open = windowsInChromium()

  test('a label of which nobody knows is answered from the first page, and printed again', async () => {
    const { agent, printer } = await withPrinter('127.0.2.20')
    await printer.faults.set({ resetAtByte: 20 })
    await sendAndReach(agent, 1, ['unknown'])
    await printer.faults.set({ resetAtByte: null })
    const page = await open(agent)
    await page.getByRole('link', { name: 'Say whether it came out' }).press('Enter')
    await page.getByRole('heading', { name: 'Did label 1 come out?' }).waitFor()
    await expectFocus(page, 'Labels')
    await press(page, 'No, print it again')
    await page.getByRole('status').filter({ hasText: 'It is printed again as label 1.1.' }).waitFor()
    await reach(agent, '1.1', ['sent_to_printer', 'printed'])
    expect((await agent.ask('job', { job: '1.1' })).reprint).toMatchObject({ count: 1 })
    await page.getByText('Did not come out').first().waitFor()
  })

  test('a label that its stopped printer may hold is not printed again without a word of that', async () => {
    const { agent, printer } = await withPrinter('127.0.2.29')
    for (const job of [1, 2, 3]) await sendAndReach(agent, job, ['sent_to_printer', 'printed'])
    await printer.faults.set({ paperOut: true })
    await send(agent, LABEL)
    await until('the cause', async () => (await agent.ask('jobs', null))[0]?.reasons.length === 1)
    // The printer keeps the label and loses the connection.
    await printer.faults.set({ resetAtByte: 0 })
    await reach(agent, 4, ['unknown'])
    const page = await open(agent)
    await goTo(page, 'labels/4')
    await page.getByRole('button', { name: 'No, print it again' }).waitFor()
    const warning = page.getByText(/^It may still come out when the printer has paper again/)
    await warning.waitFor()
    await printer.faults.clear()
    await warning.waitFor({ state: 'detached' })
  })

  test('a held label is cancelled only at the second press; Escape and the first answer keep it', async () => {
    const { agent } = await withPrinter('127.0.2.21')
    await send(agent, TRUNCATED)
    await reach(agent, 1, ['held'])
    const page = await open(agent)
    await goTo(page, 'labels/1')
    await press(page, 'Cancel it…')
    await expectFocus(page, 'Keep it')
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Cancel it…')
    expect((await agent.ask('job', { job: '1' })).job.state).toBe('held')
    await page.keyboard.press('Enter')
    await press(page, 'Cancel label 1')
    await page.getByText('Label 1 is cancelled.').waitFor()
    expect((await agent.ask('job', { job: '1' })).job.state).toBe('cancelled')
  })

  test('what a label does not allow any more is said in words of the page, without a command line', async () => {
    const { agent } = await withPrinter('127.0.2.25')
    await send(agent, TRUNCATED)
    await reach(agent, 1, ['held'])
    const page = await open(agent)
    await goTo(page, 'labels/1')
    await page.getByRole('button', { name: 'Print it now' }).waitFor()
    // Somebody was quicker, and the page has not heard of it yet.
    await page.route('**/v1/**', async (route) => {
      if (route.request().url().endsWith('/release'))
        await agent.ask('cancel', { job: '1' }).catch(() => undefined)
      await route.continue()
    })
    await press(page, 'Print it now')
    const refusal = page.getByRole('alert')
    await refusal.waitFor()
    expect(await refusal.textContent()).toMatch(/^That is not possible with this label any more\./)
    await page.getByText('Somebody cancelled it. It does not come out.').waitFor()
    expect(await page.getByRole('button', { name: 'Print it now' }).count()).toBe(0)
  })

  test('printing is paused and goes on, with the focus where the person was', async () => {
    const { agent } = await withPrinter('127.0.2.22')
    const page = await open(agent)
    await press(page, 'Pause printing…')
    await expectFocus(page, '15 minutes')
    await press(page, '1 hour')
    await page.getByRole('button', { name: 'Go on printing now' }).waitFor()
    await until('it is paused', async () => (await agent.ask('status', null)).printing.pausedUntil !== null)
    await expectFocus(page, 'Go on printing now')
    await page.keyboard.press('Enter')
    await until('it goes on', async () => (await agent.ask('status', null)).printing.pausedUntil === null)
    await page.getByRole('button', { name: 'Pause printing…' }).waitFor()
  })

  test('a page that stays open looks at labels only when something became of one', async () => {
    const { agent } = await withPrinter('127.0.2.23')
    const page = await open(agent)
    await goTo(page, 'labels')
    await page.getByText('No label has come').waitFor()
    const looks = (): number => agent.log().split('"act":"list"').length - 1
    const before = looks()
    await page.waitForTimeout(4_500)
    expect(looks()).toBe(before)
    await sendAndReach(agent, 1, ['sent_to_printer', 'printed'])
    await page.getByRole('link', { name: /Label 1/ }).waitFor()
  })

  test('a page that nobody can see asks nothing, and asks at once when it is seen again', async () => {
    const page = await open(await startAgent({ address: '127.0.2.24' }))
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/v1/')) asked += 1
    })
    const show = async (hidden: boolean): Promise<void> =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await show(true)
    // What was under way, or is due already.
    await page.waitForTimeout(2_500)
    const before = asked
    await page.waitForTimeout(2_500)
    expect(asked).toBe(before)
    await show(false)
    await expect.poll(() => asked).toBeGreaterThan(before)
  })
})
