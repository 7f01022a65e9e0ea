// Patients in the window: entered and changed by keyboard alone, what is wrong said at its field, and nothing typed lost.
// A real agent, gateway, identity, store and pharmacy API.
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startScene, stopScene } from '../platform/address-scene.ts'
import { AS_A_PERSON, hasFocus, signsIn, typesAtOnce } from './pharmacist-keys.ts'
import { startPharmacy, type Drafted, type TestCounters } from './prescription-counter.ts'
import { expectClear, goTo, hasChromium, windowsInChromium } from './window-rig.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function types(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text, AS_A_PERSON)
}

describe.skipIf(!hasChromium())('A patient at the counter', () => {
  const open = windowsInChromium()
  let pharmacy: TestCounters
  beforeAll(async () => {
    await startScene()
    pharmacy = await startPharmacy('window_patient_forms')
  })
  afterAll(async () => {
    await pharmacy.stop()
    await stopScene()
  })

  const signedInAt = async (address: string) => {
    const { agent } = await pharmacy.counterAt(address)
    const page = await open(agent)
    await goTo(page, 'dispensing')
    await signsIn(page)
    // The page takes the focus there once it is drawn: a key to another place before that would go astray.
    await hasFocus(field(page, 'Phone of the patient'), 'the phone')
    return { agent, page }
  }
  const foundBy = async (phone: string) =>
    (await pharmacy.call(pharmacyApi.searchPatients, { body: { phone } })).patient
  const opens = async (page: Page, { phone, name }: Drafted): Promise<void> => {
    await typesAtOnce(page, 'Phone of the patient', phone)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name }).waitFor()
    await hasFocus(page.locator('button.choice').first(), 'the newest prescription')
  }

  test('is entered by keyboard alone; what is wrong is said at its field, and what was typed stays', async () => {
    const { agent, page } = await signedInAt('127.0.2.91')
    await typesAtOnce(page, 'Phone of the patient', '0532 888 00 01')
    await page.keyboard.press('Enter')
    await page.getByText('This pharmacy has no patient with this phone.').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await hasFocus(field(page, 'Name'), 'the name')
    await page.keyboard.press('Enter')
    await page.getByText('Type the name').waitFor()
    await types(page, 'Name', 'Ayşe Nur Işık')
    expect(await page.getByText('Type the name').count()).toBe(0)
    await types(page, 'Phone of the patient', '12')
    await types(page, 'Year of birth', '84')
    await page.keyboard.press('Enter')
    await page.getByText('Type a year like 1970').waitFor()
    await types(page, 'Year of birth', '1984')
    await page.keyboard.press('Enter')
    // This one the pharmacy API finds out.
    await page.getByText('This is no phone').waitFor()
    await expectClear(page, agent, 'patient-form-faults')
    expect(await field(page, 'Name').inputValue()).toBe('Ayşe Nur Işık')
    await types(page, 'Phone of the patient', '0532 888 00 01')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await field(page, 'Pregnancy').isChecked()).toBe(true)
    await field(page, 'Year of birth').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Ayşe Nur Işık' }).waitFor()
    await page.getByRole('list', { name: 'What must be known' }).getByText('Pregnancy').waitFor()
    await hasFocus(page.getByRole('button', { name: 'Enter a new prescription' }), 'the first prescription')
    await expectClear(page, agent, 'patient-entered')
    const entered = await foundBy('0532 888 00 01')
    expect(entered).toMatchObject({ name: 'Ayşe Nur Işık', birthYear: 1984, flags: ['pregnancy'] })
    expect(decodeURI(page.url())).not.toContain('Ayşe')
    for (const secret of ['Ayşe Nur', '5328880001', '0532 888']) expect(agent.log()).not.toContain(secret)
  })

  test('who has the phone already is named while the other one is typed, and opened', async () => {
    const { agent, page } = await signedInAt('127.0.2.92')
    const drafted = await pharmacy.draft('Kemal Taş')
    await field(page, 'Phone of the patient').waitFor()
    await page.getByRole('button', { name: 'Enter a new patient' }).press('Enter')
    await types(page, 'Name', 'Somebody Else')
    await types(page, 'Phone of the patient', drafted.phone)
    await page.keyboard.press('Tab')
    await page.getByText('This phone is of a patient who is there already: Kemal Taş').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('another patient of the pharmacy has this phone').waitFor()
    await expectClear(page, agent, 'patient-form-exists')
    expect(await field(page, 'Name').inputValue()).toBe('Somebody Else')
    await page.getByRole('button', { name: 'Open that patient' }).press('Enter')
    await page.getByRole('heading', { name: 'Kemal Taş' }).waitFor()
    expect(await page.content()).not.toContain('Somebody Else')
  })

  test('is changed by the version that was seen; somebody else’s change is shown, and both are kept apart', async () => {
    const { agent, page } = await signedInAt('127.0.2.93')
    const drafted = await pharmacy.draft('Nil Su')
    await opens(page, drafted)
    await page.getByText('Another entry: takes_warfarin').waitFor()
    await page.getByRole('button', { name: 'Change this patient' }).press('Enter')
    await hasFocus(field(page, 'Name'), 'the name')
    await types(page, 'Name', 'Nil Su Ak')
    const seen = await foundBy(drafted.phone)
    if (seen === null) throw new Error('he is there')
    const { id, version, birthYear: _, createdAt: _1, updatedAt: _2, ...rest } = seen
    const body = { ...rest, birthYear: 1991 }
    await pharmacy.call(pharmacyApi.putPatient, { params: { patientId: id }, body }, version)
    await page.keyboard.press('Enter')
    await page.getByText('Somebody else changed this in the meantime').waitFor()
    await page.getByText('1991').waitFor()
    await expectClear(page, agent, 'patient-form-stale')
    expect(await field(page, 'Name').inputValue()).toBe('Nil Su Ak')
    await types(page, 'Year of birth', '1991')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Nil Su Ak' }).waitFor()
    expect(await foundBy(drafted.phone)).toMatchObject({ name: 'Nil Su Ak', birthYear: 1991 })
  })

  test('H17 what is half typed is asked about before it is discarded, and off the page when the computer is revoked', async () => {
    const { agent, page } = await signedInAt('127.0.2.94')
    await page.getByRole('button', { name: 'Enter a new patient' }).press('Enter')
    await typesAtOnce(page, 'Name', 'Half Typed')
    await page.keyboard.press('Escape')
    await hasFocus(page.getByRole('button', { name: 'Go on typing' }), 'the safe answer')
    await expectClear(page, agent, 'patient-form-leave')
    await page.keyboard.press('Enter')
    expect(await field(page, 'Name').inputValue()).toBe('Half Typed')
    const revoked = { code: 'REVOKED', message: 'The access of this computer was withdrawn' } as const
    agent.hub.refuseRegistration = revoked
    await agent.hub.say('SessionEndedAsync', revoked)
    await page.getByText('this computer does not belong to the pharmacy any more').waitFor()
    const left = await page.evaluate(() => [
      document.documentElement.outerHTML,
      [...document.querySelectorAll('input')].map(({ value }) => value).join(),
    ])
    expect(left.join()).not.toContain('Half Typed')
  })
})
