// The pharmacist in the window: signs in by keyboard alone, gives a code where one is asked for, and is off the page when it ends.
// A real agent, gateway, identity and store API.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { verifierOver } from '@pharmacy-relay/relay-server/auth/token-verifier.ts'
import { scannerAt } from '@pharmacy-relay/relay-server/pharmacy-api/devices/test-devices.ts'
import {
  startTestPharmacy,
  type TestPharmacyApi,
} from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import { PASSWORD } from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAgent } from '../../agent/test/in-process-agent.ts'
import { PIA, appOfPia, identity, startScene, stopScene } from '../platform/address-scene.ts'
import { agentOf } from '../platform/known-agent.ts'
import { signsIn, typedAtOnce, typesAtOnce } from './pharmacist-keys.ts'
import { expectClear, goTo, hasChromium, windowsInChromium } from './window-rig.ts'

describe.skipIf(!hasChromium())('The pharmacist in the window', () => {
  const open = windowsInChromium()
  let pharmacy: TestPharmacyApi
  beforeAll(async () => {
    await startScene()
    const verifier = verifierOver(identity.parts.keys.find)
    pharmacy = await startTestPharmacy('window_dispensing', { verifier })
  })
  afterAll(async () => {
    await pharmacy.stop()
    await stopScene()
  })

  test('signs in and out by keyboard alone, and the page is clear', async () => {
    const agent = await agentOf({ address: '127.0.2.61', days: 8, browserSignIn: true })
    const page = await open(agent)
    await goTo(page, 'dispensing')
    await expectClear(page, agent, 'dispensing-sign-in')
    await goTo(page, 'about')
    await goTo(page, 'dispensing')
    await typesAtOnce(page, 'E-mail address', PIA)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await page.getByText('e-mail or password is not right').waitFor()
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('Password', { exact: true }).focus()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Signed in' }).waitFor()
    await expectClear(page, agent, 'dispensing-signed-in')
    // The cursor stands where a patient is found; the way out is before it.
    await typesAtOnce(page, 'Phone of the patient', '')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('You are signed out.').waitFor()
    expect(await page.content()).not.toContain(PIA)
  })

  test('is warned a minute before nobody doing anything signs him out, and one key tells the agent that he is there', async () => {
    const agent = await agentOf({ address: '127.0.2.69', days: 8, browserSignIn: true })
    const page = await open(agent)
    await goTo(page, 'dispensing')
    await signsIn(page)
    expect(await page.getByRole('timer').count()).toBe(0)
    // The page's clock alone: for it ten minutes are nearly over.
    await page.clock.install()
    await page.clock.fastForward(9.3 * 60_000)
    await page.getByRole('alert').getByText('You are about to be signed out').waitFor()
    expect(await page.getByRole('timer').textContent()).toMatch(/^\d+ seconds left$/)
    await expectClear(page, agent, 'dispensing-idle')
    const told = page.waitForRequest((request) => request.url().endsWith('/v1/session/activity'))
    await page.keyboard.press('Shift')
    await told
  })

  test('is asked for a code where the place is new, with the cursor in its field', async () => {
    const agent = await agentOf({ address: '127.0.2.62', days: 1, browserSignIn: true })
    const page = await open(agent)
    await goTo(page, 'dispensing')
    await typesAtOnce(page, 'E-mail address', PIA)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('This place is new').waitFor()
    await typesAtOnce(page, 'Code', '')
    await expectClear(page, agent, 'dispensing-code')
    await page.getByLabel('Code', { exact: true }).focus()
    await page.keyboard.type(appOfPia())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Signed in' }).waitFor()
  })

  test('H17 is off the page when the computer is revoked', async () => {
    const agent = await agentOf({ address: '127.0.2.63', days: 8, browserSignIn: true })
    const page = await open(agent)
    await goTo(page, 'dispensing')
    await agent.ask('signOut', {})
    await signsIn(page)
    const revoked = { code: 'REVOKED', message: 'The access of this computer was withdrawn' } as const
    agent.hub.refuseRegistration = revoked
    await agent.hub.say('SessionEndedAsync', revoked)
    await page.getByText('this computer does not belong to the pharmacy any more').waitFor()
    expect(await page.content()).not.toContain(PIA)
    await expectClear(page, agent, 'dispensing-revoked')
  })

  test('takes what a hand scanner types wherever the focus is, and pairs another scanner by a code', async () => {
    const place = { address: '127.0.2.65', days: 8, browserSignIn: true }
    const agent = await agentOf({ ...place, pharmacyUrl: pharmacy.baseUrl })
    const page = await open(agent)
    await goTo(page, 'dispensing')
    await signsIn(page)
    await page.getByRole('button', { name: 'Sign out' }).focus()
    await typedAtOnce(page, '04012345678901')
    await page.getByText('04012345678901').waitFor()
    const code = page.getByText('Type this code on the scanner')
    await until('there is a code', async () => {
      await page.getByRole('button', { name: 'Pair a scanner' }).click()
      return code.isVisible()
    })
    await page.getByText(`For a phone, open ${new URL('/scanner', agent.hub.url).href} in`).waitFor()
    await expectClear(page, agent, 'dispensing-scanners')
    const shown = (await page.locator('strong.digits').textContent()) ?? ''
    const scanner = scannerAt({ baseUrl: pharmacy.baseUrl })
    await scanner.pair(shown)
    await until('a scan is taken', async () => {
      const outcome = await scanner.scan('3400930000001').catch(() => null)
      return outcome?.taken === true
    })
    await page.getByText('Scanned with Phone: 3400930000001').waitFor()
    // The Enter of the scanner pressed no button.
    expect(agent.log()).not.toContain('dispensing.signed-out')
  })

  test('is told in a browser that he signs in in the window of the icon', async () => {
    const agent = await startAgent({ address: '127.0.2.64' })
    const page = await open(agent)
    await goTo(page, 'dispensing')
    await page.getByText('in the window of the icon').waitFor()
    await expectClear(page, agent, 'dispensing-browser')
  })
})
