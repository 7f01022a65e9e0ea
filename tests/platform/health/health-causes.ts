// What a row of the test of health is, and the causes of computers, roles and the printer's inside.
import type { HealthCode, HealthLevel } from '@pharmacy-relay/shared/labels/health.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { askAgent } from '../../../agent/contract/socket-client.ts'
import type { FaultChange } from '../../../agent/test-printer/faults.ts'
import { computerOf, controlSocketOf, pidOf } from '../../demo-computers.ts'
import type { ExtraAgent } from '../../extra-agent.ts'
import type { DemoFile, RunningDemo } from '../../running-demo.ts'
import { secondsUntil, type Panel } from '../panel.ts'

export interface Row {
  readonly cause: string
  readonly plant: () => Promise<unknown>
  readonly clear: () => Promise<unknown>
  readonly level: HealthLevel
  readonly code: HealthCode
  readonly condition?: PrinterCondition
  /** The computer that has the cause; of several whichever is noticed first. */
  readonly at: readonly string[]
  /** The computer whose window names it too; null: it does not run. */
  readonly window: string | null
  /** The list of support that has it; null: it stops nobody's labels. */
  readonly problem: 'printer' | 'way' | 'stopped' | null
  /** What the check of COUNTER-1 says; null: it cannot be asked. */
  readonly check: RegExp | null
}

/** Of the running demo; asked for when a row runs. */
export interface Scene {
  readonly running: () => RunningDemo
  readonly panel: () => Panel
  readonly printer: () => DemoFile['testPrinters'][number]
  /** Breaks the printer, and a label meets it. */
  readonly breaking: (change: FaultChange) => () => Promise<void>
  readonly mend: () => Promise<void>
  /** One more computer, not started; the same each time. */
  readonly extra: () => ExtraAgent
  /** A program that is not ours, until `free`. */
  readonly take: (host: string, port: number) => Promise<unknown>
  readonly free: () => Promise<unknown>
}

const PHARMACY = 'P-1001'

export function moreCauses(scene: Scene): readonly Row[] {
  return [
    ...insideThePrinter(scene),
    ...ofComputers(scene),
    noRole(scene),
    notApplied(scene),
    withdrawn(scene),
    wrongPrinter(scene),
  ]
}

function insideThePrinter({ breaking, mend }: Scene): readonly Row[] {
  const row = { clear: mend, level: 'stopped', code: 'printer_stopped', at: ['DISPENSARY'] } as const
  return [
    {
      ...row,
      cause: 'the ribbon is used up',
      plant: breaking({ ribbonOut: true }),
      condition: 'ribbon_out',
      window: 'DISPENSARY',
      problem: 'printer',
      check: /At DISPENSARY: This stops labels: Printer\. .*ribbon/,
    },
    {
      ...row,
      cause: "the printer's head is too hot",
      plant: breaking({ tooHot: true }),
      condition: 'too_hot',
      window: 'COUNTER-1',
      problem: 'printer',
      check: /At DISPENSARY: This stops labels: Printer\. .*hot/,
    },
    {
      ...row,
      cause: 'the printer takes the connection and reads nothing',
      plant: breaking({ neverRead: true }),
      code: 'labels_wait',
      at: ['DISPENSARY', 'COUNTER-1'],
      window: 'DISPENSARY',
      problem: 'stopped',
      check: null,
    },
  ]
}

function ofComputers(scene: Scene): readonly Row[] {
  return [paused(scene), portTaken(scene, 'COUNTER-1'), portTaken(scene, 'DISPENSARY'), frozen(scene)]
}

function paused({ running }: Scene): Row {
  return {
    cause: 'printing is paused at a Client',
    plant: () => askAgent(controlSocketOf(running(), 'COUNTER-1'), 'pause', { minutes: 15 }),
    clear: () => askAgent(controlSocketOf(running(), 'COUNTER-1'), 'resume', null),
    level: 'stopped',
    code: 'paused',
    at: ['COUNTER-1'],
    window: 'COUNTER-1',
    problem: 'stopped',
    check: /This stops labels: Disk\. .*aused/,
  }
}

