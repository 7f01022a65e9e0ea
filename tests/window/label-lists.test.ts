// The lists of labels in the window: each with its count, page by page, and reached from what the first page says.
import path from 'node:path'
import type { Page } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import { reach, sendAndReach, TRUNCATED, withPrinter } from './labels-rig.ts'
import { expectClear, goTo, hasChromium, settled, windowsInChromium } from './window-rig.ts'

/** A folder, absolute: with it the lists are painted at 390 px. */
const PICTURES = process.env['Pictures']

const rows = (page: Page): Promise<string[]> => page.locator('.label-row strong').allTextContents()
const follow = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole('link', { name }).click()
  await settled(page)
}

describe.skipIf(!hasChromium())('The lists of labels', () => {
  const open = windowsInChromium()

  test('have every label, a page at a time, with older ones behind a button', async () => {
    const { agent } = await withPrinter('127.0.2.71')
    for (let n = 0; n < 60; n += 1) await agent.ask('print', { payload: TRUNCATED })
    const page = await open(agent)
    await follow(page, 'Look at the labels')
    expect(new URL(page.url()).hash).toBe('#/labels/not-out')
    await page.getByRole('link', { name: 'Did not come out (60)' }).waitFor()
    expect([(await rows(page)).length, (await rows(page)).at(-1)]).toEqual([50, 'Label 11'])
    await follow(page, 'Older labels')
    await expect.poll(() => rows(page)).toHaveLength(10)
    expect((await rows(page)).at(-1)).toBe('Label 1')
    expect(await page.getByRole('link', { name: 'Older labels' }).count()).toBe(0)
    await follow(page, 'To the newest')
    await expect.poll(() => rows(page)).toHaveLength(50)
    await follow(page, 'Need an answer (0)')
    await page.getByRole('heading', { name: 'There is no such label.' }).waitFor()
  })

  test('lose a label that was printed again, which says as which', async () => {
    const { agent, printer } = await withPrinter('127.0.2.72')
    await printer.faults.set({ resetAtByte: 20 })
    await sendAndReach(agent, 1, ['unknown'])
    await sendAndReach(agent, 2, ['unknown'])
    await printer.faults.set({ resetAtByte: null })
    const page = await open(agent)
    await follow(page, 'Say whether it came out')
    expect(new URL(page.url()).hash).toBe('#/labels/asks')
    await page.getByRole('link', { name: 'Need an answer (2)' }).waitFor()
    await agent.ask('answer', { job: '1', answer: 'reprint' })
    await reach(agent, '1.1', ['sent_to_printer', 'printed'])
    await page.getByRole('link', { name: 'Need an answer (1)' }).waitFor()
    await expect.poll(() => rows(page)).toEqual(['Label 2'])
    await goTo(page, 'labels')
    await page.getByText('Printed again as label 1.1').waitFor()
    if (PICTURES !== undefined) {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.screenshot({ path: path.join(PICTURES, 'label-lists-390.png'), fullPage: true })
    }
    await expectClear(page, agent, 'label-lists')
  })
})
