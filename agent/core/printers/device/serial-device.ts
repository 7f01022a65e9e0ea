// One serial port by the library serialport, as the writer of labels wants it.
//
// The printer's XOFF, or its CTS, holds the driver back and with it our writes, which is what the stall limit sees.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { SerialPort } from 'serialport'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { codeOf } from '../socket-failure.ts'
import { writeFailure, type WriteFailure } from '../write-outcome.ts'
import type { Device, DeviceEvents } from './device.ts'
import type { SerialPortClass } from './serial-library.ts'
import type { SerialLine } from './serial-line.ts'

export interface SerialDeviceParts {
  readonly library: SerialPortClass
  readonly line: SerialLine
  readonly clock: Clock
}

/** How long a write that was under way may take to end once the driver's buffer is empty. */
const LAST_WRITE_MS = 250

export async function openSerialDevice(
  { library, line, clock }: SerialDeviceParts,
  { heard, gone }: DeviceEvents,
): Promise<Device | WriteFailure> {
  const refused = await refusedBySystem(line.port)
  if (refused !== null) return refused
  const port = new library({ ...optionsOf(line), autoOpen: false })
  // A stream that fails says so at its call and here; without a listener it would end the process.
  port.on('error', () => undefined)
  port.on('data', (chunk: Buffer) => heard(chunk))
  // Our own close brings no error.
  port.on('close', (error: unknown) => error instanceof Error && gone(error.message))
  return new Promise((resolve) =>
    port.open((error) => resolve(error ? openFailure(error.message) : deviceOf(port, clock))),
  )
}

/**
 * `xon`: what the printer sends holds us back. Not the other way: its answers are short and always read, and an XOFF of ours
 * could land inside a label.
 */
function optionsOf({ port, baud, data, parity, stop, flow }: SerialLine) {
  return {
    path: port,
    baudRate: baud,
    dataBits: data,
    parity,
    stopBits: stop,
    rtscts: flow === 'rtscts',
    xon: flow === 'xonxoff',
    xoff: false,
    xany: false,
  }
}

function deviceOf(port: SerialPort, clock: Clock): Device {
  let writing: Promise<unknown> = Promise.resolve()
  const flush = async (): Promise<void> => new Promise((resolve) => port.flush(() => resolve()))
  return {
    write: async (bytes) => {
      const write = new Promise<void>((resolve, reject) =>
        port.write(Buffer.from(bytes), (error) => (error ? reject(error) : resolve())),
      )
      writing = write.catch(() => undefined)
      return write
    },
    drain: async () =>
      new Promise((resolve, reject) => port.drain((error) => (error ? reject(error) : resolve()))),
    // The room of the first flush lets a write go on that waited; the second one takes what it brought.
    discard: async () => {
      await flush()
      const late = Promise.withResolvers<void>()
      const cancel = clock.after(LAST_WRITE_MS, late.resolve)
      await Promise.race([writing, late.promise])
      cancel()
      await flush()
    },
    close: async () =>
      new Promise((resolve) => {
        if (port.isOpen) port.close(() => resolve())
        else resolve()
      }),
  }
}

/** The system tells apart what the library does not. Windows lets nobody ask without opening the port. */
async function refusedBySystem(file: string): Promise<WriteFailure | null> {
  if (process.platform === 'win32') return null
  try {
    // oxlint-disable-next-line no-bitwise -- how the system takes both
    await access(file, constants.R_OK | constants.W_OK)
    return null
  } catch (error) {
    const code = codeOf(error)
    return writeFailure(isNoRight(code) ? 'device_no_rights' : 'printer_unreachable', false, code)
  }
}

export function isNoRight(code: string): boolean {
  return code === 'EACCES' || code === 'EPERM'
}

/** In words alone, as the library has no codes: src/serialport_unix.cpp and serialport_win.cpp of @serialport/bindings-cpp 13. */
const IN_USE = /cannot lock port|resource busy|access denied/i
const NO_SERIAL_PORT = /inappropriate ioctl|parameter is incorrect|invalid handle/i

function openFailure(words: string): WriteFailure {
  if (IN_USE.test(words)) return writeFailure('printer_busy', false, words)
  return writeFailure(NO_SERIAL_PORT.test(words) ? 'address_not_usable' : 'printer_unreachable', false, words)
}
