// Prescriptions in the window: entered, changed, cancelled and handed over by keyboard alone. A real agent, printer, gateway,
// identity, store and pharmacy API.
import { GOOD } from '@pharmacy-relay/relay-server/pharmacy-api/test/counter.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startScene, stopScene } from '../platform/address-scene.ts'
import { AS_A_PERSON, hasFocus, printIsNext, signsIn, typedAtOnce, typesAtOnce } from './pharmacist-keys.ts'
import { startPharmacy, type Drafted, type TestCounters } from './prescription-counter.ts'
import { expectClear, goTo, hasChromium, windowsInChromium } from './window-rig.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function types(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text, AS_A_PERSON)
}

describe.skipIf(!hasChromium())('A prescription at the counter', () => {
  const open = windowsInChromium()
  let pharmacy: TestCounters
  beforeAll(async () => {
    await startScene()
    pharmacy = await startPharmacy('window_prescribing')
  })
  afterAll(async () => {
    await pharmacy.stop()
    await stopScene()
  })

  const openedAt = async (address: string, drafted: Drafted) => {
    const counter = await pharmacy.counterAt(address)
    const page = await open(counter.agent)
    await goTo(page, 'dispensing')
    await signsIn(page)
    await typesAtOnce(page, 'Phone of the patient', drafted.phone)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: drafted.name }).waitFor()
    await hasFocus(page.locator('button.choice').first(), 'the newest prescription')
    return { ...counter, page }
  }
  const prescriptionsOf = async ({ prescription: { patientId } }: Drafted): Promise<Prescription[]> =>
    (await pharmacy.call(pharmacyApi.listPrescriptions, { query: { patientId } })).items
  /** As the computer that prints tells it. */
  const isOnPaper = async ({ labels }: Prescription, jobId: string): Promise<void> => {
    const params = { labelId: labels[0]?.id ?? '' }
    const at = new Date().toISOString()
    await pharmacy.call(pharmacyApi.putLabelOutcome, {
      params,
      body: { jobId, state: 'printed', evidence: 'L3', at },
    })
  }

  test('is entered by keyboard alone with a drug that was searched with a slip, printed, and handed over', async () => {
    const drafted = await pharmacy.draft('Derya Işıklı')
    const { agent, printer, page } = await openedAt('127.0.2.101', drafted)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await typesAtOnce(page, 'Find the medicine', 'dolirpane')
    await page.getByText('Not found as typed. Did you mean:').waitFor()
    await expectClear(page, agent, 'prescription-form-near')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('doliprane 500', AS_A_PERSON)
    await page.getByText('1 medicine found').waitFor()
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await hasFocus(field(page, 'Medicine on the label'), 'its words on the label')
    expect(await field(page, 'Medicine on the label').inputValue()).toBe('DOLIPRANE 500 mg')
    await page.keyboard.press('Enter')
    await page.getByText('Type 1 to 12 lines').waitFor()
    await page.getByText('Type the quantity').waitFor()
    await expectClear(page, agent, 'prescription-form-faults')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1 tablet in the morning\n1 tablet at night', AS_A_PERSON)
    await page.keyboard.press('Tab')
    await page.keyboard.type('16 tablets', AS_A_PERSON)
    await page.keyboard.press('Enter')
    await page.getByText('Scan the pack now.').waitFor()
    await typedAtOnce(page, GOOD)
    await printIsNext(page)
    await page.keyboard.press('Enter')
    await until('the label is out', () => printer.roll.entries().length === 1)
    const [entered] = await prescriptionsOf(drafted)
    expect(entered).toMatchObject({
      drug: 'DOLIPRANE 500 mg',
      directions: ['1 tablet in the morning', '1 tablet at night'],
      quantity: '16 tablets',
      language: null,
    })
    await button(page, 'It was handed over').waitFor()
    if (entered === undefined) throw new Error('it is there')
    const [job] = await agent.ask('jobs', { count: 1 })
    await isOnPaper(entered, job?.id ?? '')
    await button(page, 'It was handed over').press('Enter')
    await page.getByText('It was handed over. Nothing more is printed for it.').waitFor()
    await page.getByText('Printed (confirmed)').waitFor()
    await expectClear(page, agent, 'prescription-dispensed')
    expect(await pharmacy.stateOf(entered)).toBe('dispensed')
    for (const secret of ['Derya', 'DOLIPRANE', 'in the morning']) expect(agent.log()).not.toContain(secret)
  })

  test('takes its drug from a scan or a typed code; a code of no list is said, and nothing typed is lost', async () => {
    const drafted = await pharmacy.draft('Ozan Gül')
    const { page } = await openedAt('127.0.2.102', drafted)
    await button(page, 'Enter a new prescription').press('Enter')
    await types(page, 'Quantity', '8 tablets')
    await typedAtOnce(page, '4006381333931')
    await page.getByText('No list has a pack with this code.').waitFor()
    await types(page, 'Find the medicine', '-03752864')
    await page.keyboard.press('Enter')
    await page.getByText('DOLIPRANE 1 g').first().waitFor()
    await button(page, 'Choose another medicine').press('Enter')
    await hasFocus(field(page, 'Find the medicine'), 'the search')
    await typedAtOnce(page, GOOD)
    await until('it is the drug of the scan', async () =>
      (await field(page, 'Medicine on the label').inputValue()).startsWith('DOLIPRANE 500'),
    )
    expect(await field(page, 'Quantity').inputValue()).toBe('8 tablets')
  })

  test('is changed, its label in another language, and cancelled for good after a question', async () => {
    const drafted = await pharmacy.draft('Selin Kara')
    const { agent, page } = await openedAt('127.0.2.103', drafted)
    await page.keyboard.press('Enter')
    await page.getByText('Scan the pack now.').waitFor()
    await button(page, 'Change it').press('Enter')
    await types(page, 'Quantity', '40 tablets')
    await field(page, 'Language of the label').selectOption('de')
    await expectClear(page, agent, 'prescription-form-change')
    await field(page, 'Quantity').press('Enter')
    await page.getByText('Deutsch').waitFor()
    const read = async () => (await prescriptionsOf(drafted))[0]
    expect(await read()).toMatchObject({ quantity: '40 tablets', language: 'de', state: 'draft' })
    await button(page, 'Cancel it').press('Enter')
    await hasFocus(button(page, 'Keep it'), 'the safe answer')
    await page.keyboard.press('Escape')
    await hasFocus(button(page, 'Cancel it'), 'where it was')
    await page.keyboard.press('Enter')
    await expectClear(page, agent, 'prescription-cancel-question')
    await button(page, 'Cancel the prescription').press('Enter')
    await page.getByText('It was cancelled. Nothing is printed for it.').waitFor()
    expect((await read())?.state).toBe('cancelled')
    await expectClear(page, agent, 'prescription-cancelled')
  })

  test('changed by somebody else meanwhile is not cancelled, but shown as it is now', async () => {
    const drafted = await pharmacy.draft('Mert Can')
    const { page } = await openedAt('127.0.2.104', drafted)
    await page.keyboard.press('Enter')
    await page.getByText('Scan the pack now.').waitFor()
    const { id, version, drugId, drug, brand, directions, warnings, prescriber } = drafted.prescription
    const body = { drugId, drug, brand, directions, warnings, prescriber, quantity: '99 tablets' }
    await pharmacy.call(pharmacyApi.putPrescription, { params: { prescriptionId: id }, body }, version)
    await button(page, 'Cancel it').press('Enter')
    await button(page, 'Cancel the prescription').press('Enter')
    await page.getByText('It was changed in the meantime, and nothing was done').waitFor()
    await page.getByText('99 tablets').waitFor()
    expect(await pharmacy.stateOf(drafted.prescription)).toBe('draft')
  })
})
