// macOS, as it is on this computer. Written after launchd's documentation; never run on a Mac yet.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { runProgram } from '../carry-out.ts'
import { lastLogLines } from '../last-lines.ts'
import { MAC } from '../names.ts'
import { NOT_INSTALLED, type ServiceSystem } from '../service-system.ts'
import { macInstallPlan, macRemovePlan, macStartPlan, macStopPlan } from './mac-plan.ts'

/** Numbers of accounts that macOS leaves to services. */
const IDS = { first: 300, last: 399 }

/** `person`: who asked for an administrator's rights, as sudo tells it; undefined when nobody did. */
export function macSystem(person: string | undefined): ServiceSystem {
  return {
    dataFolder: MAC.dataFolder,
    controlSocket: path.join(MAC.dataFolder, 'agent.sock'),
    command: path.basename(MAC.command),
    look: async () => {
      if (!existsSync(MAC.plistFile)) return NOT_INSTALLED
      const found = await runProgram('launchctl', ['print', `system/${MAC.label}`]).catch(() => null)
      const isRunning = found !== null && found.code === 0 && /state = running/.test(found.output)
      return { isInstalled: true, isRunning, startsWithComputer: true }
    },
    refusal: async () =>
      process.getuid?.() === 0 ? null : 'Only an administrator may do that: put sudo before the command',
    installPlan: async (request) => {
      const { code } = await runProgram('dscl', ['.', '-read', `/Users/${MAC.account}`])
      const admitted = person === undefined || person === 'root' ? null : person
      return macInstallPlan({ ...request, hasAccount: code === 0, freeId: await freeId(), person: admitted })
    },
    startPlan: macStartPlan,
    stopPlan: macStopPlan,
    removePlan: macRemovePlan,
    lastLines: async () => lastLogLines(MAC.dataFolder),
    services: async () => Promise.reject(new Error('Windows has this, macOS has not')),
  }
}

/** Free as account and as group. */
async function freeId(): Promise<number> {
  const lists = await Promise.all([
    runProgram('dscl', ['.', '-list', '/Users', 'UniqueID']),
    runProgram('dscl', ['.', '-list', '/Groups', 'PrimaryGroupID']),
  ])
  const taken = new Set(lists.flatMap(({ output }) => output.match(/\d+$/gm) ?? []).map(Number))
  for (let id = IDS.first; id <= IDS.last; id += 1) if (!taken.has(id)) return id
  throw new Error('There is no free number for an account')
}
