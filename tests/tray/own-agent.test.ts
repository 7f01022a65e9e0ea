// A tray on a computer without a service starts the real bundled agent, and takes it along when it quits.
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { askAgent, NotRunningError } from '../../agent/contract/socket-client.ts'
import { buildAgent } from '../../scripts/build/build-agent.ts'
import { buildTray } from '../../scripts/build/build-tray.ts'
import { buildWindow } from '../../scripts/build/build-window.ts'
import { hasChromium } from '../../shared/test/chromium.ts'
import { fakeTray } from './fake-driver.ts'

let program = ''

beforeAll(async () => {
  await buildWindow()
  await buildTray()
  program = (await buildAgent()).file
})

/** Resources of an installed tray; whether a service is there is said here, and not asked of this computer. */
function installed(hasService: boolean) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tray-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'core'))
  symlinkSync(process.execPath, path.join(folder, 'core/node'))
  const facts = JSON.stringify({ isInstalled: hasService })
  const lines = [
    `if (process.argv[2] === 'service') console.log('${facts}')`,
    `else await import(${JSON.stringify(pathToFileURL(program).href)})`,
  ]
  writeFileSync(path.join(folder, 'core/agent.mjs'), lines.join('\n'))
  const environment = { Agent__DataFolder: path.join(folder, 'data'), Agent__LocalAddress: '127.0.7.1' }
  return { resources: folder, environment, socket: path.join(folder, 'data/agent.sock') }
}

describe.skipIf(!hasChromium())('a tray on fake-electron (needs Chromium: npm run tools)', () => {
  test('starts the agent where there is no service, and ends it', async () => {
    const { socket, ...options } = installed(false)
    const { tray } = await fakeTray(options)
    onTestFinished(async () => tray.end())
    await until('the agent answers', async () => (await tray.icon())?.endsWith('/attention') === true)
    const menu = await tray.menu()
    expect(menu[0]?.label).toBe('Needs attention: This computer belongs to no pharmacy yet.')
    expect(menu.at(-1)?.label).toBe('Quit and take no more labels')
    const { pid } = await askAgent(socket, 'status', null)
    await tray.clickMenu('quit')
    await until('it has quit', async () => tray.hasQuit())
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await expect(askAgent(socket, 'status', null)).rejects.toThrow(NotRunningError)
  })

  test('starts none beside a service that is away', async () => {
    const { socket, ...options } = installed(true)
    const { tray } = await fakeTray(options)
    onTestFinished(async () => tray.end())
    // Two questions, and the one for the service between them.
    await new Promise((resolve) => setTimeout(resolve, 4_500))
    expect((await tray.menu())[0]?.label).toBe('Working: Pharmacy Relay is starting.')
    expect((await tray.menu()).at(-1)?.label).toBe('Quit (labels go on)')
    await expect(askAgent(socket, 'status', null)).rejects.toThrow(NotRunningError)
  })
})
