// One health everywhere, over the running demo, one row a cause: the pharmacy as the API has it, the list, its page, support, the
// check of a Client's connection and the window name the same first cause, and it clears when it is over.
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Health } from '@pharmacy-relay/shared/labels/health.ts'
import { causeText } from '@pharmacy-relay/shared/texts/health-text.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { askAgent } from '../../../agent/contract/socket-client.ts'
import { healthOf } from '../../../agent/contract/summary.ts'
import type { FaultChange } from '../../../agent/test-printer/faults.ts'
import { sendLabel } from '../../../agent/test/send-label.ts'
import type { TestBrowser } from '../../../portal/test/test-browser.ts'
import { computerOf, controlSocketOf } from '../../demo-computers.ts'
import { ExtraAgent } from '../../extra-agent.ts'
import type { RunningDemo } from '../../running-demo.ts'
import { moreCauses, type Row } from './health-causes.ts'
import { browserOf, openPanel, secondsUntil, textOf, type Panel } from '../panel.ts'
import { printerOf } from '../rolls.ts'
import { sharedDemo } from '../shared-demo.ts'

const PAGE = '/relay/P-1001'
const LABEL = '^XA^FO20,20^A0N,28,28^FDHealth^FS^XZ'
const t = texts('en')
/** One of each kind. The others are of the same ways through the platform, and each takes some ten seconds of it. */
const IN_EACH_RUN: ReadonlySet<string> = new Set([
  'no labels in the printer',
  'the computer with the printer is off',
  'nobody has the printer',
  'another program has the port for labels',
  'a label that may or may not have come out',
  'printing is paused at a Client',
  'a printer was chosen that is not there',
  'the access of the computer with the printer was withdrawn',
])
const isLong = process.env['Tests__Long'] !== undefined

