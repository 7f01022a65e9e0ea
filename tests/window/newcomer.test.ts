// The first start: from the window that opens to a test label that came out, in at most four actions of a newcomer.
//
// In the panel meanwhile, an Admin: opens the pharmacy, presses "Add a computer" and tells the code (and the portal's address
// where the installer did not bring it); then gives the computer its role, with printer, and saves.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Page } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import { assignServer, startAgent } from '../../agent/test/in-process-agent.ts'
import { startPrinter } from '../../agent/test-printer/test/printer-rig.ts'
import { expectClear, hasChromium, windowsInChromium } from './window-rig.ts'

const MOST_ACTIONS = 4

/** Counts: to type into a field is one action, to press something is one. */
class Newcomer {
  readonly actions: string[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Where the cursor stands already: nobody has to look for the field. */
  async typesAtOnce(label: string, text: string): Promise<void> {
    const field = this.#page.getByLabel(label)
    await until('the cursor stands there', async () =>
      field.evaluate((element) => element === document.activeElement),
    )
    await this.#page.keyboard.type(text)
    this.actions.push(`types the ${label}`)
  }

  async types(label: string, text: string): Promise<void> {
    await this.#page.getByLabel(label).fill(text)
    this.actions.push(`types the ${label}`)
  }

  async presses(name: string): Promise<void> {
    await this.#page.getByRole('button', { name, exact: true }).click()
    this.actions.push(`presses ${name}`)
  }
}

describe.skipIf(!hasChromium())('A newcomer', () => {
  const open = windowsInChromium()

  test.each([
    ['with the code alone, where the installer named the portal', true, 3],
    ['with code and address of the portal', false, MOST_ACTIONS],
  ])('prints a test label from the first start, %s', async (_case, isHubKnown, actions) => {
    const printer = await startPrinter()
    const printerId = `tcp:127.0.0.1:${printer.rawPort}`
    const address = isHubKnown ? '127.0.2.21' : '127.0.2.29'
    const agent = await startAgent({
      address,
      printers: printerId,
      isUnpaired: true,
      hubUrlBySetting: !isHubKnown,
    })
    const page = await open(agent)
    const newcomer = new Newcomer(page)
    if (!isHubKnown) await expectClear(page, agent, 'first-start')
    if (isHubKnown) await newcomer.typesAtOnce('Pairing code', 'bcdf ghjk')
    else {
      await newcomer.types('Address of the portal', agent.hub.url)
      await newcomer.types('Pairing code', 'bcdf ghjk')
    }
    await newcomer.presses('Pair this computer')
    await page.getByText('Support chooses in the panel what this computer does').waitFor()
    if (!isHubKnown) await expectClear(page, agent, 'first-start-paired')
    // The Admin in the panel.
    await until('the registration', () => agent.hub.registrations.length > 0)
    await assignServer(agent, printerId)
    await newcomer.presses('Print a test label')
    await until('the label is out', async () => {
      const [job] = await agent.ask('jobs', null)
      return job?.state === 'printed' || job?.state === 'sent_to_printer'
    })
    await page.getByText('Test label, number 1').waitFor()
    if (!isHubKnown) await expectClear(page, agent, 'first-start-printed')
    expect(newcomer.actions).toHaveLength(actions)
  })

  test('who mistypes after a refusal reads of the slip, and of the refusal no more', async () => {
    const agent = await startAgent({ address: '127.0.2.30', isUnpaired: true })
    agent.hub.refusePairing = { code: 'PAIRING_REFUSED', message: 'Wrong' }
    const page = await open(agent)
    const newcomer = new Newcomer(page)
    await newcomer.types('Pairing code', 'bcdf ghjk')
    await newcomer.presses('Pair this computer')
    const refusal = page.getByText('The portal does not take this code')
    await refusal.waitFor()
    await newcomer.types('Pairing code', 'hello')
    await newcomer.presses('Pair this computer')
    await page.getByText('A pairing code has eight letters').waitFor()
    expect(await refusal.count()).toBe(0)
  })
})
