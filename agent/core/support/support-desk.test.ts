// Log and support bundle of a whole agent: what was on a label, who it was for and how it was let in is in neither.
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { AgentParams } from '@pharmacy-relay/shared/agent-api.ts'
import { expect, test } from 'vitest'
import { assignServer, startAgent, type InProcessAgent } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'

const PATIENT = 'Zeynep-Kanarya-4711'

async function bundleOf(agent: InProcessAgent): Promise<string> {
  const first = await agent.ask('bundle', { bundle: null, part: 0 })
  expect(first.fileName).toMatch(/^support-bundle-[\d-]+\.txt$/)
  const parts = [first.data]
  for (let part = 1; part < first.parts; part += 1)
    parts.push((await agent.ask('bundle', { bundle: first.bundle, part })).data)
  return Buffer.concat(parts.map((part) => Buffer.from(part, 'base64'))).toString('utf8')
}

test('the bundle of an agent that printed holds its state and log, and nothing of the label or the pharmacy', async () => {
  const dataFolder = temporaryFolder()
  const printer = `folder:${temporaryFolder()}`
  const agent = await startAgent({ address: '127.0.1.93', dataFolder, printers: printer })
  await assignServer(agent, printer)
  const label = Buffer.from(`^XA^FO20,20^FD${PATIENT}^FS^XZ`).toString('base64')
  const upload: AgentParams<'print'> = {
    upload: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11',
    data: label,
    isLast: true,
  }
  const job = await agent.ask('print', upload)
  // What the program around it would have written: more than one part holds.
  mkdirSync(path.join(dataFolder, 'log'))
  const lines = agent.log().repeat(Math.ceil(120_000 / agent.log().length))
  appendFileSync(path.join(dataFolder, 'log', 'agent.log'), lines)

  const { pharmacyName } = await agent.ask('status', null)
  const bundle = await bundleOf(agent)
  expect(bundle.length).toBeGreaterThan(100_000)
  expect(bundle).toContain(job?.id)
  // Who asked for it saw which labels there were (security 2.6, O03).
  expect(agent.log()).toMatch(/"event":"job.access".*"act":"list","labels":"1"/)
  expect(bundle).toContain('== Doctor ==\nblocking: ')
  expect(bundle).toContain('"event":"assignment.applied"')
  expect(pharmacyName).not.toBeNull()
  for (const secret of [PATIENT, label, pharmacyName ?? '', 'BCDFGHJK', 'BCDF-GHJK', 'PRIVATE KEY'])
    expect(bundle.includes(secret), secret).toBe(false)

  const log = await agent.ask('logs', { lines: 500 })
  expect(log.length).toBeGreaterThan(50)
  expect(lines.endsWith(`${log.at(-1) ?? ''}\n`)).toBe(true)
  expect(log.join('\n')).not.toContain(PATIENT)
})

test('a bundle is kept for a minute, and until its last part was fetched', async () => {
  const agent = await startAgent({ address: '127.0.1.94', isHubAway: true })
  const first = await agent.ask('bundle', { bundle: null, part: 0 })
  const again = agent.ask('bundle', { bundle: first.bundle, part: 0 })
  if (first.parts === 1) await expect(again).rejects.toMatchObject({ code: 'not_found' })
  else await again
  const unknown = agent.ask('bundle', { bundle: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11', part: 0 })
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
})
