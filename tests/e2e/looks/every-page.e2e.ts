// Every page that links lead an Admin to, at each width, in three languages, light and dark: nothing that axe finds, no sideways
// scrolling, and what can be pressed is reached by Tab and seen to have the focus. `Looks__Pictures=yes` keeps a picture of each.
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import { expect, picture, signIn, test } from '../demo-fixture.ts'
import { focusFaults } from './focus.ts'
import { overflowOf, violationsOf } from '../looks.ts'
import { linkedPages } from './linked-pages.ts'

test.use({ sharesDemo: true })

/** 640: a screen of 1280 at 200 %. */
const WIDTHS = [390, 640, 768, 1280, 1920]
/** Between these the layout changes, not what axe judges. */
const JUDGED_WIDTHS = new Set([390, 1280])
const HEIGHT = 900
const SCHEMES = ['light', 'dark'] as const
const LIMIT_MS = 90 * 60_000
const keepsPictures = process.env['Looks__Pictures'] !== undefined

test(
  'every page looks right at each width, in each language, light and dark, and is reached by keyboard',
  { tag: '@campaign' },
  async ({ watched: page, running }) => {
    test.setTimeout(LIMIT_MS)
    const { portalUrl } = running.demo
    await signIn(page, running, 'Admin')
    const pages = await linkedPages(page, portalUrl)
    expect(pages.length).toBeGreaterThan(30)
    const faults: string[] = []
    for (const language of Language.options)
      for (const scheme of SCHEMES) {
        const prefs = { name: 'prefs', value: `${language}.${scheme}`, url: portalUrl }
        await page.context().addCookies([{ ...prefs, secure: true, httpOnly: true, sameSite: 'Lax' }])
        for (const address of pages) {
          await page.goto(portalUrl + address)
          for (const width of WIDTHS) {
            const name = `${address} ${language} ${scheme} ${width}`
            await page.setViewportSize({ width, height: HEIGHT })
            if ((await overflowOf(page)) > 0) faults.push(`${name}: scrolls sideways`)
            if (JUDGED_WIDTHS.has(width)) faults.push(...(await violationsOf(page, name)))
            if (keepsPictures) await picture(page, name.replaceAll(/[^\w.-]+/g, '_'))
          }
          if (language === 'en') faults.push(...(await focusFaults(page, `${address} ${scheme}`)))
        }
      }
    console.log(
      `  ${pages.length} pages, ${pages.length * Language.options.length * SCHEMES.length * WIDTHS.length} looks`,
    )
    expect(faults).toEqual([])
  },
)
