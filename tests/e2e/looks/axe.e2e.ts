// What looks for faults with axe finds them: at each look at a page, behind another page too, and of one rule or part alone.
import { expect, test } from '@playwright/test'
import { axeViolations, type AxeOptions } from '../../../shared/test/axe.ts'

const PALE = '<p id="pale" style="color: #ccc; background: #fff">pale</p>'
const pageOf = (content: string): string =>
  `data:text/html,${encodeURIComponent(`<html lang="en"><title>Page</title><main><h1>Page</h1>${content}</main></html>`)}`

test('what axe finds is named, with the places, and a page without faults has none', async ({ page }) => {
  const found = async (options: AxeOptions = {}) => axeViolations(page, options)
  await page.goto(pageOf(`<img src="data:," />${PALE}`))
  const both = [
    { id: 'color-contrast', places: [PALE] },
    { id: 'image-alt', places: ['<img src="data:,">'] },
  ]
  expect(await found()).toEqual(both)
  expect(await found()).toEqual(both)
  expect(await found({ rules: ['image-alt'] })).toEqual(both.slice(1))
  expect(await found({ within: '#pale' })).toEqual(both.slice(0, 1))
  await page.goto(pageOf('<p>dark</p>'))
  expect(await found()).toEqual([])
  await page.goto(pageOf(PALE))
  expect(await found()).toEqual(both.slice(0, 1))
})
