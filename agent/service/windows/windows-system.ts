// Windows, as it is on this computer.
import { lastLogLines } from '../last-lines.ts'
import { WINDOWS } from '../names.ts'
import { NOT_INSTALLED, type ServiceSystem } from '../service-system.ts'
import { lookAtFolder, makeClosedFolder } from './folder-owner.ts'
import { actOnService, lookAtService, mayCreateServices } from './service-manager.ts'
import { WINDOWS_ERROR, windowsErrorText } from './windows-errors.ts'
import { windowsInstallPlan, windowsRemovePlan, windowsStartPlan, windowsStopPlan } from './windows-plan.ts'

const RUNNING = 4

/** Service and people share the folder of all programs' data, and so the control pipe. */
export function windowsSystem(where: Pick<ServiceSystem, 'dataFolder' | 'controlSocket'>): ServiceSystem {
  const { dataFolder } = where
  return {
    ...where,
    command: null,
    look: async () => {
      const found = await lookAtService(WINDOWS.name)
      if (found === null) return NOT_INSTALLED
      const { state, startsWithComputer } = found
      return { isInstalled: true, isRunning: state === RUNNING, startsWithComputer }
    },
    refusal: async () => ((await mayCreateServices()) ? null : windowsErrorText(WINDOWS_ERROR.denied)),
    installPlan: async (request) => {
      const found = await lookAtFolder(dataFolder)
      return windowsInstallPlan({ ...request, dataFolder, found, nowMs: Date.now() })
    },
    startPlan: windowsStartPlan,
    stopPlan: windowsStopPlan,
    removePlan: ({ keepData }) => windowsRemovePlan({ keepData, dataFolder }),
    lastLines: async () => lastLogLines(dataFolder),
    services: async (act) =>
      act.kind === 'closed-folder' ? makeClosedFolder(act.path, act.rights) : actOnService(WINDOWS.name, act),
  }
}
