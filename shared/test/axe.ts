// For tests: what axe finds wrong on a page. A page is given axe once, and answers with what is wrong alone: axe's own builder sends
// its 1.5 MB twice for each look, and gets all that is right as well.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import { z } from 'zod'

/** Playwright's page, as far as it is used. */
interface AskedPage {
  evaluate(expression: string): Promise<unknown>
}

export interface AxeOptions {
  /** Ids of axe's rules; all that axe has on by itself where nothing is said. */
  readonly rules?: readonly string[]
  /** A selector of the part that is looked at; the whole page where nothing is said. */
  readonly within?: string
}

const Violations = z.array(z.object({ id: z.string(), places: z.array(z.string()) }))

/** A rule that is broken, and the HTML of each element that breaks it. */
export type Violation = z.infer<typeof Violations>[number]

/** Axe would read a style sheet that is not there yet by putting its text into the page, against the CSP; it needs media only. */
const ALWAYS: RunOptions = { preload: { assets: ['media'] }, resultTypes: ['violations'] }

let source: string | null = null

/** What axe finds, of pages without frames: of others it would see nothing but the outer one. Throws where axe cannot run. */
export async function axeViolations(page: AskedPage, options: AxeOptions = {}): Promise<Violation[]> {
  const { rules, within } = options
  const context = within === undefined ? 'document' : JSON.stringify({ include: [[within]] })
  const chosen: RunOptions =
    rules === undefined ? ALWAYS : { ...ALWAYS, runOnly: { type: 'rule', values: [...rules] } }
  const run = `axe.run(${context}, ${JSON.stringify(chosen)})`
  const found = `.then(({ violations }) => violations.map(({ id, nodes }) => ({ id, places: nodes.map(({ html }) => html) })))`
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axeSource())
  return Violations.parse(await page.evaluate(run + found))
}

function axeSource(): string {
  source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  return source
}
