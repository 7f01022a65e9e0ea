// From a phone to the printed label in the window, by keyboard alone. A real agent, printer, gateway, identity, store and pharmacy API.
import { GOOD, scanOf } from '@pharmacy-relay/relay-server/pharmacy-api/test/counter.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPng } from '../../agent/drawing/prescription/test/read-png.ts'
import type { TestPrinter } from '../../agent/test-printer/label-printer.ts'
import { startScene, stopScene } from '../platform/address-scene.ts'
import { hasFocus, printIsNext, signsIn, typedAtOnce, typesAtOnce } from './pharmacist-keys.ts'
import { startPharmacy, type Drafted, type TestCounters } from './prescription-counter.ts'
import { expectClear, goTo, hasChromium, windowsInChromium } from './window-rig.ts'

/** As the window names it; of the first label nobody may know yet which language the printer speaks. */
const ON_PAPER = /^(Printed \(confirmed\)|Sent to the printer)$/

const printButton = (page: Page) => page.getByRole('button', { name: 'Print the label' })

/** By keyboard, up to the prescription. */
async function opens(page: Page, { phone, name }: Pick<Drafted, 'phone' | 'name'>): Promise<void> {
  await typesAtOnce(page, 'Phone of the patient', phone)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name }).waitFor()
  await hasFocus(page.locator('button.choice').first(), 'the newest prescription')
  await page.keyboard.press('Enter')
}

/** Where the scan is waited for. */
async function chooses(page: Page, drafted: Pick<Drafted, 'phone' | 'name'>): Promise<void> {
  await opens(page, drafted)
  await page.getByText('Scan the pack now.').waitFor()
}

const shown = async (page: Page) => {
  const source = (await page.locator('.previews img').getAttribute('src')) ?? ''
  return readPng(Buffer.from(source.split(',')[1] ?? '', 'base64'))
}

/** Its picture is made by a process that ends when it takes too long, as on a computer with too much to do. */
async function drawnBy({ httpPort }: TestPrinter) {
  const url = `http://127.0.0.1:${httpPort}/labels/1.png`
  let reply = await fetch(url)
  await until('the printer has drawn it', async () => {
    if (!reply.ok) reply = await fetch(url)
    return reply.ok
  })
  return readPng(new Uint8Array(await reply.arrayBuffer()))
}

/** Keys that a person pressed from now on; those of the scanner of these tests are none. */
async function countKeys(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.body.dataset['keys'] = '0'
    const count = ({ isTrusted }: Event): void => {
      if (isTrusted) document.body.dataset['keys'] = String(Number(document.body.dataset['keys']) + 1)
    }
    addEventListener('keydown', count, { capture: true })
  })
  return async () => page.evaluate(() => Number(document.body.dataset['keys']))
}

const isOut = async ({ roll }: TestPrinter) => until('the label is out', () => roll.entries().length === 1)

