// The bundled agent's pages, log and support bundle from the command line, while it runs and after it.
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LogLines, OpenedWindow } from '../agent/contract/support.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { desktopOpener } from '../agent/cli/computer/open-window.ts'
import { agentCommand, AgentProcess } from '../agent/test/agent-process.ts'
import { temporaryFolder } from '../agent/test/temporary-folder.ts'
import { buildAgent } from './build/build-agent.ts'
import { buildWindow } from './build/build-window.ts'

beforeAll(async () => void (await Promise.all([buildAgent(), buildWindow()])))

async function running() {
  const settings = { Agent__DataFolder: temporaryFolder(), Agent__LocalAddress: '127.0.1.61' }
  const agent = new AgentProcess(settings)
  await agent.hear('ready')
  return { agent, settings }
}

describe('agent open', () => {
  test('prints a link to the pages, and how to reach it from another computer', async () => {
    const { settings } = await running()
    const { output, code } = await agentCommand(['open'], settings)
    const [url = ''] = output.split('\n')
    expect(code).toBe(0)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#open=[\w-]{43}$/)
    expect(output).toContain(`ssh -L ${new URL(url).port}:127.0.0.1:${new URL(url).port} `)
    const start = await fetch(url)
    expect(start.status).toBe(200)
    expect(await start.text()).toContain('window.js')
  })

  test('opens it where a desktop is, unless that is not wanted', async () => {
    const { settings } = await running()
    const folder = temporaryFolder()
    const [opened, opener] = [path.join(folder, 'opened'), path.join(folder, 'xdg-open')]
    writeFileSync(opener, `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`)
    chmodSync(opener, 0o755)
    const desktop = { ...settings, DISPLAY: ':0', PATH: `${folder}:${process.env['PATH'] ?? ''}` }
    const quiet = await agentCommand(['open', '--no-browser', '--json'], desktop)
    const { isShown, ...link } = JSON.parse(quiet.output) as { isShown: boolean }
    expect(isShown).toBe(false)
    expect(OpenedWindow.safeParse(link).success).toBe(true)
    expect(existsSync(opened)).toBe(false)
    const { output } = await agentCommand(['open'], desktop)
    await until('the browser', () => existsSync(opened) && readFileSync(opened, 'utf8') !== '')
    expect(output.startsWith(`${readFileSync(opened, 'utf8')}\n`)).toBe(true)
    expect(output).toContain('It opens in your browser')
  })

  test.each([
    ['linux', {}, null],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
    ['linux', { DISPLAY: ':0', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, null],
    ['darwin', {}, ['open']],
    ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler']],
  ] as const)('on %s with %j asks %j', (platform, environment, opener) => {
    expect(desktopOpener(platform, environment)).toEqual(opener)
  })
})

describe('agent logs and agent bundle', () => {
  test('tell of the agent while it runs, and what it left when it does not', async () => {
    const { agent, settings } = await running()
    const file = path.join(temporaryFolder(), 'bundle.txt')
    await until('the log is on the disk', async () =>
      (await agentCommand(['logs'], settings)).output.includes('agent.ready'),
    )
    expect(await agentCommand(['bundle', file], settings)).toMatchObject({ code: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain('"event":"agent.ready"')
    expect(await agentCommand(['bundle', file], settings)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is there already'),
    })
    expect(await agent.end('SIGTERM')).toBe(0)
    // The request of the second bundle, which ended early, may be told behind it.
    const lines = LogLines.parse(JSON.parse((await agentCommand(['logs', '3', '--json'], settings)).output))
    expect(lines).toContainEqual(expect.stringContaining('agent.stopping'))
    const left = await agentCommand(['bundle', '-'], settings)
    expect(left.output).toContain('The agent is not running.')
    expect(left.output).toContain('"event":"agent.ready"')
  })

  test('an agent that cannot start says why in its log', async () => {
    const { settings } = await running()
    const second = await agentCommand(['run'], settings)
    expect(second).toMatchObject({ code: 1, errors: expect.stringContaining('Another agent is running') })
    await until('the first one’s log has it', async () =>
      (await agentCommand(['logs'], settings)).output.includes('agent.not-started'),
    )
  })
})
