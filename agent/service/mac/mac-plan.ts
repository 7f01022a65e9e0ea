// What it takes to install and to remove the service on macOS, in order. Pure; never run on a Mac yet.
import { makeCommand } from '../linux/linux-plan.ts'
import { MAC, TITLE } from '../names.ts'
import type { Step } from '../step.ts'
import { launchdFile, type LaunchdFacts } from './launchd-file.ts'

export interface MacFacts extends LaunchdFacts {
  readonly hasAccount: boolean
  /** A number that no account has; 200 to 400 are for services. */
  readonly freeId: number
  /** Who asked for an administrator's rights; null when nobody did, or it is root. */
  readonly person: string | null
}

const USER = `/Users/${MAC.account}`
const GROUP = `/Groups/${MAC.account}`

/** The service does not run before `startPlan`. */
export function macInstallPlan(facts: MacFacts): Step[] {
  const { plistFile, command, account, dataFolder } = MAC
  return [
    ...(facts.hasAccount ? [] : makeAccount(facts.freeId)),
    ...(facts.person === null ? [] : [admit(facts.person)]),
    { purpose: 'Make its data folder', kind: 'folder', path: dataFolder },
    run('Give it to the account', 'chown', '-R', `${account}:${account}`, dataFolder),
    run('Close it to everybody else', 'chmod', '710', dataFolder),
    makeCommand(command, facts),
    {
      ...({ kind: 'write', file: plistFile, text: launchdFile(facts), mode: 0o644 } as const),
      purpose: 'Describe the service to launchd, which starts it with the computer',
    },
  ]
}

export function macStartPlan(): Step[] {
  return [run('Start the service', 'launchctl', 'bootstrap', 'system', MAC.plistFile)]
}

export function macStopPlan(): Step[] {
  const purpose = 'Stop the service; labels that wait stay on the disk'
  return [run(purpose, 'launchctl', 'bootout', `system/${MAC.label}`)]
}

export function macRemovePlan({ keepData }: { readonly keepData: boolean }): Step[] {
  return [
    ...macStopPlan().map((step) => ({ ...step, isOptional: true })),
    { purpose: 'Remove its description', kind: 'remove', path: MAC.plistFile },
    { purpose: 'Remove the command pharmacy-relay', kind: 'remove', path: MAC.command },
    ...(keepData
      ? []
      : [
          {
            purpose: 'Remove its data: settings, keys, labels, log',
            kind: 'remove',
            path: MAC.dataFolder,
          } as const,
          { ...dscl('Remove its account', '-delete', USER), isOptional: true },
          { ...dscl('Remove its group', '-delete', GROUP), isOptional: true },
        ]),
  ]
}

function makeAccount(id: number): Step[] {
  const number = String(id)
  return [
    dscl(`Make the group ${MAC.account}`, '-create', GROUP),
    dscl('Number it', '-create', GROUP, 'PrimaryGroupID', number),
    dscl(`Make the account ${MAC.account}, which nobody can log in with`, '-create', USER),
    dscl('Number it', '-create', USER, 'UniqueID', number),
    dscl('Put it into its group', '-create', USER, 'PrimaryGroupID', number),
    dscl('Give it no shell', '-create', USER, 'UserShell', '/usr/bin/false'),
    dscl('Give it no home', '-create', USER, 'NFSHomeDirectory', '/var/empty'),
    dscl('Name it', '-create', USER, 'RealName', TITLE),
  ]
}

function admit(person: string): Step {
  const purpose = `Let ${person} use tray and command line (group ${MAC.account})`
  return dscl(purpose, '-merge', GROUP, 'GroupMembership', person)
}

function dscl(purpose: string, ...args: readonly string[]): Step {
  return run(purpose, 'dscl', '.', ...args)
}

function run(purpose: string, program: string, ...args: readonly string[]): Step {
  return { purpose, kind: 'run', program, args }
}
