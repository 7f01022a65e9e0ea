// The test printer behind each back end that this machine can run, for a run without a printer.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { createCupsPrinters, CUPS_JOB_MS } from '../../agent/core/printers/cups.ts'
import { createPrinters, type Printers } from '../../agent/core/printers/printers.ts'
import { hasCupsd, startCupsd } from '../../agent/core/printers/test/cupsd.ts'
import { printersOf } from '../../agent/core/printing/computer-printers.ts'
import { createTestPrinter, type TestPrinter } from '../../agent/test-printer/label-printer.ts'
import type { Person } from './person.ts'
import { rollPerson, type RollParts } from './roll-person.ts'
import { hasSocat, serialLineTo } from './serial-line.ts'

/** A printer to run the suite at, and who answers for it. */
export interface StandIn {
  readonly id: string
  readonly printers: Printers
  readonly person: Person
  readonly onOver: (bytes: number) => Promise<void>
  readonly stop: () => Promise<void>
}

export type StandInBackend = 'tcp' | 'folder' | 'serial' | 'cups'

export const STAND_INS: readonly StandInBackend[] = ['tcp', 'folder', 'serial', 'cups']

/** Back ends for which there is no stand-in. */
export const NEVER_HERE = [
  { backend: 'usb', why: 'a USB printer needs a kernel that has one; the test printer is none' },
  { backend: 'win', why: 'the spooler of Windows is not at hand here' },
] as const

/** Why that back end cannot run here; null: it can. */
export function cannotRun(backend: StandInBackend): string | null {
  if (backend === 'serial' && !hasSocat) return 'no socat: npm run tools installs it'
  if (backend === 'cups' && !hasCupsd) return 'no cupsd, or not root: npm run tools installs it'
  return null
}

export async function standIn(backend: StandInBackend, lies: RollParts['lies'] = {}): Promise<StandIn> {
  const printer = createTestPrinter({ name: 'Test printer' })
  await printer.start()
  try {
    return await STARTS[backend](printer, lies)
  } catch (error) {
    await printer.stop()
    throw error
  }
}

type Start = (printer: TestPrinter, lies: NonNullable<RollParts['lies']>) => Promise<StandIn>

const nothing = async (): Promise<void> => undefined

const STARTS: Readonly<Record<StandInBackend, Start>> = {
  tcp: async (printer, lies) => {
    const id = `tcp:127.0.0.1:${printer.rawPort}`
    const person = rollPerson({ printer, paper: () => paperOf(printer), lies })
    return { id, printers: ownPrinters(id), person, onOver: nothing, stop: async () => printer.stop() }
  },
  folder: async (printer, lies) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'suite-folder-'))
    const id = `folder:${folder}`
    const paper = () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.prn'))
        .map((name) => readFileSync(path.join(folder, name)))
    const stop = async (): Promise<void> => {
      rmSync(folder, { recursive: true, force: true })
      await printer.stop()
    }
    return {
      id,
      printers: ownPrinters(id),
      person: rollPerson({ printer, paper, lies }),
      onOver: nothing,
      stop,
    }
  },
  serial: async (printer, lies) => {
    const line = await serialLineTo(printer.rawPort)
    const person = rollPerson({ printer, paper: () => paperOf(printer), lies })
    const stop = async (): Promise<void> => {
      await line.stop()
      await printer.stop()
    }
    const printers = ownPrinters(`serial:${line.port}?baud=115200&flow=xonxoff`)
    return { id: `serial:${line.port}`, printers, person, onOver: line.over, stop }
  },
  cups: async (printer, lies) => {
    const cupsd = await startCupsd(null)
    const stop = async (): Promise<void> => {
      await cupsd.stop()
      await printer.stop()
    }
    const { socketPath } = cupsd
    await cupsd.addQueue('SUITE', `socket://127.0.0.1:${printer.rawPort}`)
    const backend = createCupsPrinters({ socketPath, clock: systemClock, jobMs: CUPS_JOB_MS })
    const printers = createPrinters({ backends: [backend], clock: systemClock, logger: silentLogger })
    const person = rollPerson({ printer, paper: () => paperOf(printer), lies })
    return { id: 'cups:SUITE', printers, person, onOver: nothing, stop }
  },
}

/** As the agent builds them, with this one in its setting. */
export function ownPrinters(id: string): Printers {
  return printersOf({ clock: systemClock, logger: silentLogger, extraPrinters: () => [id] })
}

function paperOf({ roll }: TestPrinter): readonly Buffer[] {
  return roll.entries().flatMap(({ n }) => roll.payload(n) ?? [])
}
