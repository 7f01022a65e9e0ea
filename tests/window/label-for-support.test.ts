// The masked picture of a label for support, on the label's page: offered while support helps, shown first, sent after a yes, and exactly that.
//
//   Pictures=/tmp/pictures npx vitest run tests/window/label-for-support.test.ts      paints it in three languages and both themes
import { createHash, randomUUID } from 'node:crypto'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { MemorySupport } from '../../agent/test/memory-support.ts'
import { startTestHub } from '../../agent/test/test-hub.ts'
import { sendAndReach, withPrinter } from './labels-rig.ts'
import { expectClear, goTo, hasChromium, windowsInChromium } from './window-rig.ts'

describe.skipIf(!hasChromium())('A label for support', () => {
  const open = windowsInChromium()

  test('K27: is offered while support helps, shown masked, and sent only after the person ticked that he agrees', async () => {
    const hub = await startTestHub()
    const support = new MemorySupport()
    hub.support = support.handlers
    const { agent } = await withPrinter('127.0.2.39', hub)
    await sendAndReach(agent, 1, ['sent_to_printer', 'printed'])
    const page = await open(agent)
    await goTo(page, 'labels/1')
    await page.getByRole('heading', { name: 'What is on it' }).waitFor()
    const show = page.getByRole('button', { name: 'Show what would be sent' })
    expect(await show.count()).toBe(0)
    await agent.ask('askForHelp', { clientId: randomUUID(), text: null, language: 'en', contactName: null })
    const picture = page.getByAltText(/^Masked picture of label/)
    await show.click()
    // A busy computer loads the renderer for longer than one who asks waits: the page says so, and he asks again.
    await until('it is drawn', async () => {
      if (await page.getByRole('alert').isVisible()) await show.press('Enter')
      return picture.isVisible()
    })
    const shown = Buffer.from((await picture.getAttribute('src'))?.split(',')[1] ?? '', 'base64')
    const send = page.getByRole('button', { name: 'Send it to support' })
    expect(await send.getAttribute('aria-disabled')).toBe('true')
    await expectClear(page, agent, 'label-for-support')
    await page.getByLabel('I agree that support gets exactly this picture.').check()
    await send.click()
    await page.getByText('It goes to support with your request.').waitFor()
    await until('support has it', () => support.labels.length === 1)
    const [sent] = support.labels
    expect(Buffer.from(sent?.png ?? new Uint8Array()).equals(shown)).toBe(true)
    expect(sent?.sha256).toBe(createHash('sha256').update(shown).digest('hex'))
    expect(sent).toMatchObject({ taskId: 1, consentText: 'I agree that support gets exactly this picture.' })
  })
})
