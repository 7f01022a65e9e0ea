// A whole agent: the hub hears the certificate whose fingerprint `agent status` shows, the same one at every start.
import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { startAgent } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'

test('the hub hears the certificate that status shows, also from the next start', async () => {
  const dataFolder = temporaryFolder()
  const told: string[] = []
  for (let start = 0; start < 2; start += 1) {
    const agent = await startAgent({ address: '127.0.1.61', printers: '', dataFolder })
    await until('the report', () => agent.hub.reports.length > 0)
    const pem = agent.hub.reports[0]?.certificate ?? ''
    const { keys } = await agent.ask('status', null)
    expect(new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(keys.fingerprint)
    expect(agent.log()).not.toContain('BEGIN')
    told.push(pem)
    await agent.stop()
  }
  expect(told[1]).toBe(told[0])
})
