// How a page looks: nothing that axe finds wrong, no sideways scrolling, and a picture for a person.
import { expect, type Page } from '@playwright/test'
import { axeViolations } from '../../shared/test/axe.ts'
import { picture } from './demo-fixture.ts'

export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  expect(await violationsOf(page, name)).toEqual([])
  expect(await overflowOf(page), `${name} scrolls sideways`).toBeLessThanOrEqual(0)
  await picture(page, name)
}

/** What axe finds, with the first place of each. */
export async function violationsOf(page: Page, name: string): Promise<string[]> {
  const violations = await axeViolations(page)
  return violations.map(({ id, places }) => `${name}: ${id} ${places[0] ?? ''}`)
}

/** By how many pixels the page is wider than the window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
