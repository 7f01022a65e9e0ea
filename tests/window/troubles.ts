// The troubles that a pharmacy meets, each brought about for real at agents of their own.
import { writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { summaryOf } from '../../agent/contract/summary.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Page } from '@playwright/test'
import { onTestFinished } from 'vitest'
import { assignmentOf, targetOf } from '../../agent/core/assignment/test-assignment.ts'
import { smallDisk } from '../../agent/core/spool/store/test/small-disk.ts'
import { assignServer, startAgent, type InProcessAgent } from '../../agent/test/in-process-agent.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { LABEL, send } from './labels-rig.ts'
import { SAID, type Said } from './trouble-texts.ts'

const YEAR_MS = 365 * 86_400_000
/** Connecting there fails at once, on every computer: it is no address of one. */
const SWITCHED_OFF = 'tcp:224.0.0.1:9100'
const DISPENSARY = { computerName: 'DISPENSARY', addresses: ['127.0.2.99'] }
const GONE = 'tcp:192.0.2.9:9100'
/** In the words of the store. */
const REFUSED =
  'This pairing code is wrong, used already or too old. Ask for a new one and enter it within 10 minutes.'

export interface Troubled {
  readonly agent: InProcessAgent
  readonly dataFolder: string
}

/** A command of a person and what it prints; spaces stand for line ends too. */
export type Command = readonly [text: string, says: readonly RegExp[]]

export interface Trouble {
  readonly name: string
  readonly bringAbout: (address: string) => Promise<Troubled>
  readonly said: Said
  /** What the window says after this; null: the icon says it as well, and the first page. */
  readonly act: ((page: Page) => Promise<void>) | null
  readonly commands: readonly Command[]
}

export const TROUBLES: readonly Trouble[] = [
  {
    name: 'no printer: it is switched off',
    bringAbout: async (address) => {
      const found = await printing(address, SWITCHED_OFF)
      await until('it was looked for', async () => {
        const { printer } = (await found.agent.ask('status', null)).printing
        return printer !== null && printer.conditions.length > 0
      })
      return found
    },
    said: SAID.printerOff,
    act: null,
    commands: [
      ['status', [/Needs attention\. The printer cannot be reached\. Look whether it is switched on/]],
      ['doctor', [/This stops labels: Printer\./, /Switch the printer on, and check its cable/]],
    ],
  },
  {
    name: 'no printer: the chosen one is not on this computer',
    bringAbout: async (address) => withAgent(address, {}, async (agent) => assignServer(agent, GONE)),
    said: SAID.printerMissing,
    act: null,
    commands: [
      ['status', [/The chosen printer, 192\.0\.2\.9:9100, is not on this computer/]],
      ['doctor', [/This stops labels: Role/, /192\.0\.2\.9:9100 is not on this computer/]],
    ],
  },
  {
    name: 'port taken: by another program',
    bringAbout: async (address) => {
      const printers = `folder:${temporaryFolder()}`
      return withAgent(address, { printers }, async (agent) => {
        await listenOn(address, agent.port)
        await assignServer(agent, printers)
      })
    },
    said: SAID.portTaken,
    act: null,
    commands: portTakenCommands(),
  },
  {
    name: 'two agents on one computer: the second finds the port taken',
    bringAbout: async (address) => {
      const printers = `folder:${temporaryFolder()}`
      const first = await printing(address, printers)
      const { port } = first.agent
      return withAgent(address, { printers, port }, async (agent) => assignServer(agent, printers))
    },
    said: SAID.portTaken,
    act: null,
    commands: portTakenCommands(),
  },
  {
    name: 'two agents on one computer: on the same data folder the second does not start',
    bringAbout: async (address) => {
      const printers = SWITCHED_OFF
      return printing(address, printers)
    },
    // The first goes on; of the second only whoever starts it knows.
    said: SAID.printerOff,
    act: null,
    commands: [
      ['run', [/Another agent is running on the data folder/, /One is enough .*"agent stop" ends it/]],
    ],
  },
  {
    name: 'wrong code',
    bringAbout: async (address) =>
      withAgent(address, { isUnpaired: true }, async (agent) => {
        agent.hub.refusePairing = { code: 'PAIRING_REFUSED', message: REFUSED }
      }),
    said: SAID.wrongCode,
    act: typeCode,
    commands: [
      ['pair ABCD', [/eight letters, none of them A, E, I, O, U or Y/]],
      ['pair BCDF-GHJK', [/Not paired: This pairing code is wrong/, /Ask for a new one/]],
      ['status', [/belongs to no pharmacy yet/, /pair CODE/]],
    ],
  },
  {
    name: 'no network: while pairing',
    bringAbout: async (address) => withAgent(address, { isHubAway: true }),
    said: SAID.noPortal,
    act: typeCode,
    commands: [['pair BCDF-GHJK', [/cannot be reached: nothing answers/, /Check the internet connection/]]],
  },
  {
    name: 'no network: at the computer with the printer',
    bringAbout: async (address) => {
      const found = await printing(address, `folder:${temporaryFolder()}`)
      await found.agent.hub.kill()
      await until('it is known', async () => (await found.agent.ask('status', null)).hub.state === 'waiting')
      return found
    },
    said: SAID.noHub,
    act: null,
    commands: [
      ['status', [/State Ready\. Labels come out .* The hub cannot be reached/]],
      ['doctor', [/Labels get through/, /Check the internet connection, and the address of the hub/]],
    ],
  },
  {
    name: 'no network: at a computer that prints through another one',
    bringAbout: async (address) =>
      withAgent(address, {}, async (agent) => {
        const target = targetOf({ ...DISPENSARY, certificateFingerprints: ['ab'.repeat(32)] })
        await agent.assign(assignmentOf({ role: 'Client', target }))
        await agent.hub.kill()
        await until(
          'no way is known',
          async () => summaryOf(await agent.ask('status', null)).code === 'no_way',
        )
      }),
    said: SAID.noWay,
    act: null,
    commands: [
      ['status', [/Offline\. Labels do not reach DISPENSARY\. They are kept/, /See: agent doctor/]],
      ['doctor', [/This stops labels:/, /What to do:/, /DISPENSARY/]],
    ],
  },
  {
    name: 'disk full',
    bringAbout: async (address) => {
      const dataFolder = smallDisk(8)
      const found = await printing(address, SWITCHED_OFF, dataFolder)
      fill(path.join(dataFolder, 'holiday-pictures'))
      await send(found.agent, Buffer.concat([LABEL, Buffer.alloc(600_000, ' ')])).catch(() => undefined)
      await until('it is told', async () => {
        const { refused } = (await found.agent.ask('status', null)).printing.labels
        return refused !== null
      })
      return found
    },
    said: SAID.diskFull,
    act: null,
    commands: [
      ['status', [/Needs attention\. A label could not be taken/, /Not taken .*full/]],
      ['doctor', [/This stops labels: Disk\. Nothing can be written/, /Free space on the disk/]],
    ],
  },
  {
    name: 'clock wrong by a year',
    bringAbout: async (address) => {
      const clock = { ...systemClock, wallMs: () => systemClock.wallMs() - YEAR_MS }
      const printers = `folder:${temporaryFolder()}`
      return withAgent(address, { printers, clock }, async (agent) => {
        await assignServer(agent, printers)
        await agent.hub.nudge(5)
      })
    },
    said: SAID.clockOff,
    act: null,
    commands: [
      ['status', [/The clock of this computer is wrong by 365 days/, /Clock wrong by 365 days: set date/]],
      ['doctor', [/The clock is wrong by 365 days/, /Set date and time of this computer/]],
    ],
  },
]

type Options = Omit<Parameters<typeof startAgent>[0], 'address'>

async function withAgent(
  address: string,
  options: Options,
  after: (agent: InProcessAgent) => Promise<unknown> = async () => undefined,
): Promise<Troubled> {
  const dataFolder = options.dataFolder ?? temporaryFolder()
  const agent = await startAgent({ ...options, address, dataFolder })
  await after(agent)
  return { agent, dataFolder }
}

async function printing(address: string, printers: string, dataFolder = temporaryFolder()) {
  return withAgent(address, { printers, dataFolder }, async (agent) => assignServer(agent, printers))
}

function portTakenCommands(): Command[] {
  return [
    ['status', [/Another program on this computer has port \d+: no labels can be taken/]],
    [
      'doctor',
      [/This stops labels: Role/, /port \d+ is taken by another program on this computer: end that/],
    ],
  ]
}

async function typeCode(page: Page): Promise<void> {
  await page.locator('input.code').fill('BCDF-GHJK')
  await page.locator('form button[type=submit]').click()
}

async function listenOn(host: string, port: number): Promise<void> {
  const other = net.createServer()
  await new Promise<void>((resolve) => other.listen(port, host, resolve))
  onTestFinished(() => void other.close())
}

/** Until nothing more goes on that disk. */
function fill(file: string): void {
  const chunk = Buffer.alloc(16_384)
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' })
  } catch {
    // It is full.
  }
}
