// Whose agent the command line asks on a computer with a service.
import { expect, test } from 'vitest'
import { agentToAsk } from './agent-to-ask.ts'

const user = { platform: 'linux', homeFolder: '/home/ada', isPrivileged: false } as const
const OWN = '/home/ada/.local/share/pharmacy-relay'
const SERVICE = '/var/lib/pharmacy-relay'

test.each([
  ['nothing is there', [], OWN],
  ['a service is', [SERVICE], SERVICE],
  ['this user runs one as well', [SERVICE, `${OWN}/agent.sock`], OWN],
])('%s', (_case, present, folder) => {
  const found = agentToAsk({}, user, (path) => present.includes(path))
  expect(found).toEqual({ dataFolder: folder, controlSocket: `${folder}/agent.sock` })
})

test('the environment says which', () => {
  const found = agentToAsk({ Agent__DataFolder: '/data' }, user, () => true)
  expect(found.dataFolder).toBe('/data')
})
