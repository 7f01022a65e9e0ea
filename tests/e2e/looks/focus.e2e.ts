// What looks for the focus finds what Tab does not reach, and what shows nothing.
import { expect, test } from '@playwright/test'
import { focusFaults } from './focus.ts'

test('what Tab does not reach, and what has the focus unseen, is named', async ({ page }) => {
  await page.setContent(`
    <a href="#good">good</a>
    <button style="outline: none">unseen</button>
    <label><input type="radio" name="one" /> first</label>
    <label><input type="radio" name="one" checked /> chosen</label>
    <input type="text" aria-label="taken away" onfocus="this.blur()" />
    <button disabled>not now</button>
    <details><summary>more</summary><button>not seen</button></details>`)
  const faults = await focusFaults(page, 'page')
  expect(faults.map((fault) => fault.replace(/<(\w+).*$/, '$1'))).toEqual([
    'page: no sign of the focus: button',
    'page: not reached by Tab: input',
  ])
})
