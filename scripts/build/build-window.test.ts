// What the window is: four files, which a browser may run under the CSP that stands in the page.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildWindow } from './build-window.ts'

/** Three languages, zod and the contracts; loaded from this computer. */
const MOST_BYTES = 810_000
/** The pharmacist's pages beside it, loaded when one signs in. */
const MOST_LATER_BYTES = 100_000

test('the window is a page, two scripts and a style, without anything inline or from outside', async () => {
  const { folder, bytes, laterBytes } = await buildWindow()
  const files = ['dispensing.js', 'index.html', 'window-styles.css', 'window.js']
  expect((await readdir(folder)).toSorted()).toEqual(files)
  expect(bytes - laterBytes).toBeLessThan(MOST_BYTES)
  expect(laterBytes).toBeLessThan(MOST_LATER_BYTES)
  // Each module is in one of them: preact and the contracts come with the first.
  expect(laterBytes).toBeGreaterThan(5_000)
  const later = await readFile(path.join(folder, 'dispensing.js'), 'utf8')
  expect(later).toContain('globalThis.pharmacyWindow')
  expect(later).not.toMatch(/ZodError|__k=|\.__k\b/)
  const page = await readFile(path.join(folder, 'index.html'), 'utf8')
  expect(page).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(page).not.toMatch(/<script>|<script(?![^>]* src=")|<style|style="|https?:/)
  const styles = await readFile(path.join(folder, 'window-styles.css'), 'utf8')
  expect(styles).not.toMatch(/url\(|@import/)
})
