// No page of the window says in English what the person at the computer has in his own language; its log alone is English.
import { englishTexts } from '@pharmacy-relay/shared/test/english-words.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { Language } from '@pharmacy-relay/shared/texts/languages.ts'
import type { Page } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import { LABEL, send, sendAndReach, withPrinter } from './labels-rig.ts'
import { goTo, hasChromium, windowsInChromium } from './window-rig.ts'

const PLACES = ['', 'labels', 'labels/3', 'labels/4', 'pairing', 'printers', 'doctor', 'settings', 'about']

describe.skipIf(!hasChromium())('Every page of the window', () => {
  const open = windowsInChromium()

  test('is in the language of the computer, with a label that is unknown and a printer without labels', async () => {
    const { agent, printer } = await withPrinter('127.0.2.60')
    // Of its first labels it is known which language it speaks.
    await sendAndReach(agent, 1, ['sent_to_printer', 'printed'])
    await sendAndReach(agent, 2, ['sent_to_printer', 'printed'])
    await printer.faults.set({ resetAtByte: 20 })
    await sendAndReach(agent, 3, ['unknown'])
    await printer.faults.set({ resetAtByte: null, paperOut: true })
    await send(agent, LABEL)
    await until('the printer says so', async () => {
      const { printer: seen } = (await agent.ask('status', null)).printing
      return seen !== null && seen.conditions.length > 0
    })
    const page = await open(agent)
    const found: { place: string; text: string }[] = []
    for (const language of Language.options.filter((one) => one !== 'en')) {
      await agent.ask('setSetting', { name: 'Language', value: language })
      await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
      for (const place of PLACES) {
        await goTo(page, place)
        found.push(
          ...englishTexts(await textsOf(page)).map((text) => ({ place: `${language} ${place}`, text })),
        )
      }
    }
    expect(found).toEqual([])
  })
})

/** What is shown, read out, or said when somebody points at it; what names its language is a quotation. */
async function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said = ['title', 'aria-label', 'placeholder', 'alt']
    return [...document.body.querySelectorAll(':not([lang=en], [lang=en] *, script, style)')].flatMap(
      (element) => [
        ...said.map((name) => element.getAttribute(name) ?? ''),
        ...[...element.childNodes].filter((node) => node instanceof Text).map((node) => node.data.trim()),
      ],
    )
  })
}
