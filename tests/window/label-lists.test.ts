// The lists of labels in the window: each with its count, page by page, and reached from what the first page says.
import path from 'node:path'
import type { Page } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { assignServer, startAgent, type InProcessAgent } from '../../agent/test/in-process-agent.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { failAll } from '../../agent/test/aged-labels.queries.ts'
import { reach, sendAndReach, TRUNCATED, withPrinter } from './labels-rig.ts'
import { expectClear, goTo, hasChromium, settled, windowsInChromium } from './window-rig.ts'

/** A folder, absolute: with it the lists are painted at 390 px. */
const PICTURES = process.env['Pictures']

const TWO_DAYS_MS = 2 * 24 * 3_600_000

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
    expect(new URL(page.url()).hash).toBe('#/labels/asks')
    await page.getByRole('link', { name: 'Need an answer (60)' }).waitFor()
    expect([(await rows(page)).length, (await rows(page)).at(-1)]).toEqual([50, 'Label 11'])
    // Side by side where there is room.
    const ways = await page.locator('.lists a').all()
    const tops = await Promise.all(ways.map(async (way) => (await way.boundingBox())?.y))
    expect([tops.length, tops[0] === tops[1]]).toEqual([4, true])
    await follow(page, 'Older labels')
    await expect.poll(() => rows(page)).toHaveLength(10)
    expect((await rows(page)).at(-1)).toBe('Label 1')
    expect(await page.getByRole('link', { name: 'Older labels' }).count()).toBe(0)
    await follow(page, 'To the newest')
    await expect.poll(() => rows(page)).toHaveLength(50)
    await follow(page, 'Did not come out (0)')
    await page.getByRole('heading', { name: 'There is no such label.' }).waitFor()
  })

  test('show first those that did not come out within the day, which the overview counts; of one it leads to that one', async () => {
    const dataFolder = temporaryFolder()
    const printers = 'tcp:127.0.0.1:9'
    const start = async () => startAgent({ address: '127.0.2.73', dataFolder, printers })
    const before = await start()
    await assignServer(before, printers)
    for (let n = 0; n < 4; n += 1) await before.ask('print', { payload: TRUNCATED })
    const reopened = async (old: number): Promise<InProcessAgent> => {
      failAll(dataFolder, { old, agoMs: TWO_DAYS_MS })
      const agent = await start()
      await until('its role', async () => (await agent.ask('status', null)).printing.role === 'Server')
      return agent
    }
    await before.stop()
    const agent = await reopened(2)
    const page = await open(agent)
    await page.getByText('Of the last day, 2 labels did not.').waitFor()
    await follow(page, 'Look at the labels')
    expect(new URL(page.url()).hash).toBe('#/labels/not-out')
    await page.getByRole('heading', { name: 'Earlier' }).waitFor()
    const ofLastDay = page.locator('section', { has: page.getByRole('heading', { name: 'Of the last day' }) })
    expect(await ofLastDay.locator('.label-row strong').allTextContents()).toEqual(['Label 4', 'Label 3'])
    expect(await rows(page)).toEqual(['Label 4', 'Label 3', 'Label 2', 'Label 1'])
    await expectClear(page, agent, 'labels-not-out')

    await agent.stop()
    const later = await open(await reopened(3))
    await later.getByText('Of the last day, 1 label did not.').waitFor()
    await follow(later, 'Look at the labels')
    await later.getByRole('heading', { name: 'Label 4' }).waitFor()
  })

  test('have a field for a number: it leads to the label, or says in words that it is none or not here', async () => {
    const { agent } = await withPrinter('127.0.2.79')
    await sendAndReach(agent, 1, ['sent_to_printer', 'printed'])
    await sendAndReach(agent, 2, ['sent_to_printer', 'printed'])
    const page = await open(agent)
    const look = async (number: string): Promise<void> => {
      await goTo(page, 'labels')
      await page.getByLabel('Find a label by its number').fill(number)
      await page.keyboard.press('Enter')
    }
    await look('B 75')
    await page.getByText('This is no number of a label.').waitFor()
    if (PICTURES !== undefined)
      await page.screenshot({ path: path.join(PICTURES, 'find-label.png'), fullPage: true })
    await expectClear(page, agent, 'find-label')
    await look('b-75')
    await page.getByText('This computer does not have that label').waitFor()
    await look(' 1 ')
    await page.getByRole('heading', { name: 'Label 1', exact: true }).waitFor()
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
    expect(await page.locator('.state.over').allTextContents()).toEqual(['Did not come out'])
    if (PICTURES !== undefined) {
      await page.setViewportSize({ width: 390, height: 800 })
      await page.screenshot({ path: path.join(PICTURES, 'label-lists-390.png'), fullPage: true })
    }
    await expectClear(page, agent, 'label-lists')
  })
})
