// A serial line to the test printer: a cable whose far end goes to its raw port.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { LineToPrinter } from '../../agent/core/printers/device/test/line-to-printer.ts'
import { SerialCable } from '../../agent/core/printers/device/test/serial-cable.ts'

export { hasPseudoTerminals } from '../../agent/core/printers/device/test/pseudo-terminal.ts'

const WAIT_MS = 3_000

export interface SerialLine {
  /** The end at the computer. */
  readonly port: string
  /**
   * A line has no end of a connection, and its bytes come later than they are sent: behind so many a connection is over. Resolves when
   * the printer is done with it; 6 s at most, as bytes that were given up never come.
   */
  readonly over: (bytes: number) => Promise<void>
  readonly stop: () => void
}

export function serialLineTo(rawPort: number): SerialLine {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suite-line-'))
  const cable = new SerialCable(path.join(folder, 'computer'))
  const line = new LineToPrinter({ cable, rawPort })
  cable.plug()
  return {
    port: cable.port,
    over: async (bytes) => {
      await within3s(line.carried(bytes))
      await within3s(line.finish())
    },
    stop: () => {
      line.stop()
      cable.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function within3s(work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = setTimeout(resolve, WAIT_MS)
  await Promise.race([work, promise])
  clearTimeout(late)
}
