// What it takes to install and to remove the service on Windows, in order. Pure.
import path from 'node:path'
import { PURPOSE, SERVICE_FLAG, TITLE, WINDOWS } from '../names.ts'
import type { Step, WindowsAct } from '../step.ts'
import type { FolderFound } from './folder-owner.ts'
import { serviceSid, SIDS } from './service-sid.ts'

export interface WindowsFacts {
  /** Where launcher.mjs and agent.mjs lie. */
  readonly installFolder: string
  readonly node: string
  readonly dataFolder: string
  /** What is there under its name. */
  readonly found: FolderFound | null
  /** It was a service's of ours until now, which a closed folder belongs to. */
  readonly wasInstalled: boolean
  /** For the name of what is put aside. */
  readonly nowMs: number
  /** On which labels come in. */
  readonly port: number
}

/** The launcher starts the agent again by itself; this is for the launcher's own end. */
const RESTARTS: WindowsAct = { kind: 'restart-on-failure', pausesMs: [2_000, 5_000, 60_000], resetS: 86_400 }

/** The service does not run before `startPlan`. */
export function windowsInstallPlan(facts: WindowsFacts): Step[] {
  const { account } = WINDOWS
  const service = { title: TITLE, account, commandLine: commandLine(facts) }
  return [
    asked(`Make the service, which starts with the computer, and its own account: ${account}`, {
      kind: 'create',
      service,
    }),
    asked('Let the firewall know it by its own SID', { kind: 'own-sid' }, true),
    asked('Start it again when it fails', RESTARTS, true),
    asked('Say what it is for, in the list of services', { kind: 'describe', text: PURPOSE }, true),
    ...folderSteps(facts),
    rightsOf(facts.dataFolder),
    {
      ...firewall('Take away older firewall rules of ours', [
        'delete',
        'rule',
        `name=${WINDOWS.firewallRule}`,
      ]),
      alsoFine: [1],
    },
    letIn('Let labels of other computers in on every port that the service opens, in no public network', [
      `service=${WINDOWS.name}`,
      'localport=any',
    ]),
    letIn(`And on port ${facts.port}, whichever program has it`, [`localport=${facts.port}`]),
  ]
}

/**
 * A pharmacy's computers that belong to a domain are in no private profile, so both profiles count; a public one never does.
 * The first rule goes by the service's SID, which the agent has from the launcher: the panel may give another port, and an
 * update may bring a Node of its own, whose path no rule of today could name. The account may change no rule later, as it is
 * no administrator. The second is there because the first was never seen on a Windows.
 */
function letIn(purpose: string, whom: readonly string[]): Step {
  return firewall(purpose, [
    'add',
    'rule',
    `name=${WINDOWS.firewallRule}`,
    `description=${PURPOSE}`,
    'dir=in',
    'action=allow',
    'protocol=TCP',
    ...whom,
    'profile=private,domain',
    'remoteip=localsubnet',
  ])
}

export function windowsStartPlan(): Step[] {
  return [asked('Start the service', { kind: 'start' })]
}

export function windowsStopPlan(): Step[] {
  return [asked('Stop the service; labels that wait stay on the disk', { kind: 'stop' })]
}

export function windowsRemovePlan({
  keepData,
  dataFolder,
}: {
  readonly keepData: boolean
  readonly dataFolder: string
}): Step[] {
  return [
    asked('Stop the service', { kind: 'stop' }, true),
    asked('Remove the service, and its account with it', { kind: 'delete' }),
    {
      ...firewall('Remove its firewall rules, which have one name', [
        'delete',
        'rule',
        `name=${WINDOWS.firewallRule}`,
      ]),
      alsoFine: [1],
    },
    ...(keepData
      ? []
      : [
          {
            purpose: 'Remove its data: settings, keys, labels, log',
            kind: 'remove',
            path: dataFolder,
          } as const,
        ]),
  ]
}

function commandLine({ node, installFolder, dataFolder }: WindowsFacts): string {
  const launcher = path.win32.join(installFolder, 'launcher.mjs')
  return `"${node}" "${launcher}" ${SERVICE_FLAG} "${dataFolder}"`
}

/**
 * Every user may make a folder beside those of all programs, and whose it is may change its rights for ever: versions that
 * they put there would be started as the service. So is it in an administrator's folder that is open to them. Such a one is
 * put aside, whole, and a new one is closed from its first moment on; it is not made where somebody was faster.
 */
function folderSteps({ dataFolder, found, wasInstalled, nowMs }: WindowsFacts): Step[] {
  if (found !== null && (wasInstalled || isTrusted(found))) return []
  const made = asked('Make its data folder, closed to everybody else', {
    kind: 'closed-folder',
    path: dataFolder,
    rights: CLOSED,
  })
  if (found === null) return [made]
  const to = `${dataFolder}-${new Date(nowMs).toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
  const whose = found.owner === null ? 'is no folder, or nobody knows whose' : `belongs to ${found.owner}`
  const remark = `${dataFolder} was there before the service, ${found.isClosed ? 'closed' : 'open to others'}, and ${whose}. It was put aside, with all that is in it: ${to}`
  return [
    { purpose: 'Put aside what somebody else made there', kind: 'rename', path: dataFolder, to, remark },
    made,
  ]
}

function isTrusted({ owner, isClosed }: FolderFound): boolean {
  return isClosed && owner !== null && TRUSTED.includes(owner)
}

/** The service's own account is there for folders of its own making. */
const TRUSTED: readonly string[] = [...Object.values(SIDS), serviceSid(WINDOWS.name)]
/** Administrators own it (O), it inherits nothing (P), and what comes to lie in it has the same rights (OICI). */
const CLOSED = `O:BAD:P${[serviceSid(WINDOWS.name), 'BA', 'SY'].map((who) => `(A;OICI;FA;;;${who})`).join('')}`

/** Whatever the folder inherits ends: users of the computer read neither labels nor keys. */
function rightsOf(dataFolder: string): Step {
  const full = [serviceSid(WINDOWS.name), SIDS.administrators, SIDS.system].map((sid) => `*${sid}:(OI)(CI)F`)
  const args = [dataFolder, '/inheritance:r', '/grant:r', ...full, '/Q']
  return {
    purpose: 'Close it to everybody but the service and administrators',
    kind: 'run',
    program: 'icacls',
    args,
  }
}

function firewall(purpose: string, args: readonly string[]): Step & { readonly kind: 'run' } {
  const all = ['advfirewall', 'firewall', ...args]
  return { purpose, kind: 'run', program: 'netsh', args: all, isOptional: true }
}

function asked(purpose: string, act: WindowsAct, isOptional = false): Step {
  return { purpose, kind: 'windows-service', act, isOptional }
}
