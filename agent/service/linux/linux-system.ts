// Linux with systemd, as it is on this computer.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { runProgram } from '../carry-out.ts'
import { lastLogLines } from '../last-lines.ts'
import { LINUX } from '../names.ts'
import { NOT_INSTALLED, type InstallRequest, type ServiceSystem } from '../service-system.ts'
import {
  COMMAND_MARK,
  linuxInstallPlan,
  linuxRemovePlan,
  linuxStartPlan,
  linuxStopPlan,
  type LinuxFacts,
} from './linux-plan.ts'

/** Systemd's own test of whether it runs this computer: sd_booted(3). */
const SYSTEMD_FOLDER = '/run/systemd/system'
const LINES = '15'

/** `person`: who asked for an administrator's rights, as sudo tells it; undefined when nobody did. */
export function linuxSystem(person: string | undefined): ServiceSystem {
  return {
    dataFolder: LINUX.dataFolder,
    controlSocket: path.join(LINUX.dataFolder, 'agent.sock'),
    command: path.basename(LINUX.command),
    look: async () => {
      if (!existsSync(LINUX.unitFile)) return NOT_INSTALLED
      const active = await runProgram('systemctl', ['is-active', '--quiet', LINUX.unit]).catch(() => null)
      const [isRunning, startsWithComputer] = [active?.code === 0, existsSync(LINUX.startLink)]
      return { isInstalled: true, isRunning, startsWithComputer }
    },
    refusal: async () => {
      if (!existsSync(SYSTEMD_FOLDER))
        return 'This computer is not run by systemd, which starts the service. The agent itself runs without: agent run'
      return process.getuid?.() === 0 ? null : 'Only root may do that: put sudo before the command'
    },
    installPlan: async (request) => linuxInstallPlan(await factsOf(request, person)),
    startPlan: linuxStartPlan,
    stopPlan: linuxStopPlan,
    removePlan: linuxRemovePlan,
    lastLines: async () => {
      const options = ['--unit', LINUX.unit, '--lines', LINES, '--output', 'cat', '--no-pager', '--quiet']
      const journal = await runProgram('journalctl', options).catch(() => null)
      const lines = journal?.code === 0 ? journal.output.split('\n').filter((line) => line !== '') : []
      return lines.length > 0 ? lines : lastLogLines(LINUX.dataFolder)
    },
    services: async () => Promise.reject(new Error('Windows has this, Linux has not')),
  }
}

async function factsOf(request: InstallRequest, person: string | undefined): Promise<LinuxFacts> {
  const [accounts, groups] = await Promise.all([namesIn('/etc/passwd'), namesIn('/etc/group')])
  const command = await readFile(LINUX.command, 'utf8').catch(() => null)
  const isPerson = person !== undefined && person !== 'root' && accounts.has(person)
  return {
    ...request,
    hasAccount: accounts.has(LINUX.account),
    hasPrinterGroup: groups.has('lp'),
    person: isPerson ? person : null,
    isCommandTaken: existsSync(LINUX.command) && command?.includes(COMMAND_MARK) !== true,
  }
}

async function namesIn(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return new Set(text.split('\n').map((line) => line.slice(0, line.indexOf(':'))))
}
