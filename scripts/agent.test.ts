// The bundled agent as a process: registering, coming back, stopping, one per folder, and its command line.
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { askAgent } from '../agent/contract/socket-client.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { assignmentOf } from '../agent/core/assignment/test-assignment.ts'
import { closedPort } from '../agent/core/printers/test/printer-peer.ts'
import { agentCommand, agentOnTerminal, AgentProcess } from '../agent/test/agent-process.ts'
import { temporaryFolder } from '../agent/test/temporary-folder.ts'
import { startTestHub } from '../agent/test/test-hub.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { buildAgent } from './build/build-agent.ts'

const CODE = 'BCDF-GHJK'

beforeAll(async () => void (await buildAgent()))

type Settings = ReturnType<typeof settingsFor>

function settingsFor(hubUrl: string, dataFolder = temporaryFolder()) {
  return {
    Agent__HubUrl: hubUrl,
    Agent__ComputerName: 'COUNTER-1',
    Agent__LocalAddress: '127.0.1.21',
    Agent__DataFolder: dataFolder,
  }
}

const socketOf = ({ Agent__DataFolder }: Pick<Settings, 'Agent__DataFolder'>): string =>
  path.join(Agent__DataFolder, 'agent.sock')

/** Runs, and is paired with the hub's pharmacy; its first connection comes after that. */
async function pairedAgent(settings: Settings): Promise<AgentProcess> {
  const agent = new AgentProcess(settings)
  await agent.hear('ready')
  await askAgent(socketOf(settings), 'pair', { code: CODE, hubUrl: null, again: false })
  return agent
}

