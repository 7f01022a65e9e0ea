// The window at Windows' printer that leads to the agent: offered where there is Windows and labels are taken, added in one
// click, removed as easily. A Windows in memory stands behind the agent; tests/windows has what Wine has of the real one.
import type { Page } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import { WINDOWS_ERROR } from '../../agent/core/printers/winspool/constants.ts'
import {
  scriptedWindows,
  spoolerOfWindows,
  type WindowsScript,
} from '../../agent/core/printers/winspool/test/scripted-windows.ts'
import { assignServer, startAgent } from '../../agent/test/in-process-agent.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { expectClear, goTo, hasChromium, settled, windowsInChromium } from './window-rig.ts'

const TITLE = 'Printing from every program'
const OURS = 'Pharmacy labels'
const DENIED = ['AddPort', WINDOWS_ERROR.accessDenied] as const

async function agentOn(address: string, script: WindowsScript = {}) {
  const windows = scriptedWindows(script)
  const folder = `folder:${temporaryFolder()}`
  const agent = await startAgent({ address, printers: folder, localSpooler: spoolerOfWindows(windows) })
  return { agent, windows, folder }
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

describe.skipIf(!hasChromium())('The printer of Windows that leads to the agent', () => {
  const open = windowsInChromium()

  test('is offered once labels are taken, added in one click, and removed', async () => {
    const { agent, windows, folder } = await agentOn('127.0.2.41')
    const page = await open(agent)
    await goTo(page, 'printers')
    await page.getByRole('heading', { name: 'Add a network printer' }).waitFor()
    expect(await page.getByText(TITLE).count()).toBe(0)
    await assignServer(agent, folder)
    await page.reload()
    await page.getByRole('heading', { name: TITLE }).waitFor()
    await expectClear(page, agent, 'local-printer-offered')
    await press(page, 'Add the printer to Windows')
    await page.getByText('The printer is in Windows now').waitFor()
    await page.getByText(`“${OURS}” is in Windows`).waitFor()
    expect(windows.port('PharmacyRelay')).toEqual({ host: '127.0.2.41', port: agent.port, isSnmpOn: false })
    await expectClear(page, agent, 'local-printer-there')
    await page.getByText('Remove the printer from Windows').click()
    await page.getByText(`Take “${OURS}” out of Windows?`).waitFor()
    await press(page, 'Yes, remove it')
    await page.getByText('The printer is out of Windows').waitFor()
    expect(windows.queues()).toEqual([])
    expect(windows.port('PharmacyRelay')).toBeNull()
    await page.getByRole('button', { name: 'Add the printer to Windows' }).waitFor()
  })

  test('that leads to an old port is put right', async () => {
    const { agent, windows, folder } = await agentOn('127.0.2.42', {
      printers: [[OURS, 'PharmacyRelay']],
      ports: { PharmacyRelay: { host: '127.0.0.1', port: 9_099, isSnmpOn: true } },
    })
    await assignServer(agent, folder)
    const page = await open(agent)
    await goTo(page, 'printers')
    await page.getByText('does not lead to this program any more').waitFor()
    await expectClear(page, agent, 'local-printer-wrong')
    await press(page, 'Put it right')
    await page.getByText(`“${OURS}” is in Windows`).waitFor()
    expect(windows.port('PharmacyRelay')).toEqual({ host: '127.0.2.42', port: agent.port, isSnmpOn: false })
  })

  test('where an administrator is needed, a browser says what to type, and the tray has Windows ask', async () => {
    const { agent, windows, folder } = await agentOn('127.0.2.43', { fails: DENIED })
    await assignServer(agent, folder)
    const page = await open(agent)
    await goTo(page, 'printers')
    await press(page, 'Add the printer to Windows')
    await page.getByText('Windows lets an administrator alone do that').waitFor()
    await page.getByText('pharmacy-relay local-printer add').waitFor()
    await expectClear(page, agent, 'local-printer-denied')

    await page.exposeFunction('askTray', async (method: never, params: never) =>
      agent.ask(method, params).then(
        (data) => ({ ok: true, data }),
        (error: object) => ({ ok: false, ...error }),
      ),
    )
    const asked: string[] = []
    await page.exposeFunction('elevate', async (act: string) => {
      asked.push(act)
      windows.script.fails = null
      return { ok: true, data: await agent.ask('addLocalPrinter', { driver: null }) }
    })
    await page.addInitScript(() => {
      const bridge = {
        kind: 'tray',
        ask: Reflect.get(window, 'askTray'),
        save: async () => false,
        asAdministrator: Reflect.get(window, 'elevate'),
      }
      Object.defineProperty(window, 'pharmacyAgent', { value: bridge })
    })
    await page.reload()
    await settled(page)
    await press(page, 'Add the printer to Windows')
    await page.getByText(`“${OURS}” is in Windows`).waitFor()
    expect(asked).toEqual(['add'])
  })

  test('is not shown where there is no Windows', async () => {
    const folder = `folder:${temporaryFolder()}`
    const agent = await startAgent({ address: '127.0.2.44', printers: folder })
    await assignServer(agent, folder)
    const page = await open(agent)
    await goTo(page, 'printers')
    await page.getByText('Labels come out here').waitFor()
    await settled(page)
    expect((await agent.ask('localPrinter', null)).state).toBe('not_here')
    expect(await page.getByText(TITLE).count()).toBe(0)
  })
})
