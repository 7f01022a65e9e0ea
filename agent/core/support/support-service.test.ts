// Log and support bundle of a whole agent: what was on a label, who it was for and how it was let in is in neither.
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { assignServer, startAgent } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'

const PATIENT = 'Zeynep-Kanarya-4711'

test('the bundle of an agent that printed holds its state and log, and nothing of the label or the pharmacy', async () => {
  const dataFolder = temporaryFolder()
  const printer = `folder:${temporaryFolder()}`
  const agent = await startAgent({ address: '127.0.1.93', dataFolder, printers: printer })
  await assignServer(agent, printer)
  const label = Buffer.from(`^XA^FO20,20^FD${PATIENT}^FS^XZ`)
  const job = await agent.ask('print', { payload: label })
  // What the program around it would have written.
  mkdirSync(path.join(dataFolder, 'log'))
  const lines = agent.log().repeat(Math.ceil(120_000 / agent.log().length))
  appendFileSync(path.join(dataFolder, 'log', 'agent.log'), lines)

  const { pharmacyName } = await agent.ask('status', null)
  const bundle = await agent.ask('bundle', null)
  expect(bundle.length).toBeGreaterThan(100_000)
  expect(bundle).toContain(job?.id)
  // Who asked for it saw which labels there were (security 2.6, O03).
  expect(agent.log()).toMatch(/"event":"job.access".*"act":"list","labels":"1"/)
  expect(bundle).toContain('== Doctor ==\nblocking: ')
  expect(bundle).toContain('"event":"assignment.applied"')
  expect(pharmacyName).not.toBeNull()
  for (const secret of [
    PATIENT,
    label.toString('base64'),
    pharmacyName ?? '',
    'BCDFGHJK',
    'BCDF-GHJK',
    'PRIVATE KEY',
  ])
    expect(bundle.includes(secret), secret).toBe(false)

  const log = await agent.ask('logs', { lines: 500 })
  expect(log.length).toBeGreaterThan(50)
  expect(lines.endsWith(`${log.at(-1) ?? ''}\n`)).toBe(true)
  expect(log.join('\n')).not.toContain(PATIENT)
})
