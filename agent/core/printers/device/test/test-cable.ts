// A serial cable of a test's own, pulled out after it, and what may stand at its far end.
import path from 'node:path'
import { SerialPort } from 'serialport'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { LineToPrinter } from './line-to-printer.ts'
import { SerialCable } from './serial-cable.ts'
import './true-drain.ts'

export { hasPseudoTerminals } from './pseudo-terminal.ts'

/** It is in. `isWire`: whether a drain waits until the far end has taken the bytes, as on a wire. */
export async function serialCable({ isWire = true } = {}): Promise<SerialCable> {
  const cable = new SerialCable(path.join(temporaryFolder(), 'computer'))
  onTestFinished(() => cable.stop())
  if (isWire) await cable.serveDrain()
  cable.plug()
  return cable
}

export interface SerialPeer {
  bytes(): Buffer
  /** Resolves with the first of them. */
  readonly first: Promise<void>
}

/** A printer that records what comes; `onData` behaves. */
export function serialPeer(
  cable: SerialCable,
  onData: (cable: SerialCable) => void = () => undefined,
): SerialPeer {
  const chunks: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  cable.carryTo((chunk) => {
    chunks.push(chunk)
    resolve()
    onData(cable)
  })
  return { bytes: () => Buffer.concat(chunks), first: promise }
}

/** A printer with a raw port. */
export function bridgeTo(cable: SerialCable, rawPort: number): LineToPrinter {
  const line = new LineToPrinter({ cable, rawPort })
  onTestFinished(() => line.stop())
  return line
}

/** Another program at the computer's end. */
export async function openPort({ port }: Pick<SerialCable, 'port'>): Promise<SerialPort> {
  const serial = new SerialPort({ path: port, baudRate: 9600, autoOpen: false })
  serial.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => serial.open((error) => (error ? reject(error) : resolve())))
  onTestFinished(async () => {
    if (serial.isOpen) await new Promise<void>((resolve) => serial.close(() => resolve()))
  })
  return serial
}