describe('agent run', () => {
  test('registers, tells its parent, shows it, and unregisters when it is told to stop', async () => {
    const hub = await startTestHub()
    const settings = settingsFor(hub.url)
    const agent = await pairedAgent(settings)
    await agent.hear('online')
    expect(hub.registrations).toMatchObject([
      { pharmacyId: 7, computerName: 'COUNTER-1', localIpAddress: '127.0.1.21' },
    ])
    expect(new Set(hub.remoteAddresses)).toEqual(new Set(['127.0.1.21']))
    const status = await agentCommand(['status'], settings)
    expect(status.output).toMatch(/Connection +online since/)
    expect(await agent.end('SIGTERM')).toBe(0)
    expect(hub.goodbyes).toBe(1)
    expect(agent.told).toEqual(['ready', 'online'])
    for (const line of agent.log.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('event')
    expect(agent.log + status.output).not.toMatch(/BCDF-?GHJK/)
  })

  test('comes back by itself after the hub disconnects it', async () => {
    const hub = await startTestHub()
    const agent = await pairedAgent(settingsFor(hub.url))
    await agent.hear('online')
    for (const socket of hub.sockets()) socket.disconnect()
    await until('the second registration', () => hub.registrations.length === 2)
  })

  test('says in its status why the hub refuses it', async () => {
    const hub = await startTestHub()
    hub.refuseRegistration = { code: 'REVOKED', message: 'An Admin withdrew its access' }
    const settings = settingsFor(hub.url)
    const agent = await pairedAgent(settings)
    await until('the refusal', () => agent.log.includes('"situation":"withdrawn"'))
    expect((await askAgent(socketOf(settings), 'status', null)).hub).toMatchObject({
      state: 'refused',
      code: 'REVOKED',
    })
    const { output, code } = await agentCommand(['status'], settings)
    const text = output.replaceAll(/\s+/g, ' ')
    expect(text).toMatch(/refused by the hub \(REVOKED\), next try in \d+ s Reason .*An Admin withdrew its/)
    expect(text).toMatch(/^State Needs attention\. This computer was withdrawn from its pharmacy\./)
    expect(text).toContain('type it here with: agent pair CODE')
    expect(code).toBe(1)
  })

  test('does not start a second time on the same folder', async () => {
    const hub = await startTestHub()
    const settings = settingsFor(hub.url)
    await (await pairedAgent(settings)).hear('online')
    const second = await agentCommand(['run'], settings)
    expect(second).toMatchObject({ code: 1, errors: expect.stringContaining('Another agent is running') })
    expect(hub.registrations).toHaveLength(1)
  })

  test('starts again after it was killed, as the same installation', async () => {
    const hub = await startTestHub()
    const settings = settingsFor(hub.url)
    const first = await pairedAgent(settings)
    await first.hear('online')
    await first.end('SIGKILL')
    await new AgentProcess(settings).hear('online')
    const [before, after] = [hub.hellos[0], hub.hellos.at(-1)]
    expect(hub.pairings).toHaveLength(1)
    expect(after?.installId).toBe(before?.installId)
    expect(after?.bootId).not.toBe(before?.bootId)
  })

  test('takes labels after it was killed, before any hub answers, as it was assigned', async () => {
    const hub = await startTestHub()
    const folder = temporaryFolder()
    const settings = { ...settingsFor(hub.url), Agent__Printers: `folder:${folder}` }
    const first = await pairedAgent(settings)
    await first.hear('online')
    const tcpPort = await closedPort()
    await hub.assign(assignmentOf({ role: 'Server', printerName: `folder:${folder}`, tcpPort }))
    await until('the outcome', () => hub.configs.length > 0)
    expect([hub.configs[0]?.state, hub.roles, hub.printerLists.at(-1)?.[0]?.id]).toEqual([
      'applied',
      ['Server'],
      `folder:${folder}`,
    ])
    await first.end('SIGKILL')
    const again = new AgentProcess({ ...settings, Agent__HubUrl: 'http://127.0.0.1:1' })
    await again.hear('ready')
    expect((await askAgent(socketOf(settings), 'status', null)).printing).toMatchObject({
      role: 'Server',
      tcpPort,
      assignmentVersion: 1,
    })
    expect(await agentCommand(['test'], settings)).toMatchObject({
      code: 0,
      output: expect.stringContaining('sent to printer'),
    })
    const sender = net.connect({ host: settings.Agent__LocalAddress, port: tcpPort }).resume()
    sender.end('^XA^FDx^FS^XZ')
    await once(sender, 'close')
    await until('both labels', () => readdirSync(folder).length === 2)
  })

  test('stops when its parent is gone', async () => {
    const hub = await startTestHub()
    const agent = await pairedAgent(settingsFor(hub.url))
    await agent.hear('online')
    agent.child.disconnect()
    expect(await agent.exitCode()).toBe(0)
    expect(hub.goodbyes).toBe(1)
  })

  test('says by its code that a signal ended it, and nobody stopped it, where a launcher is to start it again', async () => {
    const settings = settingsFor('http://127.0.0.1:1')
    const agent = new AgentProcess({ ...settings, Agent__LauncherProtocol: '1' })
    await agent.hear('ready')
    expect(await agent.end('SIGTERM')).toBe(143)
    const next = new AgentProcess({ ...settings, Agent__LauncherProtocol: '1' })
    await next.hear('ready')
    expect(await agentCommand(['stop'], settings)).toMatchObject({ code: 0 })
    expect(await next.exitCode()).toBe(0)
  })

  test('stops while the hub is away, and leaves no socket and no open database behind', async () => {
    const settings = settingsFor((await startTestHub()).url)
    await (await pairedAgent(settings)).end('SIGTERM')
    const agent = new AgentProcess({ ...settings, Agent__HubUrl: 'http://127.0.0.1:1' })
    await agent.hear('ready')
    expect(await agentCommand(['stop'], settings)).toMatchObject({ code: 0, output: 'The agent stops.\n' })
    expect(await agent.exitCode()).toBe(0)
    const files = readdirSync(settings.Agent__DataFolder)
    expect(files).toEqual(expect.arrayContaining(['agent.db', 'spool.sqlite']))
    expect(files.filter((name) => /sock|wal|shm/.test(name))).toEqual([])
  })

  test('goes online as soon as it is paired, at the hub that was named with the code', async () => {
    const hub = await startTestHub()
    const { Agent__HubUrl: _missing, ...settings } = settingsFor(hub.url)
    const agent = new AgentProcess(settings)
    await agent.hear('ready')
    expect((await agentCommand(['status'], settings)).output).toContain('agent pair CODE')
    const paired = await agentCommand(['pair', 'bcdf', 'ghjk', '--hub', hub.url], settings)
    expect(paired).toMatchObject({ code: 0, output: expect.stringContaining('Paired with Central') })
    await agent.hear('online')
    const again = await agentCommand(['pair', CODE], settings)
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('--again') })
    expect(hub.pairings.map(({ code }) => code)).toEqual(['BCDFGHJK'])
  })

  test('says why a code is refused, and belongs to no pharmacy then', async () => {
    const hub = await startTestHub()
    hub.refusePairing = { code: 'PAIRING_REFUSED', message: 'The code is wrong, used or too old' }
    const settings = settingsFor(hub.url)
    await new AgentProcess(settings).hear('ready')
    const { code, errors } = await agentCommand(['pair', CODE], settings)
    expect([code, errors]).toEqual([1, 'agent: Not paired: The code is wrong, used or too old\n'])
    expect(await askAgent(socketOf(settings), 'status', null)).toMatchObject({
      pharmacyId: null,
      hub: { state: 'off' },
    })
    expect((await agentCommand(['pair', 'ABCD-EFGH'], settings)).code).toBe(2)
  })

  test('refuses wrong settings of the environment in words', async () => {
    const settings = { ...settingsFor('http://portal.example'), Agent__TcpPort: 'seven' }
    const { code, errors } = await agentCommand(['run'], settings)
    expect(code).toBe(1)
    expect(errors).toMatch(/Agent__HubUrl: must be https:[\s\S]*Agent__TcpPort: must be a port number/)
  })
})

