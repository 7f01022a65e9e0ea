// The demo's test printers: one per pharmacy, a process each, so that labels come out without a printer at hand.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { DemoPrinter } from './demo-file.ts'
import { PHARMACIES } from './demo-pharmacies.ts'
import type { DemoPorts } from './demo-ports.ts'
import { loopbackUrl } from './ports.ts'
import { programArguments } from './program-file.ts'
import type { Supervisor } from './supervisor.ts'

/** Labels arrive on an address of each printer's own, as in a pharmacy; the pages share one address. */
export function demoPrinters(ports: DemoPorts): DemoPrinter[] {
  return PHARMACIES.map(({ printer }, index) => ({
    name: printer.name,
    httpUrl: loopbackUrl(ports.Demo__PagePort + index),
    rawHost: printer.address,
    tcpPort: ports.Demo__LabelPort,
  }))
}

export const printerNames = (): readonly string[] => PHARMACIES.map(({ printer }) => printer.name)

/** Starts every printer and waits until it is ready. Throws with words and the end of its log. */
export async function startTestPrinters(
  supervisor: Supervisor,
  printers: readonly DemoPrinter[],
  places: {
    readonly dataFolder: string
    readonly logFolder: string
    readonly environment: Readonly<Record<string, string | undefined>>
  },
): Promise<void> {
  const { dataFolder, logFolder } = places
  const folder = path.join(dataFolder, 'printers')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const args = programArguments('agent/test-printer/main.ts', places.environment)
  const starts = printers.map(async (printer) => {
    const environment = { ...places.environment, ...printerEnvironment(printer, folder) }
    await supervisor.start({ name: printer.name, args, environment, logFolder })
  })
  const results = await Promise.allSettled(starts)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** The roll is in memory; the count of labels outlives a restart, as in a printer. */
function printerEnvironment(printer: DemoPrinter, folder: string): Record<string, string> {
  const page = new URL(printer.httpUrl)
  return {
    TestPrinter__Name: printer.name,
    TestPrinter__RawHost: printer.rawHost,
    TestPrinter__RawPort: String(printer.tcpPort),
    TestPrinter__HttpHost: page.hostname,
    TestPrinter__HttpPort: page.port,
    TestPrinter__OdometerFile: path.join(folder, `${printer.name}.json`),
  }
}