describe.skipIf(!hasChromium())('A prescription in the window', () => {
  const open = windowsInChromium()
  let pharmacy: TestCounters
  beforeAll(async () => {
    await startScene()
    pharmacy = await startPharmacy('window_prescriptions')
  })
  afterAll(async () => {
    await pharmacy.stop()
    await stopScene()
  })

  const signedInAt = async (address: string) => {
    const counter = await pharmacy.counterAt(address)
    const page = await open(counter.agent)
    await goTo(page, 'dispensing')
    await signsIn(page)
    return { ...counter, page }
  }

  test('is printed by keyboard alone, one key after the scan, and comes out as it was shown, dot by dot', async () => {
    const { agent, printer, page } = await signedInAt('127.0.2.71')
    const drafted = await pharmacy.draft('Ayşe Gül Çağlayan')
    await chooses(page, drafted)
    await expectClear(page, agent, 'prescription-draft')
    const keys = await countKeys(page)
    await typedAtOnce(page, GOOD)
    await page.getByText('The pack fits').waitFor()
    await printIsNext(page)
    const before = await keys()
    const preview = await shown(page)
    await expectClear(page, agent, 'prescription-label')
    await page.keyboard.press('Enter')
    await isOut(printer)
    expect((await keys()) - before).toBe(1)
    expect(await keys()).toBeLessThanOrEqual(3)
    const drawn = await drawnBy(printer)
    expect([drawn.width, drawn.height]).toEqual([preview.width, preview.height])
    expect(Buffer.from(drawn.bytes).equals(Buffer.from(preview.bytes))).toBe(true)
    await page.getByText(ON_PAPER).waitFor()
    await expectClear(page, agent, 'prescription-printed')
    await page.keyboard.press('Tab')
    await hasFocus(page.getByRole('button', { name: 'Another patient' }).last(), 'the next patient')
    await page.getByRole('link', { name: 'To label' }).click()
    // What became of the label stands on the page of before, too.
    await page.getByRole('heading', { name: drafted.name }).waitFor({ state: 'hidden' })
    await page.getByText(/The printer (says that it came out|took all of it)/).waitFor()
    expect(await page.content()).not.toContain(drafted.name)
    for (const secret of [drafted.name, drafted.phone.replaceAll(' ', ''), drafted.prescription.patientId])
      expect(page.url()).not.toContain(encodeURIComponent(secret))
  })

  test('H36 is not printed with a pack of another strength, another medicine or an expired one, and says so', async () => {
    const { agent, page, printer } = await signedInAt('127.0.2.72')
    const drafted = await pharmacy.draft('Mehmet Öz')
    await chooses(page, drafted)
    for (const [code, words] of [
      ['-03752864', 'another strength'],
      ['5555-1111-22', 'another medicine than the prescribed one'],
      [scanOf('260100'), 'has expired'],
      ['-03752865', 'This is no code of a pack'],
      ['4006381333931', 'No list has a pack with this code'],
    ] as const) {
      await typedAtOnce(page, code)
      await page.getByText(words).waitFor()
      expect(await printButton(page).count()).toBe(0)
    }
    await page.getByLabel('Code on the pack').fill('-03752864')
    await page.keyboard.press('Enter')
    await page.getByText('another strength').waitFor()
    await expectClear(page, agent, 'prescription-misfit')
    expect(await pharmacy.stateOf(drafted.prescription)).toBe('draft')
    expect(printer.roll.entries()).toHaveLength(0)
  })

  test('goes on without a pack for a reason of the list alone', async () => {
    const { agent, page } = await signedInAt('127.0.2.73')
    await chooses(page, await pharmacy.draft('Elif Şahin'))
    await page.getByText('No pack at hand').press('Enter')
    await page.getByRole('button', { name: 'Go on without a pack' }).click()
    await page.getByText('Choose why no pack is scanned.').waitFor()
    await expectClear(page, agent, 'prescription-skip')
    expect(await printButton(page).count()).toBe(0)
    await page.getByLabel('Why is no pack scanned?').selectOption('code_unreadable')
    await page.getByRole('button', { name: 'Go on without a pack' }).click()
    await page.getByText('No pack was scanned: its code cannot be read').waitFor()
    await printIsNext(page)
  })

  test('H03 is not offered to be printed when its label cannot be drawn, and stays as it is', async () => {
    const { agent, page } = await signedInAt('127.0.2.74')
    const drafted = await pharmacy.draft('Zeynep Ak', { drug: '薬 5 mg' })
    await chooses(page, drafted)
    await typedAtOnce(page, GOOD)
    await page.getByText('The label cannot be printed as it is').waitFor()
    await page.getByText('薬 (U+85AC)').or(page.getByText('U+85AC')).first().waitFor()
    await expectClear(page, agent, 'prescription-not-drawn')
    expect(await printButton(page).count()).toBe(0)
    expect(await pharmacy.stateOf(drafted.prescription)).toBe('checked')
  })

  test('H14 makes one label when the answer is lost and Print is pressed again', async () => {
    const { agent, printer, page } = await signedInAt('127.0.2.75')
    await chooses(page, await pharmacy.draft('Ali Veli'))
    let lost = 0
    await page.route('**/v1/prescriptions/*/labels', async (route) => {
      if (lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      return route.abort()
    })
    await typedAtOnce(page, GOOD)
    await printIsNext(page)
    await page.keyboard.press('Enter')
    await page.getByText('It is not known yet whether the label was taken.').waitFor()
    await expectClear(page, agent, 'prescription-unknown')
    await page.keyboard.press('Enter')
    await page.getByText(ON_PAPER).waitFor()
    expect(await agent.ask('jobs', { count: 10 })).toHaveLength(1)
    expect(printer.roll.entries()).toHaveLength(1)
    await page.getByRole('button', { name: 'His other prescriptions' }).click()
    await hasFocus(page.locator('button.choice').first(), 'the newest prescription')
    await page.keyboard.press('Enter')
    await page.getByText('This prescription has its label').waitFor()
    expect(await printButton(page).count()).toBe(0)
    await expectClear(page, agent, 'prescription-labelled')
  })

  test('H14 says that its label was not printed where a computer ended before it, and prints another', async () => {
    const { agent, printer, page } = await signedInAt('127.0.2.79')
    const drafted = await pharmacy.draft('Ayla Kurt')
    await pharmacy.lostLabel(drafted.prescription)
    await opens(page, drafted)
    await page.getByText('Its label was not printed').waitFor()
    await page.getByText(/The computer stopped before it was printed/).waitFor()
    await expectClear(page, agent, 'prescription-not-printed')
    // On a machine that does much else a drawing may come too late.
    const again = page.getByRole('button', { name: 'Try again' })
    await page.addLocatorHandler(again, async () => again.click())
    await page.getByRole('button', { name: 'Print another label' }).press('Enter')
    await printButton(page).waitFor()
    await hasFocus(printButton(page), 'Print')
    await page.keyboard.press('Enter')
    await page.getByText(ON_PAPER).waitFor()
    expect(printer.roll.entries()).toHaveLength(1)
  })
})
