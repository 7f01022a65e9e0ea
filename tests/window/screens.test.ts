// Every page of the window in the states that a pharmacy meets, at real agents: clear to axe, in both themes, at 400 px.
//
//   Pictures=/tmp/pictures npx vitest run tests/window/screens.test.ts      paints each in three languages and both themes
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, test } from 'vitest'
import { assignClient, startAgent } from '../../agent/test/in-process-agent.ts'
import { LABEL, reach, send, sendAndReach, TRUNCATED, withPrinter } from './labels-rig.ts'
import { expectClear, goTo, hasChromium, PICTURES, windowsInChromium } from './window-rig.ts'

describe.skipIf(!hasChromium())('Pages of the window', () => {
  const open = windowsInChromium()

  test('of a computer that belongs to no pharmacy yet', async () => {
    const agent = await startAgent({ address: '127.0.2.1', isUnpaired: true })
    const page = await open(agent)
    await expectClear(page, agent, 'unpaired-overview')
  })

  test('of a computer that has no role yet', async () => {
    const agent = await startAgent({ address: '127.0.2.2' })
    const page = await open(agent)
    await expectClear(page, agent, 'no-role-overview')
  })

  test('of a printer computer that prints', async () => {
    const { agent } = await withPrinter('127.0.2.3')
    await sendAndReach(agent, 1, ['sent_to_printer', 'printed'])
    await sendAndReach(agent, 2, ['sent_to_printer', 'printed'])
    const page = await open(agent)
    await expectClear(page, agent, 'ready-overview')
    await goTo(page, 'labels')
    await expectClear(page, agent, 'ready-labels')
    await goTo(page, 'labels/2')
    // A busy computer loads the renderer for longer than one who asks waits.
    await until('the picture', async () => {
      await page.getByRole('button', { name: 'Show the label' }).click()
      const picture = page.getByRole('img', { name: 'Picture of label 2' })
      await picture.or(page.getByRole('alert')).first().waitFor()
      return picture.isVisible()
    })
    await page.getByRole('button', { name: 'Print it again' }).click()
    await expectClear(page, agent, 'ready-label')
  })

  test('of a printer computer whose printer has no labels left', async () => {
    const { agent, printer } = await withPrinter('127.0.2.4')
    // Of its first labels it is known which language it speaks.
    await sendAndReach(agent, 1, ['sent_to_printer', 'printed'])
    await sendAndReach(agent, 2, ['sent_to_printer', 'printed'])
    await printer.faults.set({ paperOut: true })
    await send(agent, LABEL)
    await until('the printer says so', async () => {
      const { printer: seen } = (await agent.ask('status', null)).printing
      return seen !== null && seen.conditions.length > 0
    })
    const page = await open(agent)
    await expectClear(page, agent, 'paper-out-overview')
    await goTo(page, 'labels')
    await expectClear(page, agent, 'paper-out-labels')
    await goTo(page, 'labels/3')
    await expectClear(page, agent, 'paper-out-label')
  })

  test('of labels that a person has to decide about', async () => {
    const { agent, printer } = await withPrinter('127.0.2.5')
    await printer.faults.set({ resetAtByte: 20 })
    await sendAndReach(agent, 1, ['unknown'])
    await printer.faults.set({ resetAtByte: null })
    const page = await open(agent)
    await expectClear(page, agent, 'unknown-overview')
    await goTo(page, 'labels/1')
    await expectClear(page, agent, 'unknown-label')
    await send(agent, TRUNCATED)
    await reach(agent, 2, ['held'])
    await goTo(page, 'labels')
    await page
      .getByRole('link', { name: /Label 2/ })
      .first()
      .waitFor()
    await expectClear(page, agent, 'held-labels')
    await goTo(page, 'labels/2')
    await page.getByRole('button', { name: 'Cancel it' }).click()
    await expectClear(page, agent, 'held-label')
  })

  test('of a computer on which somebody paused printing', async () => {
    const { agent } = await withPrinter('127.0.2.9')
    const page = await open(agent)
    await page.getByRole('button', { name: 'Pause printing' }).click()
    await expectClear(page, agent, 'pausing-overview')
    await page.getByRole('button', { name: '30 minutes' }).click()
    await page.getByText('Paused until').first().waitFor()
    await send(agent, LABEL)
    await reach(agent, 1, ['waiting_for_printer'])
    await expectClear(page, agent, 'paused-overview')
    await goTo(page, 'labels/1')
    await expectClear(page, agent, 'paused-label')
  })

  test('of a computer that prints through another one, which is away', async () => {
    const { agent: server } = await withPrinter('127.0.2.6')
    const agent = await startAgent({ address: '127.0.2.7' })
    await assignClient(agent, server)
    await server.stop()
    const page = await open(agent)
    await expectClear(page, agent, 'client-overview')
  })

  test('while the agent does not answer', async () => {
    const agent = await startAgent({ address: '127.0.2.8' })
    const pages = []
    for (const locale of PICTURES === undefined ? ['en-GB'] : ['en-GB', 'tr-TR', 'de-DE'])
      pages.push([locale, await open(agent, { locale })] as const)
    await agent.stop()
    for (const [locale, page] of pages) {
      await page.getByRole('alert').waitFor()
      await expectClear(page, null, `not-running-${locale.slice(0, 2)}`)
    }
  })
})
