// The test printer behind each back end that this machine can run, for a run without a printer.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { createCupsPrinters, CUPS_JOB_MS } from '../../agent/core/printers/cups.ts'
import { MIGRATIONS } from '../../agent/core/database/migrations.ts'
import { openDatabase } from '../../agent/core/database/open-database.ts'
import { pinnedOf } from '../../agent/core/printers/kinds/extra-printers.ts'
import type { PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import { createPrinters, type Printers } from '../../agent/core/printers/printers.ts'
import { hasCupsd, startCupsd } from '../../agent/core/printers/test/cupsd.ts'
import { KnownCertificates, type PrinterTrust } from '../../agent/core/printers/tls/known-certificates.ts'
import type { PinnedAddress } from '../../agent/core/printers/tls/pinned-address.ts'
import { printersOf } from '../../agent/core/printing/computer-printers.ts'
import { isWineReady } from '../../scripts/package/wine.ts'
import { createTestPrinter } from '../../agent/test-printer/label-printer.ts'
import { rollPerson, type RollParts } from './roll-person.ts'
import { paperOf, type StandIn, type StartStandIn } from './stand-in.ts'
import { hasPseudoTerminals, serialLineTo } from './serial-line.ts'
import { usbStandIn, windowsStandIn } from './system-stand-ins.ts'

export type StandInBackend = PrinterKind

/** What is never here, although a back end runs through what stands in for it. */
export const NEVER_HERE = [
  {
    backend: '/dev/usb/lp0',
    why: 'of a kernel is not here: usb runs through a pseudo-terminal; npm run usb-check has a kernel of its own',
  },
  {
    backend: 'Windows',
    why: 'itself is not here: win runs through winspool.drv of Wine, which has CUPS behind it',
  },
] as const

/** Why that back end cannot run here; null: it can. */
export function cannotRun(backend: StandInBackend): string | null {
  const needsTerminal = backend === 'serial' || backend === 'usb'
  if (needsTerminal && !hasPseudoTerminals) return 'pseudo-terminals are made on Linux alone'
  if ((backend === 'cups' || backend === 'win') && !hasCupsd)
    return 'no cupsd, or not root: npm run tools installs it'
  if (backend === 'win' && !isWineReady()) return 'no Wine with a Node for Windows: npm run tools installs it'
  return null
}

export async function standIn(backend: StandInBackend, lies: RollParts['lies'] = {}): Promise<StandIn> {
  const printer = createTestPrinter({ name: 'Test printer', tlsPort: backend === 'tls' ? 0 : null })
  await printer.start()
  try {
    return await STARTS[backend](printer, lies)
  } catch (error) {
    await printer.stop()
    throw error
  }
}

const nothing = async (): Promise<void> => undefined

/** In the order in which they are run. */
const STARTS: Readonly<Record<StandInBackend, StartStandIn>> = {
  tcp: async (printer, lies) => {
    const id = `tcp:127.0.0.1:${printer.rawPort}`
    const person = rollPerson({ printer, paper: () => paperOf(printer), lies })
    return { id, printers: ownPrinters(id), person, onOver: nothing, stop: async () => printer.stop() }
  },
  tls: async (printer, lies) => {
    if (printer.tls === null) throw new Error('the test printer has no port within TLS')
    const { port, fingerprint } = printer.tls
    const trust = trustIn(() => pinnedOf([`tls:127.0.0.1:${port}#sha256=${fingerprint}`]))
    const stop = async (): Promise<void> => {
      trust.close()
      await printer.stop()
    }
    const id = `tls:127.0.0.1:${port}`
    const person = rollPerson({ printer, paper: () => paperOf(printer), lies })
    return { id, printers: ownPrinters(id, trust.known), person, onOver: nothing, stop }
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
    const line = serialLineTo(printer.rawPort)
    const person = rollPerson({ printer, paper: () => paperOf(printer), lies })
    const stop = async (): Promise<void> => {
      line.stop()
      await printer.stop()
    }
    const printers = ownPrinters(`serial:${line.port}?baud=115200&flow=xonxoff`)
    return { id: `serial:${line.port}`, printers, person, onOver: line.over, stop }
  },
  usb: usbStandIn,
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
  win: windowsStandIn,
}

export const STAND_INS = Object.keys(STARTS) as StandInBackend[]

/** As the agent builds them, with this one in its setting. `trust`: for a TLS printer. */
export function ownPrinters(id: string, trust?: PrinterTrust): Printers {
  const extraPrinters = (): string[] => [id]
  return printersOf({ clock: systemClock, logger: silentLogger, extraPrinters, printerTrust: trust })
}

/** Certificates that are kept until it is closed. */
export function trustIn(pinned: () => readonly PinnedAddress[]) {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'suite-trust-'))
  const opened = openDatabase({ dataFolder, migrations: MIGRATIONS, logger: silentLogger })
  const parts = { database: opened.connection, pinned, clock: systemClock, logger: silentLogger }
  return {
    known: new KnownCertificates({ ...parts, onChange: () => undefined }),
    close: () => {
      opened.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
