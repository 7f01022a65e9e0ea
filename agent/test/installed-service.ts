// A system of the test, whose service is an agent that the test starts: the way of `service install`, without a service
// manager and its rights.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { NOT_INSTALLED, type ServiceSystem } from '../service/service-system.ts'
import { Service, type InstallOrder } from '../service/service.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface InstalledService {
  readonly service: Service
  readonly order: InstallOrder
}

/** `start`: brings the agent with that data folder up. */
export function serviceOf(dataFolder: string, start: () => Promise<void>): InstalledService {
  const installFolder = path.join(temporaryFolder(), 'core')
  mkdirSync(installFolder)
  for (const file of ['launcher.mjs', 'agent.mjs']) writeFileSync(path.join(installFolder, file), '')
  const unit = path.join(installFolder, 'unit')
  let state = NOT_INSTALLED
  const system: ServiceSystem = {
    dataFolder,
    controlSocket: path.join(dataFolder, 'agent.sock'),
    command: 'pharmacy-relay',
    look: async () => state,
    refusal: async () => null,
    installPlan: async () => [{ purpose: 'Describe it', kind: 'write', file: unit, text: '', mode: 0o644 }],
    startPlan: () => [{ purpose: 'Start it', kind: 'windows-service', act: { kind: 'start' } }],
    stopPlan: () => [],
    removePlan: () => [],
    lastLines: async () => [],
    services: async () => {
      await start()
      state = { isInstalled: true, isRunning: true, startsWithComputer: true }
    },
  }
  const order = { installFolder, node: process.execPath, port: 9_100, again: false, pair: null }
  return { service: new Service(system), order }
}
