// The plans for systemd: what is done in which order, and a unit that systemd takes.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { describe, expect, test } from 'vitest'
import { CONTROL_GROUP } from '../../core/control/socket-file.ts'
import { defaultFolder } from '../../core/settings/default-folder.ts'
import { LINUX } from '../names.ts'
import { planText } from '../step.ts'
import { linuxInstallPlan, linuxRemovePlan, type LinuxFacts } from './linux-plan.ts'
import { unitFile } from './unit-file.ts'

const run = promisify(execFile)
const FACTS: LinuxFacts = {
  installFolder: '/opt/Pharmacy Relay/resources/core',
  node: '/opt/Pharmacy Relay/resources/core/node',
  hasAccount: false,
  hasPrinterGroup: true,
  person: null,
  isCommandTaken: false,
  port: 9_100,
}

test('the service is where the agent looks for it, and its group is the one of the control socket', () => {
  const computer = { platform: 'linux', homeFolder: '/root', isPrivileged: true } as const
  expect(LINUX.dataFolder).toBe(defaultFolder(undefined, computer))
  expect(LINUX.account).toBe(CONTROL_GROUP)
})

describe('The plan to install', () => {
  test('makes account, command and unit, in this order', () => {
    const steps = linuxInstallPlan(FACTS)
    expect(steps.map(({ kind }) => kind)).toEqual(['run', 'write', 'write', 'run', 'run'])
    expect(planText(steps)).toContain(' 1. Make the account pharmacy-relay')
    expect(planText(steps)).toContain('systemctl enable --quiet pharmacy-relay.service')
  })

  test('admits the person behind sudo, and makes no account that is there', () => {
    const text = planText(linuxInstallPlan({ ...FACTS, hasAccount: true, person: 'clerk' }))
    expect(text).toContain('usermod --append --groups pharmacy-relay clerk')
    expect(text).not.toContain('useradd')
  })

  test("leaves somebody else's command alone", () => {
    const steps = linuxInstallPlan({ ...FACTS, isCommandTaken: true })
    expect(planText(steps)).not.toContain('/usr/bin')
  })

  test('makes a command that works with spaces and quotes in its path', async () => {
    const folder = path.join(temporaryFolder(), "it's here")
    mkdirSync(folder)
    writeFileSync(
      path.join(folder, 'agent.mjs'),
      'console.log(process.argv.slice(2), process.env.Agent__CommandName)',
    )
    const steps = linuxInstallPlan({ ...FACTS, installFolder: folder, node: process.execPath })
    const script = steps.flatMap((step) =>
      step.kind === 'write' && step.mode === 0o755 ? [step.text] : [],
    )[0]
    const file = path.join(folder, 'command')
    writeFileSync(file, script ?? '', { mode: 0o755 })
    const { stdout } = await run(file, ['print', 'a b'])
    expect(stdout.trim()).toBe("[ 'print', 'a b' ] pharmacy-relay")
  })
})

describe('The plan to remove', () => {
  test('leaves nothing', () => {
    const text = planText(linuxRemovePlan({ keepData: false }))
    for (const one of [LINUX.unitFile, LINUX.command, LINUX.dataFolder, 'userdel', 'groupdel'])
      expect(text).toContain(one)
  })

  test('leaves the account with data that is kept, because the data is its', () => {
    const text = planText(linuxRemovePlan({ keepData: true }))
    for (const one of [LINUX.dataFolder, 'userdel', 'groupdel']) expect(text).not.toContain(one)
  })
})

describe('The unit', () => {
  const unit = unitFile(FACTS)

  test('starts the launcher, again when it fails, and tells it alone to stop', () => {
    expect(unit).toContain(
      'ExecStart="/opt/Pharmacy Relay/resources/core/node" "/opt/Pharmacy Relay/resources/core/launcher.mjs"\n',
    )
    for (const line of [
      'Restart=on-failure',
      'RestartForceExitStatus=75',
      'KillMode=mixed',
      'User=pharmacy-relay',
    ])
      expect(unit).toContain(`\n${line}\n`)
  })

  test('may not open a port below 1024 unless that is where labels come in', () => {
    expect(unit).toContain('\nCapabilityBoundingSet=\n')
    expect(unitFile({ ...FACTS, port: 515 })).toContain('\nAmbientCapabilities=CAP_NET_BIND_SERVICE\n')
  })

  test('names no group that does not exist', () => {
    expect(unit).toContain('\nSupplementaryGroups=lp\n')
    expect(unitFile({ ...FACTS, hasPrinterGroup: false })).not.toContain('SupplementaryGroups')
  })

  test.each(['/opt/100% sure/core', '/opt/a$HOME/core', String.raw`/opt/back\slash"quote/core`])(
    'with %s in its path is one that systemd takes',
    async (folder) => {
      expect(await verified(unitFile({ ...FACTS, installFolder: folder, node: process.execPath }))).toBe('')
    },
  )

  test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('is closed: exposure of 2.0 at most', async () => {
    const file = written(unitFile({ ...FACTS, node: process.execPath }))
    const args = ['security', '--offline=true', '--threshold=20', '--no-pager', file]
    const { stdout } = await run('systemd-analyze', args)
    expect(stdout).toContain('Overall exposure level')
  })
})

/** What systemd has to say against it; nothing where systemd is not there to ask. */
async function verified(unit: string): Promise<string> {
  if (!existsSync('/usr/bin/systemd-analyze')) return ''
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', written(unit)])
  return `${stdout}${stderr}`.trim()
}

function written(unit: string): string {
  const file = path.join(temporaryFolder(), LINUX.unit)
  writeFileSync(file, unit)
  return file
}
