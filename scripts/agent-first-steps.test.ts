// The bundled agent for somebody who has set nothing up yet: every answer says what is missing and what to do.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { agentCommand, AgentProcess } from '../agent/test/agent-process.ts'
import { temporaryFolder } from '../agent/test/temporary-folder.ts'
import { startTestHub } from '../agent/test/test-hub.ts'
import { buildAgent } from './build/build-agent.ts'

beforeAll(async () => void (await buildAgent()))

describe('agent run without settings', () => {
  test('says what to do and the command for it, keeps running, and connects once it is paired', async () => {
    const hub = await startTestHub()
    const settings = { Agent__DataFolder: temporaryFolder() }
    const agent = new AgentProcess(settings)
    await agent.hear('ready')
    // Its log and that it is ready come by different ways.
    await until('the log says what is missing', () => /agent\.not-set-up.*\n/.test(agent.log))
    const line = agent.log.split('\n').find((entry) => entry.includes('agent.not-set-up')) ?? '{}'
    const said = z.object({ text: z.string() }).parse(JSON.parse(line)).text
    expect(said).toContain('this computer belongs to no pharmacy yet')
    expect(said).toContain('\n  agent pair CODE --hub https://portal.example')
    const asNpm = { ...settings, npm_lifecycle_event: 'agent' }
    const { output, code } = await agentCommand(['status'], asNpm)
    expect(code).toBe(1)
    expect(output).toContain('npm run agent -- pair CODE --hub https://portal.example\n')
    await agentCommand(['settings', 'set', 'HubUrl', hub.url], settings)
    const almost = (await agentCommand(['status'], settings)).output
    expect(almost).toContain('agent pair CODE\n')
    await agentCommand(['pair', 'BCDF-GHJK'], settings)
    await agent.hear('online')
    expect((await agentCommand(['status'], settings)).output).not.toContain('agent pair')
  })
})

describe('the bundle under a Node that is too old', () => {
  test('says in one sentence which Node it needs, before anything else', () => {
    const older = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
    const bundle = path.resolve(import.meta.dirname, '../agent/dist/agent.mjs')
    const args = ['--import', `data:text/javascript,${encodeURIComponent(older)}`, bundle, 'status']
    const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stderr).toBe(
      'agent: this is Node 20.20.2, and the agent needs Node 24 or newer: https://nodejs.org\n',
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  })
})

describe('a data folder that does not exist', () => {
  test.each([[['status']], [['jobs']], [['settings']], [['settings', 'unset', 'HubUrl']]])(
    'is named by %j and not made',
    async (args) => {
      const folder = path.join(temporaryFolder(), 'misspelt')
      const { output, errors } = await agentCommand(args, { Agent__DataFolder: folder })
      expect((output + errors).replaceAll(/\s+/g, ' ')).toContain(`There is no folder ${folder}`)
      expect(existsSync(folder)).toBe(false)
    },
  )

  test('does not keep the settings of the environment and the defaults from being shown', async () => {
    const folder = path.join(temporaryFolder(), 'none')
    const settings = { Agent__DataFolder: folder, Agent__Email: 'a@b.example' }
    const { code, output } = await agentCommand(['settings'], settings)
    expect(code).toBe(0)
    expect(output).toMatch(/Email +a@b\.example +environment/)
    expect(output).toMatch(/TcpPort +9100 +default/)
  })

  test('is made when a setting is stored in it', async () => {
    const folder = path.join(temporaryFolder(), 'new')
    const { code } = await agentCommand(['settings', 'set', 'Email', 'a@b.example'], {
      Agent__DataFolder: folder,
    })
    expect(code).toBe(0)
    expect(existsSync(path.join(folder, 'agent.db'))).toBe(true)
  })
})
