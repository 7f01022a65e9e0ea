// How a page looks: nothing that axe finds wrong, no sideways scrolling, and a picture for a person.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { picture } from './demo-fixture.ts'

export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  expect(await violationsOf(page, name)).toEqual([])
  expect(await overflowOf(page), `${name} scrolls sideways`).toBeLessThanOrEqual(0)
  await picture(page, name)
}

/** What axe finds, with the first place of each. */
export async function violationsOf(page: Page, name: string): Promise<string[]> {
  // Without frames the legacy mode finds the same, and spares a page of its own for each look.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html ?? ''}`)
}

/** By how many pixels the page is wider than the window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
