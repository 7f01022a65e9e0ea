// A serial cable of a test's own: two ends of socat, of which one is the printer's; unplugged after the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { SerialPort } from 'serialport'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'

const SOCAT = '/usr/bin/socat'

export const hasSocat = existsSync(SOCAT)

export interface SerialCable {
  /** The end at the computer. */
  readonly port: string
  readonly printerEnd: string
  /** Resolves when both ends are gone, as after a pulled USB adapter. */
  unplug(): Promise<void>
}

export async function serialCable(): Promise<SerialCable> {
  const folder = temporaryFolder()
  const [port, printerEnd] = [path.join(folder, 'computer'), path.join(folder, 'printer')]
  const ends = [port, printerEnd].map((link) => `pty,raw,echo=0,link=${link}`)
  const socat = spawn(SOCAT, ends, { stdio: 'ignore' })
  const exited = once(socat, 'exit')
  const unplug = async (): Promise<void> => {
    socat.kill('SIGKILL')
    await exited
  }
  onTestFinished(unplug)
  await until('the cable', () => existsSync(port) && existsSync(printerEnd))
  return { port, printerEnd, unplug }
}

/** A printer that records what comes; `onData` behaves. */
export interface SerialPeer {
  readonly serial: SerialPort
  bytes(): Buffer
}

export async function serialPeer(
  { printerEnd }: SerialCable,
  onData: (serial: SerialPort) => void = () => undefined,
): Promise<SerialPeer> {
  const serial = await openEnd(printerEnd)
  const chunks: Buffer[] = []
  serial.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    onData(serial)
  })
  return { serial, bytes: () => Buffer.concat(chunks) }
}

export async function openEnd(end: string): Promise<SerialPort> {
  const serial = new SerialPort({ path: end, baudRate: 9600, autoOpen: false })
  serial.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => serial.open((error) => (error ? reject(error) : resolve())))
  onTestFinished(async () => {
    if (serial.isOpen) await new Promise<void>((resolve) => serial.close(() => resolve()))
  })
  return serial
}

/** A printer with a raw port on the other end. A serial line has no end of a connection, so the test says when it is one. */
export interface SerialBridge {
  /** That went to the printer on this connection. */
  bytes(): number
  /** Ends the printer's connection; resolves when the printer has done so, too. */
  finish(): Promise<void>
}

export async function bridgeTo({ printerEnd }: SerialCable, rawPort: number): Promise<SerialBridge> {
  const serial = await openEnd(printerEnd)
  let socket: Socket | null = null
  let bytes = 0
  const connection = (): Socket => {
    const made = connect({ host: '127.0.0.1', port: rawPort, allowHalfOpen: true })
    onTestFinished(() => void made.destroy())
    return made
      .on('data', (chunk: Buffer) => serial.write(chunk))
      .on('drain', () => serial.resume())
      .on('error', () => undefined)
  }
  serial.on('data', (chunk: Buffer) => {
    socket ??= connection()
    bytes += chunk.length
    if (!socket.write(chunk)) serial.pause()
  })
  return {
    bytes: () => bytes,
    finish: async () => {
      const ended = socket
      socket = null
      bytes = 0
      if (ended === null) return
      const closed = once(ended, 'end')
      ended.end()
      await closed
    },
  }
}
