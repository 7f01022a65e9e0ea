// A pharmacy within a test: whole agents with printers, the real hub, and a local network and a line to the hub that break.
//
//   COMPUTER-n ── 127.0.2.n, breaks ──▶ 127.0.1.n, the PrinterComputer's port
//        └─────── breaks ─────────────▶ hub
import path from 'node:path'
import type { AgentMethod, AgentCall, AgentReplyData } from '../../agent/contract/agent-api.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, onTestFinished } from 'vitest'
import { askAgent } from '../../agent/contract/socket-client.ts'
import type { Agent } from '../../agent/core/app/agent-parts.ts'
import { createAgent } from '../../agent/core/app/agent.ts'
import { NO_FAILPOINTS } from '../../agent/core/failpoints/failpoints.ts'
import { createJsonLogger } from '../../agent/core/logging/json-logger.ts'
import { closedPort } from '../../agent/core/printers/test/printer-peer.ts'
import { sendLabel } from '../../agent/test/send-label.ts'
import { sha256, startPrinter } from '../../agent/test-printer/test/printer-rig.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import type { TestPrinter } from '../../agent/test-printer/label-printer.ts'
import { AssigningHub } from '../kit/assigning-hub.ts'
import { keptLog, type KeptLog } from '../kit/kept-log.ts'
import { pairWithRig } from '../kit/pairing.ts'
import { assignmentsOf, type Roles } from '../kit/programs.ts'
import { startLine, type TestLine } from '../kit/test-line.ts'

/** Other tests have other addresses. */
let lastNumber = 60

export interface ComputerOptions {
  readonly hasPrinter?: boolean
  readonly clock?: Clock
  readonly environment?: Readonly<Record<string, string>>
}

export class Computer {
  readonly name: string
  readonly address: string
  readonly port: number
  readonly printer: TestPrinter | null
  /** From other computers to this one. */
  readonly lan: TestLine
  readonly #options: ComputerOptions
  readonly #hubUrl: string
  #dataFolder = temporaryFolder()
  #agent: Agent | null = null
  #log = ''

  constructor(
    options: ComputerOptions,
    parts: Pick<Computer, 'name' | 'address' | 'port' | 'printer' | 'lan'>,
    hubUrl: string,
  ) {
    this.#options = options
    this.#hubUrl = hubUrl
    const { name, address, port, printer, lan } = parts
    this.name = name
    this.address = address
    this.port = port
    this.printer = printer
    this.lan = lan
  }

