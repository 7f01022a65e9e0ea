// What it takes to install and to remove the service on Linux with systemd, in order. Pure.
import path from 'node:path'
import { LINUX } from '../names.ts'
import type { Step } from '../step.ts'
import { unitFile, type UnitFacts } from './unit-file.ts'

export interface LinuxFacts extends UnitFacts {
  readonly hasAccount: boolean
  /** Who asked for an administrator's rights and is to use tray and command line; null: root itself. */
  readonly person: string | null
  /** Something of that name lies in /usr/bin that is not ours. */
  readonly isCommandTaken: boolean
}

export const COMMAND_MARK = '# Made by: pharmacy-relay service install.'

/** The service does not run before `startPlan`. */
export function linuxInstallPlan(facts: LinuxFacts): Step[] {
  const { account, unit, unitFile: file, command } = LINUX
  return [
    ...(facts.hasAccount ? [] : [makeAccount()]),
    ...(facts.person === null ? [] : [admit(facts.person)]),
    ...(facts.isCommandTaken ? [] : [makeCommand(command, facts)]),
    {
      purpose: `Describe the service to systemd: own account ${account}, its own data folder, no other rights`,
      ...({ kind: 'write', file, text: unitFile(facts), mode: 0o644 } as const),
    },
    systemctl('Let systemd read it', 'daemon-reload'),
    systemctl('Start it with the computer, before anybody logs in', 'enable', '--quiet', unit),
  ]
}

export function linuxStartPlan(): Step[] {
  return [systemctl('Start the service', 'start', LINUX.unit)]
}

export function linuxStopPlan(): Step[] {
  return [systemctl('Stop the service; labels that wait stay on the disk', 'stop', LINUX.unit)]
}

/** `keepData`: also the account, to which the data belongs, and what a person changed with `systemctl edit`. */
export function linuxRemovePlan({ keepData }: { readonly keepData: boolean }): Step[] {
  const { account, unit, unitFile: file, command, dataFolder } = LINUX
  return [
    {
      ...systemctl(
        'Stop the service, and do not start it with the computer',
        'disable',
        '--quiet',
        '--now',
        unit,
      ),
      isOptional: true,
    },
    { purpose: 'Remove its description', kind: 'remove', path: file },
    systemctl('Let systemd forget it', 'daemon-reload'),
    { ...systemctl('Let systemd forget its failures', 'reset-failed', '--quiet', unit), isOptional: true },
    { purpose: 'Remove the command pharmacy-relay', kind: 'remove', path: command },
    ...(keepData
      ? []
      : [
          { purpose: 'Remove changes of yours to it', kind: 'remove', path: `${file}.d` } as const,
          {
            purpose: 'Remove its data: settings, keys, labels, log',
            kind: 'remove',
            path: dataFolder,
          } as const,
          removeAccount('Remove its account', 'userdel', account),
          removeAccount('Remove its group', 'groupdel', account),
        ]),
  ]
}

/** The command pharmacy-relay, on systems that look for commands by PATH. */
export function makeCommand(file: string, facts: Pick<UnitFacts, 'node' | 'installFolder'>): Step {
  const purpose = 'Make the command pharmacy-relay, so that a person can ask and set up the agent'
  return { purpose, kind: 'write', file, text: commandScript(facts), mode: 0o755 }
}

/** A script and not a link: it names its own Node, which no PATH does. */
function commandScript({ node, installFolder }: Pick<UnitFacts, 'node' | 'installFolder'>): string {
  const agent = path.posix.join(installFolder, 'agent.mjs')
  return `#!/bin/sh\n${COMMAND_MARK}\nexport Agent__CommandName=pharmacy-relay\nexec ${inShell(node)} ${inShell(agent)} "$@"\n`
}

function makeAccount(): Step {
  const { account, dataFolder } = LINUX
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', dataFolder]
  const purpose = `Make the account ${account}, which nobody can log in with, and its group`
  return {
    purpose,
    kind: 'run',
    program: 'useradd',
    args: [...args, '--shell', '/usr/sbin/nologin', account],
  }
}

function admit(person: string): Step {
  const purpose = `Let ${person} use tray and command line, from the next log-in on (group ${LINUX.account})`
  return { purpose, kind: 'run', program: 'usermod', args: ['--append', '--groups', LINUX.account, person] }
}

/** 6: there is none, which userdel sees to for a group that nobody else is in. */
function removeAccount(purpose: string, program: string, account: string): Step {
  return { purpose, kind: 'run', program, args: [account], alsoFine: [6], isOptional: true }
}

function systemctl(purpose: string, ...args: readonly string[]): Step {
  return { purpose, kind: 'run', program: 'systemctl', args }
}

function inShell(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