async function listenAt(host: string, atPort = 0) {
  // Clients come by: one that is left open would keep it from closing.
  const server = net.createServer((socket) => void socket.destroy())
  await new Promise<void>((resolve) => server.listen(atPort, host, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    close: async () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

describe('One health', () => {
  let running: RunningDemo
  let panel: Panel
  let browser: TestBrowser
  let extra: ExtraAgent
  /** Of a program that is not ours. */
  let taken: Awaited<ReturnType<typeof listenAt>> | null = null
  const measured: string[] = []

  beforeAll(async () => {
    running = await sharedDemo({ platformOnly: false })
    panel = await openPanel(running.demo, 'Admin')
    extra = new ExtraAgent(running, { folder: path.join(running.dataFolder, 'extra') })
    browser = await browserOf(running.demo, 'Support')
    await send('DISPENSARY')
    await send('COUNTER-1')
    await secondsUntil('all is well', isWell)
  })
  afterAll(async () => {
    process.stdout.write(measured.map((line) => `  ${line}\n`).join(''))
    await extra.stop()
  })

  const send = async (to: string): Promise<void> => {
    const { rawHost, tcpPort } = computerOf(running.demo, to)
    await sendLabel({ address: rawHost, port: tcpPort }, LABEL)
  }
  const fault = async (change: FaultChange | null): Promise<void> => {
    const { httpUrl } = printerOf(running.demo, 'central-printer')
    const headers = { 'content-type': 'application/json' }
    const request =
      change === null ? { method: 'DELETE' } : { method: 'POST', headers, body: JSON.stringify(change) }
    const { ok, status } = await fetch(`${httpUrl}/faults`, request)
    if (!ok) throw new Error(`the test printer answered ${status}`)
  }
  /** Breaks the printer, and a label meets it. */
  const breaking = (change: FaultChange) => async (): Promise<void> => {
    await fault(change)
    await send('COUNTER-1')
  }
  const window = async (computer: string) => {
    const socket = computer === extra.name ? extra.controlSocket : controlSocketOf(running, computer)
    return healthOf(await askAgent(socket, 'status', null))
  }
  const page = async (path: string) => textOf((await browser.get(path)).text)
  const isWell = async (): Promise<boolean> => {
    const { health } = await panel.pharmacy('P-1001')
    return health?.level === 'well' && (await page('/relay?storeId=P-1001')).includes(t.health.levels.well)
  }
  const printer = () => printerOf(running.demo, 'central-printer')

  /** As the API has it, and the words that every page must say. */
  const saysSo = async (row: Row): Promise<Health | null> => {
    const { health } = await panel.pharmacy('P-1001')
    const { cause = null, at = null, level } = health ?? {}
    const isIt = level === row.level && cause?.code === row.code && cause.params.condition === row.condition
    return health !== undefined && isIt && row.at.includes(at?.name ?? '') ? health : null
  }
  const isSaidEverywhere = async (row: Row): Promise<boolean> => {
    const health = await saysSo(row)
    if (health === null) return false
    const words = `${t.health.at(health.at?.name ?? '')} ${causeText(health, t.health) ?? ''}`
    if (!(await page('/relay?storeId=P-1001')).includes(words)) return false
    if (!(await page(PAGE)).includes(words)) return false
    if (row.problem !== null && !(await isAtSupport(row.problem, health))) return false
    if (row.window === null) return true
    const own = await window(row.window)
    return own.cause?.code === row.code && own.cause.params.condition === row.condition
  }
  const isAtSupport = async (problem: string, health: Health): Promise<boolean> => {
    const text = await page(`/support?problem=${problem}`)
    return text.includes(causeText(health, t.health) ?? '') && text.includes(health.at?.name ?? '')
  }
  const check = async (): Promise<string> => {
    const computer = (await panel.pharmacy('P-1001')).computers.find(({ pcName }) => pcName === 'COUNTER-1')
    const csrf = await browser.csrfOf(PAGE)
    return textOf((await browser.post(`${PAGE}/check`, { csrf, computer: String(computer?.id) })).text)
  }

  const ROWS: readonly Row[] = [
    {
      cause: 'no labels in the printer',
      plant: breaking({ paperOut: true }),
      clear: () => fault(null),
      level: 'stopped',
      code: 'printer_stopped',
      condition: 'paper_out',
      at: ['DISPENSARY'],
      window: 'COUNTER-1',
      problem: 'printer',
      check: /At DISPENSARY: This stops labels: Printer\. .*no labels left/,
    },
    {
      cause: 'the printer is open',
      plant: breaking({ headOpen: true }),
      clear: () => fault(null),
      level: 'stopped',
      code: 'printer_stopped',
      condition: 'head_open',
      at: ['DISPENSARY'],
      window: 'DISPENSARY',
      problem: 'printer',
      check: /At DISPENSARY: This stops labels: Printer\. .*printer is open/,
    },
    {
      cause: 'somebody pressed the button of the printer',
      plant: breaking({ paused: true }),
      clear: () => fault(null),
      level: 'stopped',
      code: 'printer_stopped',
      condition: 'paused',
      at: ['DISPENSARY'],
      window: 'DISPENSARY',
      problem: 'printer',
      check: /At DISPENSARY: This stops labels: Printer\. .*printer is paused/,
    },
    {
      cause: 'the printer is off',
      plant: breaking({ powerOff: true }),
      clear: () => fault(null),
      level: 'stopped',
      code: 'printer_stopped',
      condition: 'unreachable',
      at: ['DISPENSARY'],
      window: 'DISPENSARY',
      problem: 'printer',
      check: /At DISPENSARY: This stops labels: Printer\./,
    },
    {
      cause: 'printing is paused at the computer',
      plant: () => askAgent(controlSocketOf(running, 'DISPENSARY'), 'pause', { minutes: 15 }),
      clear: () => askAgent(controlSocketOf(running, 'DISPENSARY'), 'resume', null),
      level: 'stopped',
      code: 'paused',
      at: ['DISPENSARY'],
      window: 'COUNTER-1',
      problem: 'stopped',
      check: /At DISPENSARY: This stops labels: Disk\. .*aused/,
    },
    {
      cause: 'the computer with the printer is off',
      plant: () => running.command('stop', 'DISPENSARY'),
      clear: () => running.command('start', 'DISPENSARY'),
      level: 'stopped',
      code: 'computer_off',
      at: ['DISPENSARY'],
      window: 'COUNTER-1',
      problem: 'way',
      check: /This stops labels: .*DISPENSARY/,
    },
    {
      cause: 'a Client is off',
      plant: () => running.command('stop', 'COUNTER-1'),
      clear: () => running.command('start', 'COUNTER-1'),
      level: 'warning',
      code: 'computer_off',
      at: ['COUNTER-1'],
      window: null,
      problem: null,
      check: null,
    },
    {
      cause: 'nobody has the printer',
      plant: () => panel.setRole('P-1001', 'DISPENSARY', 0),
      clear: async () => {
        await panel.assignPrinter('P-1001', 'DISPENSARY', printer())
      },
      level: 'stopped',
      code: 'no_target',
      at: ['COUNTER-1', 'COUNTER-2'],
      window: 'COUNTER-1',
      problem: 'way',
      check: /This stops labels: Role\./,
    },
    {
      cause: 'another program has the port for labels',
      plant: async () => {
        const { rawHost } = computerOf(running.demo, 'DISPENSARY')
        taken = await listenAt(rawHost)
        await panel.setRole('P-1001', 'DISPENSARY', 0)
        // Else the setting before would go on: a device applies the newest assignment alone.
        const isGone = async () => (await window('DISPENSARY')).cause?.code === 'no_role'
        await secondsUntil('the role is gone', isGone)
        await panel.assignPrinter('P-1001', 'DISPENSARY', { ...printer(), listenPort: taken.port })
      },
      clear: async () => {
        await taken?.close()
        await panel.assignPrinter('P-1001', 'DISPENSARY', printer())
      },
      level: 'stopped',
      code: 'port_taken',
      at: ['DISPENSARY'],
      window: 'DISPENSARY',
      problem: 'stopped',
      check: /At DISPENSARY: This stops labels: Role\./,
    },
    {
      cause: 'a label that may or may not have come out',
      plant: breaking({ resetAtByte: 10 }),
      clear: async () => {
        await fault(null)
        const at = controlSocketOf(running, 'DISPENSARY')
        const asked = (await askAgent(at, 'jobs', null)).filter(({ state }) => state === 'unknown')
        for (const { id } of asked) await askAgent(at, 'answer', { job: id, answer: 'printed' })
      },
      level: 'warning',
      code: 'unknown_labels',
      at: ['DISPENSARY'],
      window: 'DISPENSARY',
      problem: null,
      check: /Labels get through/,
    },
    ...moreCauses({
      running: () => running,
      panel: () => panel,
      printer,
      breaking,
      mend: () => fault(null),
      extra: () => extra,
      take: async (host, port) => (taken = await listenAt(host, port)),
      free: async () => taken?.close(),
    }),
  ]

  it.each(ROWS.filter(({ cause }) => isLong || IN_EACH_RUN.has(cause)))(
    'is the same with: $cause',
    async (row) => {
      const { cause } = row
      await row.plant()
      const saidS = await secondsUntil(cause, async () => isSaidEverywhere(row))
      if (row.check !== null) {
        const said = row.check
        await secondsUntil(`the check says ${cause}`, async () => said.test(await check()))
      }
      await row.clear()
      const clearS = await secondsUntil(`${cause} is over`, isWell)
      measured.push(`${cause.padEnd(50)} said ${saidS.toFixed(1)} s, clear ${clearS.toFixed(1)} s`)
    },
  )
})
