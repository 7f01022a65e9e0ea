// A kind of printers behind ports of this computer: labels, questions and looks, one at a time at each.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { ReachFailpoint } from '../../failpoints/reach-failpoint.ts'
import type { Presence, PrinterBackend } from '../printer-backend.ts'
import { PrinterLock } from '../printer-lock.ts'
import { sharedLooks } from '../shared-looks.ts'
import { askStatus } from '../status-query.ts'
import type { WriteFailure, WriteOutcome } from '../write-outcome.ts'
import type { DeviceLimits, OpenDevice } from './device.ts'
import { HalfFormats } from './half-formats.ts'
import { writeToDevice, type DeviceWriteParts } from './device-writer.ts'

export interface FoundDevice {
  readonly open: OpenDevice
  readonly chunkBytes: number
  /** Of a label. */
  readonly limits: DeviceLimits
}

export interface DevicePrintersParts extends Pick<PrinterBackend, 'kind' | 'list' | 'watch'> {
  /** How the printer with that address is reached at this moment, or why it is not; nothing is opened yet. */
  readonly find: (address: string) => Promise<FoundDevice | WriteFailure>
  readonly clock: Clock
  /** Of the labels; left out, nothing is armed. */
  readonly failpoint?: ReachFailpoint | undefined
}

/** With the time for an answer 3 s in all, where the port closes at once. */
const QUESTION_LIMITS: DeviceLimits = { openMs: 600, stallMs: 300, drainMs: 300, closeMs: 300 }
const LOOK_LIMITS: DeviceLimits = { openMs: 2_000, stallMs: 500, drainMs: 500, closeMs: 500 }

type DeviceRequest = Pick<DeviceWriteParts, 'payload' | 'before' | 'tail' | 'signal' | 'failpoint'>

export function createDevicePrinters(parts: DevicePrintersParts): PrinterBackend {
  const { kind, list, watch, find, clock, failpoint } = parts
  const lock = new PrinterLock()
  const write = async (
    address: string,
    request: DeviceRequest,
    limits?: DeviceLimits,
  ): Promise<WriteOutcome> => {
    const found = await find(address)
    if ('ok' in found) return found
    return writeToDevice({ ...found, ...request, clock, ...(limits === undefined ? {} : { limits }) })
  }
  const payload = new Uint8Array()
  const look = sharedLooks(async (address) =>
    presenceOf(
      await lock.question(address, async (signal) => write(address, { payload, signal }, LOOK_LIMITS)),
    ),
  )
  return {
    kind,
    way: 'two_way',
    // A driver takes bytes without a printer, too.
    proves: 'L0',
    list,
    ...(watch === undefined ? {} : { watch }),
    status: look,
    leadsTo: async () => null,
    read: async (address, language) => {
      const answer = await lock.question(address, async (signal) =>
        askStatus(language, { clock, signal }, async (tail) =>
          write(address, { payload, tail, signal }, QUESTION_LIMITS),
        ),
      )
      return answer ?? { kind: 'busy' }
    },
    print: printerOf(lock, async (address, request) => write(address, { ...request, failpoint })),
  }
}

function printerOf(
  lock: PrinterLock,
  write: (address: string, request: DeviceRequest) => Promise<WriteOutcome>,
): PrinterBackend['print'] {
  const halves = new HalfFormats()
  return async ({ address, language, payload, tail = null, signal }) =>
    lock.label(address, async () => {
      const before = halves.before(address, language)
      const outcome = await write(address, { payload, before, tail, signal })
      halves.ended(address, outcome)
      return outcome
    })
}

/** Null: a label or a question of ours has it. */
function presenceOf(outcome: WriteOutcome | null): Presence {
  if (outcome?.ok === true) return { state: 'present', reason: null }
  if (outcome === null || outcome.code === 'stopped' || outcome.code === 'printer_busy')
    return { state: 'busy', reason: reason('printer_in_use', {}) }
  return { state: 'absent', reason: outcome.reason }
}