describe('agent settings', () => {
  test('works without a running agent, and keeps what is set', async () => {
    const settings = { Agent__DataFolder: temporaryFolder() }
    expect(
      await agentCommand(['settings', 'set', 'HubUrl', 'https://portal.example'], settings),
    ).toMatchObject({
      code: 0,
      output: 'HubUrl is https://portal.example. It takes effect when the agent starts.\n',
    })
    expect((await agentCommand(['settings'], settings)).output).toMatch(
      /HubUrl +https:\/\/portal\.example +set here/,
    )
    await agentCommand(['settings', 'unset', 'HubUrl'], settings)
    expect((await agentCommand(['settings'], settings)).output).toMatch(/HubUrl +\(not set\)/)
  })

  test.runIf(process.platform === 'linux')(
    'asks for a value on a terminal, where Enter ends it',
    async () => {
      const settings = { Agent__DataFolder: temporaryFolder() }
      const { code, output } = await agentOnTerminal(
        ['settings', 'set', 'ComputerName', '-'],
        settings,
        'TILL-7',
      )
      expect(output).toContain('press Enter: ')
      expect(output).toContain('ComputerName is TILL-7.')
      expect(code).toBe(0)
    },
  )

  test('refuses a wrong value and an unknown name with exit code 1', async () => {
    const settings = { Agent__DataFolder: temporaryFolder() }
    const wrong = await agentCommand(['settings', 'set', 'TcpPort', 'seven'], settings)
    expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('allowed: 1 to 65535') })
    const unknown = await agentCommand(['settings', 'set', 'TcpPot', '9100', '--json'], settings)
    expect(unknown.code).toBe(1)
    expect(JSON.parse(unknown.output)).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('Did you mean TcpPort?') },
    })
  })

  test('says when no agent is running, and how a command is used', async () => {
    const settings = { Agent__DataFolder: path.join(temporaryFolder(), 'none') }
    expect(await agentCommand(['status'], settings)).toMatchObject({
      code: 3,
      errors: expect.stringMatching(/^agent: The agent is not running\. .*Start it with: agent run\n$/),
    })
    expect(await agentCommand(['dance'], settings)).toMatchObject({ code: 2, output: '' })
    expect((await agentCommand(['help'], settings)).output).toContain('Exit codes')
  })
})
