// The pages that links lead to from the first one on, one of each kind: of ten pharmacies' pages the first.
import type { Page } from '@playwright/test'

/** Ends a walk through links that lead on for ever. */
const MOST_PAGES = 150

/** Addresses within the portal, the first one `/`. */
export async function linkedPages(page: Page, portalUrl: string): Promise<readonly string[]> {
  const waiting = ['/']
  const kinds = new Set(waiting.map(kindOf))
  const found: string[] = []
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const answer = await page.goto(portalUrl + address)
    if (answer?.ok() !== true) throw new Error(`${address} answered ${answer?.status()}`)
    found.push(address)
    if (found.length > MOST_PAGES)
      throw new Error(`more than ${MOST_PAGES} kinds of pages: ${found.join(' ')}`)
    for (const next of await linksOf(page)) {
      if (kinds.has(kindOf(next))) continue
      kinds.add(kindOf(next))
      waiting.push(next)
    }
  }
  return found
}

async function linksOf(page: Page): Promise<string[]> {
  const links = await page
    .locator('a[href^="/"]:not([download])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  return links
    .map((link) => link.replace(/#.*$/, ''))
    .filter((link) => !/\.\w+(\?|$)|^\/help\/file/.test(link))
}

/** The address with its numbers and its search left open; of a search the names of its fields. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://portal')
  const path = pathname.replaceAll(
    /P-\d+|[0-9a-f]{8}-[-0-9a-f]{27}|\b[A-Z]{8}\b|(?<=\/scheduler\/tasks\/)[\w-]+|\d+/g,
    ':',
  )
  return `${path} ${[...searchParams.keys()].toSorted().join()}`
}
