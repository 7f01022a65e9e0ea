// The service on a system of the test: its own agent stands in for the one that a service manager would start.
import { mkdirSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import Database from 'better-sqlite3'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SPOOL_MIGRATIONS } from '../core/spool/store/file/spool-migrations.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { isPortFree } from './port-check.ts'
import { Service, type InstallOrder } from './service.ts'
import { NOT_INSTALLED, type ServiceSystem } from './service-system.ts'
import type { Step } from './step.ts'
import { countWaitingLabels } from './waiting-labels.queries.ts'

interface Rig {
  readonly service: Service
  readonly order: InstallOrder
  readonly dataFolder: string
  readonly unit: string
}

/** Installs by writing a file; what starts it fails. */
function rig(over: Partial<ServiceSystem> = {}): Rig {
  const folder = temporaryFolder()
  const [installFolder, dataFolder, unit] = ['core', 'data', 'unit'].map((name) => path.join(folder, name))
  if (installFolder === undefined || dataFolder === undefined || unit === undefined) throw new Error('three')
  for (const one of [installFolder, dataFolder]) mkdirSync(one)
  for (const file of ['launcher.mjs', 'agent.mjs']) writeFileSync(path.join(installFolder, file), '')
  let isInstalled = false
  const step = (act: Step): Step => act
  const system: ServiceSystem = {
    dataFolder,
    controlSocket: path.join(dataFolder, 'agent.sock'),
    command: null,
    look: async () => ({ ...NOT_INSTALLED, isInstalled }),
    refusal: async () => null,
    installPlan: async () => {
      isInstalled = true
      return [step({ purpose: 'Describe it', kind: 'write', file: unit, text: '', mode: 0o644 })]
    },
    startPlan: () => [step({ purpose: 'Start it', kind: 'run', program: '/nowhere/start', args: [] })],
    stopPlan: () => [],
    removePlan: () => {
      isInstalled = false
      return [step({ purpose: 'Remove it', kind: 'remove', path: unit })]
    },
    lastLines: async () => ['{"event":"agent.not-started"}'],
    services: async () => Promise.reject(new Error('no Windows')),
    ...over,
  }
  const order = { installFolder, node: process.execPath, port: 9_100, again: false, pair: null }
  return { service: new Service(system), order, dataFolder, unit }
}

describe('To install', () => {
  test('needs rights, and says how they are had', async () => {
    const { service, order } = rig({ refusal: async () => 'Only root may do that' })
    await expect(service.install(order)).rejects.toMatchObject({
      code: 'role_not_allowed',
      message: 'Only root may do that',
    })
  })

  test('needs the files of an installer', async () => {
    const { service, order } = rig()
    const nowhere = { ...order, installFolder: '/nowhere' }
    await expect(service.install(nowhere)).rejects.toThrow('There is no launcher.mjs in /nowhere')
  })

  test('what does not come up says why, with its last log lines', async () => {
    const { service, order } = rig()
    const failure = service.install(order)
    await expect(failure).rejects.toThrow('The service is installed, but does not come up')
    await expect(failure).rejects.toThrow('{"event":"agent.not-started"}')
    await expect(service.install(order)).rejects.toThrow('installed already')
  })

  test('leaves nothing when a step fails', async () => {
    const { service, order } = rig({
      installPlan: async () => [{ purpose: 'Fail', kind: 'run', program: '/nowhere', args: [] }],
    })
    await expect(service.install(order)).rejects.toThrow('This was not done: Fail.')
    expect(await service.system.look()).toMatchObject({ isInstalled: false })
  })
})

test('what is not installed is not started, stopped or removed', async () => {
  const { service } = rig()
  for (const act of [service.start(), service.stop(), service.remove(true)])
    await expect(act).rejects.toMatchObject({ code: 'not_found' })
})

test('labels that wait are counted in the spool of an agent that does not run', async () => {
  const { service, dataFolder } = rig()
  expect(await service.waitingLabels()).toBe(0)
  const file = path.join(dataFolder, 'spool.sqlite')
  const database = new Database(file)
  for (const { sql } of SPOOL_MIGRATIONS) database.exec(sql)
  const insert = database.prepare(
    `INSERT INTO job (id, state, reasons, sender, ended_by, language, bytes, sha256, copies, accepted_at_ms, changed_at_ms)
     VALUES (?, ?, '[]', '', '', 'zpl', 1, '', 1, 0, 0)`,
  )
  for (const state of ['accepted', 'held', 'unknown', 'printed', 'cancelled']) insert.run(state, state)
  database.close()
  expect(countWaitingLabels(file)).toBe(3)
  expect(await service.waitingLabels()).toBe(3)
  writeFileSync(file, 'junk')
  expect(await service.waitingLabels()).toBeNull()
})

test('a port that another program has is not free', async () => {
  const port = await freePort()
  expect(await isPortFree(port)).toBe(true)
  const other = net.createServer().listen(port)
  onTestFinished(() => void other.close())
  await new Promise((resolve) => void other.once('listening', resolve))
  expect(await isPortFree(port)).toBe(false)
})