  get controlSocket(): string {
    return path.join(this.#dataFolder, 'agent.sock')
  }

  async start(): Promise<void> {
    const { clock = systemClock, environment = {} } = this.#options
    const agent = await createAgent({
      environment: {
        Agent__HubUrl: this.#hubUrl,
        Agent__ComputerName: this.name,
        Agent__Username: 'test',
        Agent__LocalAddress: this.address,
        Agent__TcpPort: String(this.port),
        ...(this.printer === null ? {} : { Agent__Printers: printerId(this.printer) }),
        ...environment,
      },
      locations: { dataFolder: this.#dataFolder, controlSocket: this.controlSocket },
      agentVersion: '0.1.0',
      clock,
      random: Math.random,
      failpoints: NO_FAILPOINTS,
      launcher: null,
      logger: createJsonLogger((line) => void (this.#log += line)),
      onOnline: () => undefined,
      onStopRequested: () => undefined,
      onGiveUp: () => undefined,
    })
    this.#agent = agent
    await agent.start()
    await pairWithRig(this.controlSocket)
  }

  /** The next start is that of a new installation, with a new key. */
  reinstall(): void {
    this.#dataFolder = temporaryFolder()
  }

  /** Waits until a job of that computer is in such a state; oldest first. */
  async shows(
    what: string,
    isShown: (jobs: readonly PrintJob[]) => boolean,
    limitMs = 10_000,
  ): Promise<void> {
    await until(what, async () => isShown(await this.jobs()), limitMs)
  }

  async stop(): Promise<void> {
    const agent = this.#agent
    this.#agent = null
    await agent?.stop()
  }

  log(): string {
    return this.#log
  }

  async ask<M extends AgentMethod>(method: M, params: AgentCall<M>): Promise<AgentReplyData<M>> {
    return askAgent(this.controlSocket, method, params)
  }

  /** Oldest first. */
  async jobs(): Promise<PrintJob[]> {
    return (await this.ask('jobs', null)).toReversed()
  }

  /** As a program on it sends labels to a printer. Fails the test when it is not taken. */
  async take(label: Uint8Array): Promise<void> {
    const sent = await sendLabel(this, label)
    expect(sent).toMatchObject({ ok: true })
  }

  /** SHA-256 of what came out of its printer, in order. */
  cameOut(): string[] {
    return (this.printer?.roll.entries() ?? []).map((entry) => entry.sha256)
  }

  /** Waits until so many came out, and then for a moment in which one too many would. */
  async comesOut(labels: readonly Buffer[], limitMs = 240_000): Promise<void> {
    await until('the labels', () => this.cameOut().length >= labels.length, limitMs)
    expect(this.cameOut()).toEqual(labels.map(sha256))
  }
}

export class Pharmacy {
  readonly hub: AssigningHub
  /** Of all computers. */
  readonly line: TestLine
  readonly hubLog: KeptLog
  readonly #computers: Computer[] = []
  /** Of each as PrinterComputer. */
  readonly #places = new Map<string, Pick<Roles, 'printerName' | 'addresses' | 'port'>>()

  constructor({ hub, line, hubLog }: Pick<Pharmacy, 'hub' | 'line' | 'hubLog'>) {
    this.hub = hub
    this.line = line
    this.hubLog = hubLog
  }

  async stop(): Promise<void> {
    await Promise.all(this.#computers.map(async (computer) => computer.stop()))
  }

  /** Resolves once all of them have applied it. `others`: Clients that are no agents. */
  async assign(printer: string, clients: readonly string[], others: readonly string[] = []): Promise<void> {
    const place = this.#places.get(printer)
    if (place === undefined) throw new Error(`${printer} is no computer`)
    this.hub.assign(assignmentsOf({ ...place, printer, clients, others }))
    await until('the roles', () => [printer, ...clients].every((name) => this.hub.isApplied(name)))
  }

  /** Started, and known to the hub with its certificate. */
  async computer(name: string, options: ComputerOptions = {}): Promise<Computer> {
    const number = (lastNumber += 1)
    const [address, seenAt] = [`127.0.1.${number}`, `127.0.2.${number}`]
    const port = await closedPort()
    const printer = options.hasPrinter === true ? await startPrinter() : null
    const lan = await startLine({ host: address, port }, { host: seenAt, port })
    const printerName = printer === null ? null : printerId(printer)
    this.#places.set(name, { printerName, addresses: [seenAt], port })
    this.hub.add(name)
    const hubUrl = `http://127.0.0.1:${this.line.port}`
    const computer = new Computer(options, { name, address, port, printer, lan }, hubUrl)
    this.#computers.push(computer)
    await computer.start()
    await until(`${name} is known`, () => this.hub.knows(name))
    return computer
  }
}

export async function newPharmacy(): Promise<Pharmacy> {
  const hubLog = keptLog()
  const hub = new AssigningHub(hubLog.logger)
  onTestFinished(async () => hub.stop())
  await hub.start()
  const line = await startLine({ host: '127.0.0.1', port: hub.port })
  const pharmacy = new Pharmacy({ hub, line, hubLog })
  onTestFinished(async () => pharmacy.stop())
  return pharmacy
}

/** A PrinterComputer and its Clients, at work. */
export async function pharmacyWith(
  clients: readonly string[] = ['COUNTER'],
  options: { readonly server?: ComputerOptions; readonly client?: ComputerOptions } = {},
) {
  const pharmacy = await newPharmacy()
  const [server, ...counters] = await Promise.all([
    pharmacy.computer('DISPENSARY', { hasPrinter: true, ...options.server }),
    ...clients.map(async (name) => pharmacy.computer(name, options.client)),
  ])
  await pharmacy.assign(server.name, clients)
  const [counter] = counters
  if (counter === undefined) throw new Error('no client')
  return { pharmacy, hub: pharmacy.hub, line: pharmacy.line, server, counter, counters }
}

/** Labels that differ, `bytes` long or a little more. */
export function labels(count: number, { from = 0, bytes = 0 } = {}): Buffer[] {
  return Array.from({ length: count }, (_, n) =>
    Buffer.from(`^XA^FDlabel ${from + n}^FS^FX${'x'.repeat(bytes)}^FS^XZ`),
  )
}

function printerId({ rawPort }: TestPrinter): string {
  return `tcp:127.0.0.1:${rawPort}`
}