function portTaken({ running, take, free }: Scene, computer: 'COUNTER-1' | 'DISPENSARY'): Row {
  return {
    cause: `another program has the port when ${computer} starts`,
    plant: async () => {
      const { rawHost, tcpPort } = computerOf(running().demo, computer)
      await running().command('stop', computer)
      await take(rawHost, tcpPort)
      await running().command('start', computer)
    },
    clear: free,
    level: 'stopped',
    code: 'port_taken',
    at: [computer],
    window: computer,
    problem: 'stopped',
    check: /This stops labels: /,
  }
}

function frozen({ running }: Scene): Row {
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => async (): Promise<void> => {
    process.kill(await pidOf(running(), 'DISPENSARY'), name)
  }
  return {
    cause: 'the computer with the printer hangs',
    plant: signal('SIGSTOP'),
    clear: signal('SIGCONT'),
    level: 'stopped',
    code: 'computer_off',
    at: ['DISPENSARY'],
    window: 'COUNTER-1',
    problem: 'way',
    check: /This stops labels: .*DISPENSARY/,
  }
}

function noRole({ panel, printer }: Scene): Row {
  const computers = ['DISPENSARY', 'COUNTER-1', 'COUNTER-2']
  return {
    cause: 'no computer was given a role',
    plant: async () => {
      for (const computer of computers) await panel().setRole(PHARMACY, computer, 0)
    },
    clear: async () => {
      await panel().assignPrinter(PHARMACY, 'DISPENSARY', printer())
      for (const client of computers.slice(1)) await panel().setRole(PHARMACY, client, 2)
    },
    level: 'stopped',
    code: 'no_role',
    at: computers,
    window: 'COUNTER-1',
    problem: null,
    check: /This stops labels: Role\./,
  }
}

/** One more computer, whose printer is not there any more when it was chosen. */
function wrongPrinter({ panel, printer, extra }: Scene): Row {
  const gone = { rawHost: '127.0.9.9', tcpPort: 9100 }
  const id = `tcp:${gone.rawHost}:${gone.tcpPort}`
  return {
    cause: 'a printer was chosen that is not there',
    plant: async () => {
      const agent = extra()
      await agent.start({ Agent__Printers: id })
      await agent.pair(await panel().pairingCode(PHARMACY))
      const isTold = async () => (await panel().printersOf(PHARMACY, agent.name)).includes(id)
      await secondsUntil('its printer is told', isTold)
      // It hears of the choice at its next start, without that printer.
      agent.freeze()
      await panel().assignPrinter(PHARMACY, agent.name, { ...printer(), ...gone })
      agent.kill()
      await agent.start()
    },
    clear: async () => {
      await panel().setRole(PHARMACY, extra().name, 0)
      await extra().stop()
      await panel().assignPrinter(PHARMACY, 'DISPENSARY', printer())
    },
    level: 'stopped',
    code: 'printer_missing',
    // Its number is another where agents were added before.
    get at() {
      return [extra().name]
    },
    get window() {
      return extra().name
    },
    problem: 'printer',
    get check() {
      return new RegExp(`At ${extra().name}: This stops labels: `)
    },
  }
}

function notApplied({ panel, printer }: Scene): Row {
  return {
    cause: 'a port was chosen that labels may not use; the setting before goes on',
    plant: () => panel().assignPrinter(PHARMACY, 'DISPENSARY', { ...printer(), listenPort: 81 }),
    clear: () => panel().assignPrinter(PHARMACY, 'DISPENSARY', printer()),
    level: 'warning',
    code: 'not_applied',
    at: ['DISPENSARY'],
    window: 'DISPENSARY',
    problem: null,
    check: null,
  }
}

/** Its Clients have nowhere to send labels; whose fault that is the platform alone knows. */
function withdrawn({ panel }: Scene): Row {
  return {
    cause: 'the access of the computer with the printer was withdrawn',
    plant: () => panel().revoke(PHARMACY, 'DISPENSARY'),
    clear: () => panel().restore(PHARMACY, 'DISPENSARY'),
    level: 'stopped',
    code: 'withdrawn',
    at: ['DISPENSARY'],
    window: 'DISPENSARY',
    problem: 'way',
    check: /At DISPENSARY: This stops labels: The access of the computer was withdrawn\./,
  }
}
