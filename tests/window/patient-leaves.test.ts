// A patient in the window: found by phone, and off the page as soon as the pharmacist is. A real agent, gateway and APIs.
import { GOOD } from '@pharmacy-relay/relay-server/pharmacy-api/test/counter.ts'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startScene, stopScene } from '../platform/address-scene.ts'
import { AS_A_PERSON, hasFocus, printIsNext, signsIn, typedAtOnce, typesAtOnce } from './pharmacist-keys.ts'
import { startPharmacy, type Drafted, type TestCounters } from './prescription-counter.ts'
import { expectClear, goTo, hasChromium, windowsInChromium } from './window-rig.ts'

async function finds(page: Page, { phone, name }: Drafted): Promise<void> {
  await typesAtOnce(page, 'Phone of the patient', phone)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name }).waitFor()
  await hasFocus(page.locator('button.choice').first(), 'the newest prescription')
}

describe.skipIf(!hasChromium())('A patient in the window', () => {
  const open = windowsInChromium()
  let pharmacy: TestCounters
  beforeAll(async () => {
    await startScene()
    pharmacy = await startPharmacy('window_patients')
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
    return { agent, page }
  }

  /** Nothing of him is on the page, nor where the page was. */
  const expectGone = async (page: Page, { name, phone, prescription }: Drafted): Promise<void> => {
    const content = await page.content()
    for (const secret of [name, phone, phone.slice(1).replaceAll(' ', ''), prescription.drug, 'data:image'])
      expect(content).not.toContain(secret)
    expect(new URL(page.url()).hash).toBe('#/dispensing')
  }

  test('is found by his phone; where there is none, and for what is no phone, it is said', async () => {
    const { agent, page } = await signedInAt('127.0.2.81')
    const drafted = await pharmacy.draft('Ayşe Işık')
    await typesAtOnce(page, 'Phone of the patient', '12')
    await page.keyboard.press('Enter')
    await page.getByText('This is no phone').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('0532 999 99 99', AS_A_PERSON)
    await page.keyboard.press('Enter')
    await page.getByText('This pharmacy has no patient with this phone.').waitFor()
    await expectClear(page, agent, 'patient-none')
    await page.keyboard.press('Control+a')
    await finds(page, drafted)
    await page.getByText('Pack not checked').waitFor()
    await expectClear(page, agent, 'patient-prescriptions')
    await page.keyboard.press('Escape')
    await typesAtOnce(page, 'Phone of the patient', '')
    await expectGone(page, drafted)
    for (const secret of [drafted.name, drafted.phone]) expect(agent.log()).not.toContain(secret)
  })

  test('is off the page as soon as the pharmacist signs out', async () => {
    const { page } = await signedInAt('127.0.2.82')
    const drafted = await pharmacy.draft('Hasan Kaya')
    await finds(page, drafted)
    await page.keyboard.press('Enter')
    await page.getByText('Scan the pack now.').waitFor()
    await typedAtOnce(page, GOOD)
    await printIsNext(page)
    // The agent answers late, and the page waits for it with nothing on it.
    let answer = (): void => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/v1/session/end', async (route) => {
      await asked
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: drafted.name }).waitFor({ state: 'detached' })
    await expectGone(page, drafted)
    answer()
    await page.getByText('You are signed out.').waitFor()
    await expectGone(page, drafted)
  })

  test('H17 is off the page when the computer is revoked, also of a window that nobody sees', async () => {
    const { agent, page } = await signedInAt('127.0.2.83')
    const drafted = await pharmacy.draft('Fatma Demir')
    await finds(page, drafted)
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const revoked = { code: 'REVOKED', message: 'The access of this computer was withdrawn' } as const
    agent.hub.refuseRegistration = revoked
    await agent.hub.say('SessionEndedAsync', revoked)
    await page.getByText('this computer does not belong to the pharmacy any more').waitFor()
    await expectGone(page, drafted)
  })
})
