// What the window is: three files, which a browser may run under the CSP that stands in the page.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildWindow } from './build-window.ts'

/** Three languages, zod and the contracts; loaded from this computer. */
const MOST_BYTES = 800_000

test('the window is a page, a script and a style, without anything inline or from outside', async () => {
  const { folder, bytes } = await buildWindow()
  expect((await readdir(folder)).toSorted()).toEqual(['index.html', 'window-styles.css', 'window.js'])
  expect(bytes).toBeLessThan(MOST_BYTES)
  const page = await readFile(path.join(folder, 'index.html'), 'utf8')
  expect(page).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(page).not.toMatch(/<script>|<script(?![^>]* src=")|<style|style="|https?:/)
  const styles = await readFile(path.join(folder, 'window-styles.css'), 'utf8')
  expect(styles).not.toMatch(/url\(|@import/)
})
