// The test printer as a process, over HTTP: what came out of it, and what is made to go wrong with it.
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { z } from 'zod'
import type { FaultChange } from '../../agent/test-printer/faults.ts'
import type { Supervisor } from '../start/supervisor.ts'
import type { Dice } from './dice.ts'
import { serialIn } from './payloads.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const Roll = z.array(z.object({ n: z.int(), sha256: z.string() }))
const Entry = z.object({ labelsPrinted: z.int(), language: z.enum(['zpl', 'bytes']) })

/** One payload on the roll. `isWhole` is false where the connection was cut behind some of its labels. */
export interface RollLabel {
  readonly serial: number
  readonly isWhole: boolean
}

export interface Printer {
  readonly rawPort: number
  readonly set: (faults: FaultChange) => Promise<void>
  readonly clear: () => Promise<void>
  /** What came out on paper. `serialOf`: of a payload that was sent; a half label of which nothing came out is left out. */
  readonly roll: (serialOf: (sha256: string) => number | undefined) => Promise<RollLabel[]>
}

export async function startPrinter(
  supervisor: Supervisor,
  { name, logFolder }: { readonly name: string; readonly logFolder: string },
): Promise<Printer> {
  const [rawPort, httpPort] = [await freePort(), await freePort()]
  const args = ['scripts/run.cjs', 'agent/test-printer/main.ts'].map((file) => path.join(ROOT, file))
  const ports = ['--raw-port', String(rawPort), '--http-port', String(httpPort)]
  await supervisor.start({ name, args: [...args, ...ports], environment: { ...process.env }, logFolder })
  const url = `http://127.0.0.1:${httpPort}`
  return {
    rawPort,
    set: async (faults) => void (await ask(`${url}/faults`, 'POST', faults)),
    clear: async () => void (await ask(`${url}/faults`, 'DELETE')),
    roll: async (serialOf) => {
      const entries = Roll.parse(await (await ask(`${url}/labels`)).json())
      if ((entries[0]?.n ?? 1) !== 1) throw new Error('the roll of the test printer forgot its first labels')
      const labels = []
      for (const { n, sha256 } of entries) {
        const serial = serialOf(sha256)
        const label = serial === undefined ? await partOf(`${url}/labels/${n}`) : { serial, isWhole: true }
        if (label !== null) labels.push(label)
      }
      return labels
    },
  }
}

/** A payload whose bytes are no label as it was sent. Throws when it is on paper and nobody sent it. */
async function partOf(url: string): Promise<RollLabel | null> {
  const { labelsPrinted, language } = Entry.parse(await (await ask(url)).json())
  // Half a label in lines, or half a format: nothing of it is a label on paper.
  if (language === 'bytes' || labelsPrinted === 0) return null
  const serial = serialIn(Buffer.from(await (await ask(`${url}.zpl`)).arrayBuffer()))
  if (serial === null) throw new Error(`${url} came out, and no sender sent it`)
  return { serial, isWhole: false }
}

async function ask(url: string, method = 'GET', body?: FaultChange): Promise<Response> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: JSON_BODY }
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) })
  if (!reply.ok) throw new Error(`the test printer answered ${reply.status} to ${method} ${url}`)
  return reply
}
const JSON_BODY = { 'Content-Type': 'application/json' }

export const PRINTER_FAULTS = ['power off', 'reset at a byte', 'stall', 'paper out'] as const
export type PrinterFault = (typeof PRINTER_FAULTS)[number]

/** Until the signal; the last fault is taken away. */
export async function troublePrinter(
  printer: Printer,
  {
    dice,
    signal,
    onFault,
  }: { readonly dice: Dice; readonly signal: AbortSignal; readonly onFault: (fault: PrinterFault) => void },
): Promise<void> {
  while (!signal.aborted) {
    await delay(dice.between(2_000, 6_000), undefined, { signal }).catch(() => undefined)
    const fault = dice.oneOf(PRINTER_FAULTS)
    const [faults, ms] = [faultsOf(fault, dice), dice.between(100, 1_500)]
    if (signal.aborted) break
    onFault(fault)
    await printer.set(faults)
    await delay(ms)
    await printer.clear()
  }
}

function faultsOf(fault: PrinterFault, dice: Dice): FaultChange {
  if (fault === 'power off') return { powerOff: true }
  if (fault === 'reset at a byte') return { resetAtByte: dice.between(1, 5_000) }
  return fault === 'stall' ? { neverRead: true } : { paperOut: true }
}
