// The whole agent under its real launcher, on a real disk that fills up while an update is fetched: labels go on, each once.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { AgentMethod, AgentCall, AgentReplyData } from '../../agent/contract/agent-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askAgent } from '../../agent/contract/socket-client.ts'
import { updatesText } from '../../agent/cli/program/update-commands.ts'
import { assignmentOf } from '../../agent/core/assignment/test-assignment.ts'
import { closedPort } from '../../agent/core/printers/test/printer-peer.ts'
import { canMount, leaveFree, resizeDisk, smallDisk } from '../../agent/core/spool/store/test/small-disk.ts'
import { stateFile } from '../../agent/launcher/layout.ts'
import { loadState } from '../../agent/launcher/state-file.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { startTestHub } from '../../agent/test/test-hub.ts'
import { buildTemplate, makeVersion } from '../campaigns/fault-campaign/updates/versions.ts'
import { startPublisher } from './test-publisher.ts'

const ROOMY_MIB = 512

describe.skipIf(!canMount)('A service whose disk fills up while an update is fetched', () => {
  test('goes on printing, gives the room back, and takes the update once there is room', async () => {
    const here = await running()
    const { disk, publisher, ask, print, printed } = here
    await print('a-1', 'a-2')
    const { startedAt } = await ask('status', null)

    await here.publishNext()
    publisher.onAsked = (asked) => {
      if (asked.includes('/files/')) leaveFree(disk, 256)
      return false
    }
    await ask('checkUpdates', null)
    await until('it is told', async () => (await ask('updates', null)).fault !== null)
    const told = await ask('updates', null)
    expect(told).toMatchObject({
      step: 'idle',
      version: '1.0.0',
      fault: { code: 'disk_full', version: '1.0.1' },
    })
    expect(updatesText(told).replaceAll(/\s+/g, ' ')).toContain(
      'Make room: it is then fetched again by itself',
    )
    expect(here.versions()).toEqual(['seen.json'])
    await print('b-1', 'b-2')
    expect((await ask('status', null)).startedAt).toBe(startedAt)
    await until('it is in the log', () => here.log().includes('"disk_full"'))

    // It comes back on the full disk, too, and prints what it had.
    leaveFree(disk, 0)
    here.killAgent()
    await until('it is back', async () => {
      const status = await ask('status', null).catch(() => null)
      return status !== null && status.startedAt !== startedAt
    })
    expect(loadState(stateFile(disk))).toBeNull()

    publisher.onAsked = () => false
    resizeDisk(disk, ROOMY_MIB * 1_024)
    await ask('checkUpdates', null)
    await until('the new version has proved itself', () => loadState(stateFile(disk))?.current === '1.0.1')
    await print('c-1', 'c-2')
    expect(printed()).toEqual(['a-1', 'a-2', 'b-1', 'b-2', 'c-1', 'c-2'])
  })
})

async function running() {
  const folder = temporaryFolder()
  const made = (name: string): string => {
    mkdirSync(path.join(folder, name))
    return path.join(folder, name)
  }
  const [template, labels] = [made('template'), made('labels')]
  await buildTemplate(template)
  const install = makeVersion(template, path.join(folder, 'install'), '1.0.0')
  const publisher = await startPublisher(made('www'))
  onTestFinished(() => publisher.stop())
  const disk = smallDisk(ROOMY_MIB)
  const hub = await startTestHub()
  const controlSocket = path.join(disk, 'agent.sock')
  const port = await closedPort()
  const printerName = `folder:${labels}`
  hub.assignment = assignmentOf({ role: 'Server', printerName, tcpPort: port, clients: [] })
  const launcher = startLauncher(install, {
    Agent__DataFolder: disk,
    Agent__ControlSocket: controlSocket,
    Agent__HubUrl: hub.url,
    Agent__Printers: printerName,
    Agent__LocalAddress: '127.0.1.77',
    Agent__ComputerName: 'COUNTER-1',
    Agent__UpdateUrl: publisher.url,
    Agent__UpdateKey: publisher.publicKey,
  })
  const ask = async <M extends AgentMethod>(method: M, params: AgentCall<M>): Promise<AgentReplyData<M>> =>
    askAgent(controlSocket, method, params)
  await until('it answers', async () => (await ask('status', null).catch(() => null)) !== null)
  await ask('pair', { code: 'BCDFGHJK', again: false, hubUrl: null })
  await until('it has its role', async () => (await ask('status', null)).printing.role === 'Server')
  const printed = (): string[] =>
    readdirSync(labels)
      // One that is being written has a name of its own.
      .filter((name) => name.endsWith('.prn'))
      .map((name) => textIn(path.join(labels, name)))
      .toSorted()
  return {
    disk,
    publisher,
    ask,
    printed,
    publishNext: async () => publisher.publish(makeVersion(template, path.join(folder, 'next'), '1.0.1')),
    print: async (...texts: string[]) => {
      for (const text of texts)
        await askAgent(controlSocket, 'print', { payload: Buffer.from(`^XA^FO50,50^FD${text}^FS^XZ`) })
      await until(`${texts.join()} came out`, () => texts.every((text) => printed().includes(text)))
    },
    versions: () => readdirSync(path.join(disk, 'versions')),
    log: () => readFileSync(path.join(disk, 'log', 'agent.log'), 'utf8'),
    killAgent: () => process.kill(childOf(launcher), 'SIGKILL'),
  }
}

function textIn(label: string): string {
  return /\^FD(.*?)\^FS/.exec(readFileSync(label, 'latin1'))?.[1] ?? ''
}

function startLauncher(install: string, settings: Readonly<Record<string, string>>): ChildProcess {
  const launcher = spawn(process.execPath, [path.join(install, 'launcher.mjs')], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  onTestFinished(async () => {
    const ended = once(launcher, 'exit')
    launcher.kill('SIGTERM')
    await ended
  })
  return launcher
}

function childOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}
