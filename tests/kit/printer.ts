// The test printer as a process, over HTTP: what came out of it, and what is made to go wrong with it.
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { z } from 'zod'
import type { FaultChange } from '../../agent/test-printer/faults.ts'
import { LineToPrinter } from '../../agent/core/printers/device/test/line-to-printer.ts'
import { SerialCable } from '../../agent/core/printers/device/test/serial-cable.ts'
import type { Supervisor } from '../../scripts/start/supervisor.ts'
import { serialIn } from './payloads.ts'
import { programArgs } from './programs.ts'

const Roll = z.array(z.object({ n: z.int(), sha256: z.string(), at: z.string() }))
const Entry = z.object({ labelsPrinted: z.int(), language: z.enum(['zpl', 'bytes']) })

/** An account is drawn up of the whole roll, of which campaigns print more than people look at. */
const ROLL = ['--roll-labels', 50_000, '--roll-megabytes', 2_048] as const

/** A line is never over; the printer takes no longer limit. */
const LINE_IDLE_SECONDS = 3_600

/** One payload on the roll. `isWhole` is false where the connection was cut behind some of its labels. */
export interface RollLabel {
  readonly serial: number
  readonly isWhole: boolean
  /** Which reprint it says that it is; left out of a first print, and of what carries no mark. */
  readonly reprint?: number
  /** By the wall clock, in ms. */
  readonly atMs: number
}

export interface PrinterPlace {
  readonly name: string
  readonly logFolder: string
  /** The pseudo-terminal behind which it is to hang; left out: it has a raw port alone. */
  readonly serialPort?: string | null
  /** In another network, in front of which stands `within`, and asked at `url`. */
  readonly elsewhere?: {
    readonly rawPort: number
    readonly httpPort: number
    readonly within: readonly string[]
    readonly url: string
  } | null
}

export interface Printer {
  readonly rawPort: number
  /** Of a printer on a serial line. */
  readonly cable: Pick<SerialCable, 'pull' | 'stop'> | null
  readonly set: (faults: FaultChange) => Promise<void>
  /** Takes every fault away; a cable is in again. */
  readonly clear: () => Promise<void>
  /** What is still between the agent and the printer, in whatever it counts; absent where nothing can be. */
  readonly queued?: () => Promise<number>
  /** What came out on paper. `serialOf`: of a payload that was sent; a half label of which nothing came out is left out. */
  readonly roll: (serialOf: (sha256: string) => number | undefined) => Promise<RollLabel[]>
}

export async function startPrinter(
  supervisor: Supervisor,
  { name, logFolder, serialPort = null, elsewhere = null }: PrinterPlace,
): Promise<Printer> {
  const { rawPort, httpPort, within } = elsewhere ?? {
    rawPort: await freePort(),
    httpPort: await freePort(),
    within: [],
  }
  const line = serialPort === null ? [] : ['--is-line', 'true', '--idle-seconds', LINE_IDLE_SECONDS]
  const file = 'agent/test-printer/main.ts'
  const args = programArgs(file, '--raw-port', rawPort, '--http-port', httpPort, ...ROLL, ...line)
  await supervisor.start({ name, args, within, environment: { ...process.env }, logFolder })
  const wire = serialPort === null ? null : await lineTo(rawPort, serialPort)
  const cable = wire?.cable ?? null
  const url = elsewhere?.url ?? `http://127.0.0.1:${httpPort}`
  const entriesOf = async (): Promise<z.infer<typeof Roll>> => {
    const entries = Roll.parse(await (await ask(`${url}/labels`)).json())
    if ((entries[0]?.n ?? 1) !== 1) throw new Error('the roll of the test printer forgot its first labels')
    return entries
  }
  return {
    rawPort,
    cable,
    ...(wire === null ? {} : { queued: async () => wire.unread() }),
    set: async (faults) => void (await ask(`${url}/faults`, 'POST', faults)),
    clear: async () => {
      await ask(`${url}/faults`, 'DELETE')
      cable?.plug()
    },
    roll: async (serialOf) => {
      const labels = []
      for (const { n, sha256, at } of await entriesOf()) {
        const serial = serialOf(sha256)
        const label = serial === undefined ? await partOf(`${url}/labels/${n}`) : { serial, isWhole: true }
        if (label !== null) labels.push({ ...label, atMs: Date.parse(at) })
      }
      return labels
    },
  }
}

/** The line to the printer is one connection, which outlives the cable and every agent: what is left of a label stays in it. */
async function lineTo(rawPort: number, port: string) {
  const cable = new SerialCable(port)
  const line = new LineToPrinter({ cable, rawPort })
  await cable.serveDrain()
  cable.plug()
  return { cable, unread: () => line.unread() }
}

/** A payload whose bytes are no label as it was sent. Throws when it is on paper and nobody sent it. */
async function partOf(url: string): Promise<Omit<RollLabel, 'atMs'> | null> {
  const { labelsPrinted, language } = Entry.parse(await (await ask(url)).json())
  // Half a label in lines, or half a format: nothing of it is a label on paper.
  if (language === 'bytes' || labelsPrinted === 0) return null
  const bytes = Buffer.from(await (await ask(`${url}.zpl`)).arrayBuffer())
  const serial = serialIn(bytes)
  if (serial === null) throw new Error(`${url} came out, and no sender sent it`)
  const mark = /\^FDREPRINT (\d+)\^FS/.exec(bytes.toString('latin1'))
  return mark === null ? { serial, isWhole: false } : { serial, isWhole: true, reprint: Number(mark[1]) }
}

async function ask(url: string, method = 'GET', body?: FaultChange): Promise<Response> {
  const init =
    body === undefined
      ? { method, headers: CLOSED }
      : { method, body: JSON.stringify(body), headers: JSON_BODY }
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) })
  if (!reply.ok) throw new Error(`the test printer answered ${reply.status} to ${method} ${url}`)
  return reply
}
/** One that is kept for the next request may be closed by the printer just as that one leaves. */
const CLOSED = { Connection: 'close' }
const JSON_BODY = { ...CLOSED, 'Content-Type': 'application/json' }
