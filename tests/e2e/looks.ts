// How a page looks: nothing that axe finds wrong, no sideways scrolling, and a picture for a person.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { picture } from './demo-fixture.ts'

export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  // Without frames the legacy mode finds the same, and spares a page of its own for each look.
  const findings = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(
    findings.violations.map((violation) => `${name}: ${violation.id} ${violation.nodes[0]?.html ?? ''}`),
  ).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
  await picture(page, name)
}
