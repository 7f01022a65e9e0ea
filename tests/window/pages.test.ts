// The window's pages about pharmacy, printers, the doctor, settings, log and version: what a person does on them, at real
// agents; each clear to axe, in both themes, at 400 px.
//
//   Pictures=/tmp/pictures npx vitest run tests/window/pages.test.ts      paints each in three languages and both themes
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { assignmentOf, targetOf } from '../../agent/core/assignment/test-assignment.ts'
import { stateFile } from '../../agent/launcher/layout.ts'
import { saveState } from '../../agent/launcher/state-file.ts'
import { assignServer, startAgent, type InProcessAgent } from '../../agent/test/in-process-agent.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { expectClear, goTo, hasChromium, settled, windowsInChromium } from './window-rig.ts'

async function settingOf(agent: InProcessAgent, wanted: string): Promise<string | null> {
  const rows = await agent.ask('getSettings', null)
  return rows.find(({ name }) => name === wanted)?.value ?? null
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

describe.skipIf(!hasChromium())('Pages of the window', () => {
  const open = windowsInChromium()

  test('a wrong code is said at once, and one that the portal refuses in the person’s words', async () => {
    const agent = await startAgent({ address: '127.0.2.22', isUnpaired: true })
    const page = await open(agent)
    await goTo(page, 'pairing')
    await page.getByLabel('Pairing code').fill('ABCD')
    await press(page, 'Pair this computer')
    await page.getByRole('alert').filter({ hasText: 'eight letters' }).waitFor()
    expect(agent.hub.pairings).toHaveLength(0)
    agent.hub.refusePairing = { code: 'PAIRING_REFUSED', message: 'This code is not known' }
    await page.getByLabel('Pairing code').fill('BCDF-GHJK')
    await press(page, 'Pair this computer')
    await page.getByText('Ask the support team for a new one').waitFor()
    await expectClear(page, agent, 'refused-pairing')
  })

  test('another certificate of a computer is compared and confirmed by a person', async () => {
    const agent = await startAgent({ address: '127.0.2.28' })
    const [known, other] = ['a1'.repeat(32), 'b2'.repeat(32)]
    for (const [index, fingerprint] of [known, other].entries()) {
      const target = targetOf({ certificateFingerprints: [fingerprint], addresses: ['127.0.2.99'] })
      await agent.assign(assignmentOf({ role: 'Client', version: index + 1, target }))
    }
    const page = await open(agent)
    await goTo(page, 'pairing')
    await page.getByText('b2b2 b2b2').waitFor()
    await expectClear(page, agent, 'certificate-pairing')
    await press(page, 'All digits are the same: trust it')
    await page.getByText('is trusted again').waitFor()
    expect((await agent.ask('peers', null))[0]?.trusted).toMatchObject([
      { fingerprint: other, how: 'confirmed' },
    ])
  })

  test('printers: the chosen one, one that is gone, and a network printer added and removed', async () => {
    const folder = `folder:${temporaryFolder()}`
    const agent = await startAgent({ address: '127.0.2.23' })
    await agent.ask('setSetting', { name: 'Printers', value: folder })
    await assignServer(agent, folder)
    const page = await open(agent)
    await goTo(page, 'printers')
    await page.getByText('Labels come out here').waitFor()
    await page.getByLabel('Address of the printer').fill('192.0.2.7')
    await press(page, 'Add it')
    await page.getByText('192.0.2.7:9100 is in the list now').waitFor()
    expect(await settingOf(agent, 'Printers')).toBe(`${folder},tcp:192.0.2.7:9100`)
    await expectClear(page, agent, 'printers')
    await agent.ask('setSetting', { name: 'Printers', value: 'tcp:192.0.2.7:9100' })
    await page.reload()
    await page.getByText('is the chosen printer, and this computer does not find it').waitFor()
    await page.getByText('Remove 192.0.2.7:9100').click()
    await press(page, 'Yes, remove it')
    await page.getByText('192.0.2.7:9100 is off the list').waitFor()
    expect(await settingOf(agent, 'Printers')).toBeNull()
    await expectClear(page, agent, 'printer-missing')
  })

  test('the doctor says what stops labels and what to do, first', async () => {
    const agent = await startAgent({ address: '127.0.2.24' })
    const target = targetOf({ computerName: 'DISPENSARY', addresses: ['127.0.2.99'] })
    await agent.assign(assignmentOf({ role: 'Client', target }))
    const page = await open(agent)
    await goTo(page, 'doctor')
    await page.getByRole('alert').filter({ hasText: 'What to do' }).waitFor()
    await expectClear(page, agent, 'doctor')
  })

  test('settings: one changed, one refused, one taken back, one that is fixed', async () => {
    const agent = await startAgent({ address: '127.0.2.25' })
    const page = await open(agent)
    await goTo(page, 'settings')
    await expectClear(page, agent, 'settings')
    await page.getByLabel('E-mail address', { exact: true }).fill('counter@pharmacy.example')
    await press(page, 'Save: E-mail address')
    await page.getByText('It is used from now on').waitFor()
    expect(await settingOf(agent, 'Email')).toBe('counter@pharmacy.example')
    await page.getByLabel('E-mail address', { exact: true }).fill('counter')
    await press(page, 'Save: E-mail address')
    await page.getByText('that value is not possible').waitFor()
    await page.getByText('More settings').click()
    await page.getByLabel('What the log keeps', { exact: true }).selectOption('debug')
    await press(page, 'Save: What the log keeps')
    await until('it is kept', async () => (await settingOf(agent, 'LogLevel')) === 'debug')
    await expectClear(page, agent, 'settings-more')
    await press(page, 'Back to the usual: What the log keeps')
    await until('it is taken back', async () => (await settingOf(agent, 'LogLevel')) === 'info')
    // Its environment names it.
    expect(await page.getByLabel('Name of this computer', { exact: true }).count()).toBe(0)
  })

  test('settings: what is typed before the answer to what was kept has come stays', async () => {
    const agent = await startAgent({ address: '127.0.2.32' })
    const page = await open(agent)
    await goTo(page, 'settings')
    const email = page.getByLabel('E-mail address', { exact: true })
    let answer = (): void => undefined
    const isHeld = new Promise<void>((resolve) => {
      void page.route('**/v1/settings', async (route) => {
        resolve()
        await new Promise<void>((go) => (answer = go))
        await route.continue()
      })
    })
    await email.fill('counter@pharmacy.example')
    await press(page, 'Save: E-mail address')
    await isHeld
    await email.fill('desk@pharmacy.example')
    const late = page.waitForResponse('**/v1/settings')
    answer()
    await (await late).finished()
    // The next answer is taken after the late one.
    await page.unroute('**/v1/settings')
    await press(page, 'Save: E-mail address')
    await page.getByText('It is used from now on').waitFor()
    expect(await email.inputValue()).toBe('desk@pharmacy.example')
    await until('it is kept', async () => (await settingOf(agent, 'Email')) === 'desk@pharmacy.example')
  })

  test('the log, and the support bundle as a file', async () => {
    const dataFolder = temporaryFolder()
    const agent = await startAgent({ address: '127.0.2.26', dataFolder })
    mkdirSync(path.join(dataFolder, 'log'))
    appendFileSync(path.join(dataFolder, 'log', 'agent.log'), agent.log())
    const page = await open(agent)
    await goTo(page, 'logs')
    await page.getByText('relay.online').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page, 'Save the support bundle…'),
    ])
    expect(download.suggestedFilename()).toMatch(/^support-bundle-.*\.txt$/)
    await page.getByText('is saved').waitFor()
    await settled(page)
    await expectClear(page, agent, 'logs')
  })

  test('a page that nobody looked at for a week has ended, and says nothing of labels', async () => {
    const agent = await startAgent({ address: '127.0.2.29' })
    const page = await open(agent)
    await agent.stop()
    await page.getByRole('alert').filter({ hasText: 'Labels may not come out' }).waitFor()
    await page.clock.setFixedTime(Date.now() + 7 * 86_400_000)
    await page.getByRole('alert').filter({ hasText: 'This page has ended' }).waitFor()
    await page.getByText('pharmacy-relay open').first().waitFor()
  })

  test('the version', async () => {
    const agent = await startAgent({ address: '127.0.2.27' })
    const page = await open(agent)
    await goTo(page, 'about')
    await page.getByText('nobody: it was started by hand').waitFor()
    await expectClear(page, agent, 'about')
  })

  test('the version of a service, with the one that is kept and what the last update did', async () => {
    const dataFolder = temporaryFolder()
    const taken = { current: '0.1.0', previous: '0.0.9', proving: null, failures: [], installed: '0.0.9' }
    saveState(stateFile(dataFolder), taken)
    const agent = await startAgent({ address: '127.0.2.30', dataFolder, isService: true })
    const page = await open(agent)
    await goTo(page, 'about')
    await page.getByText('the service of the operating system').waitFor()
    await page.getByText('Version 0.1.0 took the place of 0.0.9.').waitFor()
    const at = '2026-11-22T09:00:00.000Z'
    const failures = [{ version: '0.2.0', code: 'not_online', at, times: 1, detail: '' }] as const
    saveState(stateFile(dataFolder), { ...taken, failures })
    await page.reload()
    await page.getByText('0.1.0 runs again. The new version did not reach the hub').waitFor()
    await expectClear(page, agent, 'about-service')
  })

  test('the version at an agent that does not know the question: what it does not tell is left out', async () => {
    const agent = await startAgent({ address: '127.0.2.31' })
    const page = await open(agent)
    const unknown = { code: 'not_found', status: 404, detail: 'There is nothing at that address' }
    await page.route('**/v1/program', async (route) => route.fulfill({ status: 404, json: unknown }))
    await goTo(page, 'about')
    await page.getByText('Data folder').waitFor()
    expect(await page.getByText('Kept running by').count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
