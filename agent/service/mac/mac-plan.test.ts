// The daemon of launchd and its plans. No Mac has run them: that the file is well-formed and its keys are known is all.
import { describe, expect, test } from 'vitest'
import { defaultFolder } from '../../core/settings/default-folder.ts'
import { MAC_ACCOUNT } from '../../core/control/socket-file.ts'
import { MAC } from '../names.ts'
import { planText } from '../step.ts'
import { launchdFile } from './launchd-file.ts'
import { macInstallPlan, macRemovePlan } from './mac-plan.ts'

const FACTS = {
  installFolder: '/Applications/R&D <Relay>.app/core',
  node: '/Applications/R&D <Relay>.app/core/node',
  hasAccount: false,
  freeId: 301,
  person: null,
}
/** launchd.plist(5). */
const KNOWN = [
  'Label',
  'ProgramArguments',
  'UserName',
  'GroupName',
  'WorkingDirectory',
  'EnvironmentVariables',
  'RunAtLoad',
  'KeepAlive',
  'ThrottleInterval',
  'ExitTimeOut',
  'Umask',
  'StandardErrorPath',
]

test('the service is where the agent looks for it', () => {
  const computer = { platform: 'darwin', homeFolder: '/var/root', isPrivileged: true } as const
  expect(MAC.account).toBe(MAC_ACCOUNT)
  expect(MAC.dataFolder).toBe(defaultFolder(undefined, computer))
})

describe('The property list', () => {
  const text = launchdFile(FACTS)

  test('is well-formed, key by value, and names nothing that launchd does not know', () => {
    expect(unclosed(text)).toEqual([])
    const inner = text.replaceAll(
      /<dict>(?:<key>[^<]*<\/key>(?:<string>[^<]*<\/string>|<false\/>))*<\/dict>/g,
      '<value/>',
    )
    const keys = [...inner.matchAll(/<key>([^<]*)<\/key>\s*<(?!\/|key)/g)].map((found) => found[1])
    expect(keys).toEqual(KNOWN)
  })

  test('keeps the signs of XML in a path', () => {
    expect(text).toContain('<string>/Applications/R&amp;D &lt;Relay&gt;.app/core/launcher.mjs</string>')
  })
})

test('the plans make an account and take it away again', () => {
  expect(planText(macInstallPlan(FACTS))).toContain('UniqueID 301')
  expect(planText(macInstallPlan({ ...FACTS, hasAccount: true }))).not.toContain('dscl')
  expect(planText(macInstallPlan({ ...FACTS, person: 'pat' }))).toContain('GroupMembership pat')
  expect(planText(macRemovePlan({ keepData: false }))).toContain('-delete /Users/_pharmacyrelay')
  expect(planText(macRemovePlan({ keepData: true }))).not.toContain('dscl')
})

/** Elements without their end. */
function unclosed(xml: string): string[] {
  const open: string[] = []
  for (const [, end = '', name = '', self = ''] of xml.matchAll(/<(\/?)([a-zA-Z]+)[^<>]*?(\/?)>/g))
    if (end === '/') expect(open.pop()).toBe(name)
    else if (self === '') open.push(name)
  return open
}
