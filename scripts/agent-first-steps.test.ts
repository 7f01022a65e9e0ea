// The bundled agent for somebody who has set nothing up yet: every answer says what is missing and what to do.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { agentCommand, AgentProcess } from '../agent/test/agent-process.ts'
import { temporaryFolder } from '../agent/test/temporary-folder.ts'
import { startTestHub } from '../agent/test/test-hub.ts'
import { buildAgent } from './build-agent.ts'

const KEY = `enr_${'s3cr3t'.repeat(7)}x`

beforeAll(async () => void (await buildAgent()))

describe('agent run without settings', () => {
  test('says which are missing and the command for each, keeps running, and connects once they are set', async () => {
    const hub = await startTestHub()
    const settings = { Agent__DataFolder: temporaryFolder() }
    const agent = new AgentProcess(settings)
    await agent.hear('ready')
    const line = agent.log.split('\n').find((entry) => entry.includes('agent.not-set-up')) ?? '{}'
    const said = z.object({ words: z.string() }).parse(JSON.parse(line)).words
    expect(said).toContain('HubUrl, EnrolmentKey, PharmacyId are not set')
    for (const command of ['HubUrl https://', 'EnrolmentKey -', 'PharmacyId 1042'])
      expect(said).toContain(`\n  agent settings set ${command}`)
    const asNpm = { ...settings, npm_lifecycle_event: 'agent' }
    const { output, code } = await agentCommand(['status'], asNpm)
    expect(code).toBe(0)
    expect(output).toContain('npm run agent -- settings set EnrolmentKey -\n')
    await agentCommand(['settings', 'set', 'HubUrl', hub.url], settings)
    await agentCommand(['settings', 'set', 'PharmacyId', '7'], settings)
    const almost = (await agentCommand(['status'], settings)).output
    expect(almost).toContain('EnrolmentKey is not set')
    expect(almost).not.toContain('settings set HubUrl')
    await agentCommand(['settings', 'set', 'EnrolmentKey', '-'], settings, `${KEY}\n`)
    await agent.hear('online')
    expect((await agentCommand(['status'], settings)).output).not.toContain('settings set')
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
    async (words) => {
      const folder = path.join(temporaryFolder(), 'misspelt')
      const { output, errors } = await agentCommand(words, { Agent__DataFolder: folder })
      expect((output + errors).replaceAll(/\s+/g, ' ')).toContain(`There is no folder ${folder}`)
      expect(existsSync(folder)).toBe(false)
    },
  )

  test('does not keep the settings of the environment and the defaults from being shown', async () => {
    const folder = path.join(temporaryFolder(), 'none')
    const settings = { Agent__DataFolder: folder, Agent__PharmacyId: '7' }
    const { code, output } = await agentCommand(['settings'], settings)
    expect(code).toBe(0)
    expect(output).toMatch(/PharmacyId +7 +environment/)
    expect(output).toMatch(/TcpPort +9100 +default/)
  })

  test('is made when a setting is stored in it', async () => {
    const folder = path.join(temporaryFolder(), 'new')
    const { code } = await agentCommand(['settings', 'set', 'PharmacyId', '7'], { Agent__DataFolder: folder })
    expect(code).toBe(0)
    expect(existsSync(path.join(folder, 'agent.db'))).toBe(true)
  })
})
