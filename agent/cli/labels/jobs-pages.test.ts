// `agent jobs` over the control socket of a real agent: its lists, page by page, and what was printed again.
import path from 'node:path'
import { jobListNames } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { startPrinter } from '../../test-printer/test/printer-rig.ts'
import { assignServer, startAgent } from '../../test/in-process-agent.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { parseCommandLine } from '../arguments.ts'
import { carryOut } from '../commands.ts'

const LABEL = Buffer.from('^XA^FO20,20^FDone^FS^XZ')
/** Its end is missing: it is held. */
const CUT = LABEL.subarray(0, 15)

async function startRig(address: string) {
  const dataFolder = temporaryFolder()
  const printer = await startPrinter()
  const printerId = `tcp:127.0.0.1:${printer.rawPort}`
  const agent = await startAgent({ address, dataFolder, printers: printerId })
  await assignServer(agent, printerId)
  const pages: unknown[] = []
  /** What it printed at its end; `pages`: what before that. */
  const type = async (line: string): Promise<string> => {
    pages.length = 0
    const terminal = {
      environment: {},
      locations: { dataFolder, controlSocket: path.join(dataFolder, 'agent.sock') },
      agentVersion: '0.1.0',
      nowMs: Date.now,
      readInput: () => '',
      print: (_text: string, json: unknown) => void pages.push(json),
      ask: () => null,
    }
    return (await carryOut(parseCommandLine(line.split(' ')).command, terminal)).text
  }
  return { agent, printer, type, pages }
}

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/^ *(\d+)  \d{4}-/gm)].map(([, n]) => Number(n))

test('every page is reached from the one before, of all labels and of one list', async () => {
  const { agent, type, pages } = await startRig('127.0.1.61')
  for (let n = 0; n < 120; n += 1) await agent.ask('print', { payload: CUT })
  const first = await type('jobs')
  expect([numbersIn(first).length, numbersIn(first).at(-1)]).toEqual([50, 71])
  expect(first).toMatch(/Older ones: agent jobs --before 71\n$/)
  const second = await type('jobs --only asks --before 71')
  expect(second).toMatch(/Older ones: agent jobs --only asks --before 21\n$/)
  const last = await type('jobs --only asks --before 21')
  expect([numbersIn(last).length, numbersIn(last).at(-1)]).toEqual([20, 1])
  expect(last).not.toContain('Older')
  expect(await type('jobs --before 1')).toBe('No older labels.\n')
  expect(await type('jobs --only not-out')).toBe('There is no label that did not come out.\n')
  expect(await type('jobs --only waits')).toBe('No label waits.\n')
  expect(numbersIn(await type('jobs --all --only asks')).at(-1)).toBe(1)
  expect(pages.map((page) => (page as unknown[]).length)).toEqual([50, 50])
  expect(await agent.ask('jobLists', null)).toEqual({ 'not-out': 0, waits: 0, asks: 120 })
  expect(await type('status')).toMatch(/Which +agent jobs --only asks\n/)
})

test('a label that was printed again says as which, and is in no list', async () => {
  const { agent, printer, type } = await startRig('127.0.1.62')
  await printer.faults.set({ resetAtByte: 5 })
  await agent.ask('print', { payload: LABEL })
  await until('it is unknown', async () => (await type('jobs --only asks')).includes('answer 1 reprint'))
  await printer.faults.set({ resetAtByte: null })
  await agent.ask('answer', { job: '1', answer: 'reprint' })
  await until('label 2 left', () => printer.roll.entries().length === 1)
  const texts = await Promise.all(jobListNames.map(async (list) => type(`jobs --only ${list}`)))
  expect(texts.flatMap(numbersIn).filter((n) => n === 1)).toEqual([])
  const text = await type('jobs')
  expect(text.replaceAll(/\s+/g, ' ').match(/printed again as label 1\.1/g)).toHaveLength(1)
  expect(text).not.toContain('agent reprint 1')
  expect(await type('job 1')).toMatch(/Printed again +as label 1\.1/)
  expect(await type('status')).not.toContain('Not left')
})
