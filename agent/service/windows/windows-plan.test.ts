// The plans for Windows: account, rights and firewall by names that no language changes.
import { describe, expect, test } from 'vitest'
import { PURPOSE } from '../names.ts'
import { planText, type Step } from '../step.ts'
import { serviceSid } from './service-sid.ts'
import { windowsErrorText } from './windows-errors.ts'
import { windowsInstallPlan, windowsRemovePlan, type WindowsFacts } from './windows-plan.ts'

const FACTS = {
  installFolder: String.raw`C:\Program Files\Pharmacy Relay\resources\core`,
  node: String.raw`C:\Program Files\Pharmacy Relay\resources\core\node.exe`,
  dataFolder: String.raw`C:\ProgramData\PharmacyRelay`,
  port: 9_100,
  found: null,
  wasInstalled: false,
  nowMs: Date.UTC(2026, 10, 22, 9, 5, 7),
}

test("a service's SID is the one that Windows gives it", () => {
  // Windows' own documentation names this one.
  const known = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'
  expect(serviceSid('TrustedInstaller')).toBe(known)
  expect(serviceSid('trustedinstaller')).toBe(known)
})

describe('The plan to install', () => {
  const steps = windowsInstallPlan(FACTS)

  test('starts the launcher as its own account, which has no password', () => {
    const [first] = steps
    expect(first).toMatchObject({
      act: {
        kind: 'create',
        service: {
          account: String.raw`NT SERVICE\PharmacyRelay`,
          commandLine: String.raw`"C:\Program Files\Pharmacy Relay\resources\core\node.exe" "C:\Program Files\Pharmacy Relay\resources\core\launcher.mjs" --windows-service "C:\ProgramData\PharmacyRelay"`,
        },
      },
    })
  })

  test('closes the data folder to everybody but the service, administrators and the system', () => {
    const rights = steps.find((step) => step.kind === 'run' && step.program === 'icacls')
    expect(rights).not.toHaveProperty('isOptional', true)
    expect(rights).toMatchObject({
      args: [
        FACTS.dataFolder,
        '/inheritance:r',
        '/grant:r',
        `*${serviceSid('PharmacyRelay')}:(OI)(CI)F`,
        '*S-1-5-32-544:(OI)(CI)F',
        '*S-1-5-18:(OI)(CI)F',
        '/Q',
      ],
    })
  })

  const onFolder = (change: Partial<WindowsFacts>) =>
    windowsInstallPlan({ ...FACTS, ...change }).flatMap((step) => {
      if (step.kind === 'rename') return [`to ${step.to}`]
      return step.kind === 'windows-service' && step.act.kind === 'closed-folder' ? [step.act.rights] : []
    })
  const service = serviceSid('PharmacyRelay')
  const closed = `O:BAD:P(A;OICI;FA;;;${service})(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)`
  const aside = String.raw`to C:\ProgramData\PharmacyRelay-20261122090507`

  test('makes the data folder with its rights, before anybody could put something there', () => {
    expect(onFolder({})).toEqual([closed])
  })

  test.each(['S-1-5-32-544', 'S-1-5-18', serviceSid('TrustedInstaller'), service])(
    'keeps a data folder that belongs to %s',
    (owner) => expect(onFolder({ found: { owner, isClosed: true } })).toEqual([]),
  )

  test.each(['S-1-5-21-1-2-3-1001', 'S-1-5-80-1-2-3-4-5', null])(
    'puts aside a folder that belongs to %s, and says so',
    (owner) => {
      expect(onFolder({ found: { owner, isClosed: true } })).toEqual([aside, closed])
      const put = windowsInstallPlan({ ...FACTS, found: { owner, isClosed: true } }).find(
        ({ kind }) => kind === 'rename',
      )
      expect(put).not.toHaveProperty('isOptional', true)
      expect(put?.remark).toContain(owner ?? 'nobody knows whose')
      // The labels of a service that is installed anew stay where they are.
      expect(onFolder({ found: { owner, isClosed: true }, wasInstalled: true })).toEqual([])
    },
  )

  test('puts aside an open folder, in which everybody could put something', () => {
    const found = { owner: 'S-1-5-32-544', isClosed: false }
    expect(onFolder({ found })).toEqual([aside, closed])
  })

  const rules = (one: readonly Step[]) =>
    one.flatMap((step) => (step.kind === 'run' && step.args.includes('add') ? [step.args] : []))

  test('lets labels in at every port of the service, whichever Node an update brings, in no public network', () => {
    const [first] = rules(windowsInstallPlan({ ...FACTS, port: 9_101 }))
    expect(first).toEqual([
      'advfirewall',
      'firewall',
      'add',
      'rule',
      'name=Pharmacy Relay',
      `description=${PURPOSE}`,
      'dir=in',
      'action=allow',
      'protocol=TCP',
      'service=PharmacyRelay',
      'localport=any',
      'profile=private,domain',
      'remoteip=localsubnet',
    ])
    expect(first?.join()).not.toContain('program=')
    // By which the firewall tells the service from others that run the same Node.
    const order = steps.map((step) => (step.kind === 'windows-service' ? step.act.kind : step.kind))
    expect(order.indexOf('own-sid')).toBeGreaterThan(order.indexOf('create'))
  })

  test('lets labels in at the port that is known now, whoever has it, and nothing else', () => {
    const found = rules(windowsInstallPlan({ ...FACTS, port: 9_101 }))
    expect(found).toHaveLength(2)
    expect(found[1]).toContain('localport=9101')
    for (const rule of found)
      for (const word of ['name=Pharmacy Relay', 'profile=private,domain', 'remoteip=localsubnet'])
        expect(rule).toContain(word)
  })

  test('takes older rules of that name away first', () => {
    const args = steps.flatMap((step) => (step.kind === 'run' ? [step.args.slice(2, 5).join(' ')] : []))
    expect(args.filter((one) => one.includes('Pharmacy Relay'))).toEqual([
      'delete rule name=Pharmacy Relay',
      'add rule name=Pharmacy Relay',
      'add rule name=Pharmacy Relay',
    ])
  })
})

test('the plan to remove takes away what the plan to install made', () => {
  const all = planText(windowsRemovePlan({ ...FACTS, keepData: false }))
  for (const one of ['delete', 'name=Pharmacy Relay', `remove ${FACTS.dataFolder}`])
    expect(all).toContain(one)
  expect(planText(windowsRemovePlan({ ...FACTS, keepData: true }))).not.toContain(FACTS.dataFolder)
})

test('errors of Windows are said in words, unknown ones by number', () => {
  expect(windowsErrorText(5)).toContain('Run as administrator')
  expect(windowsErrorText(1073)).toContain('already installed')
  expect(windowsErrorText(31)).toBe('Windows error 31')
})
