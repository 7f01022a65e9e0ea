// A serial line to the test printer: two ends of socat, of which the far one goes to its raw port.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { importSerialPort, type SerialPortClass } from '../../agent/core/printers/device/serial-library.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'

type SerialPort = InstanceType<SerialPortClass>

const SOCAT = '/usr/bin/socat'
const WAIT_MS = 3_000

export const hasSocat = existsSync(SOCAT)

export interface SerialLine {
  /** The end at the computer. */
  readonly port: string
  /**
   * A line has no end of a connection, and its bytes come later than they are sent: behind so many a connection is over. Resolves when
   * the printer is done with it; 6 s at most, as bytes that were given up never come.
   */
  readonly over: (bytes: number) => Promise<void>
  readonly stop: () => Promise<void>
}

export async function serialLineTo(rawPort: number): Promise<SerialLine> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suite-line-'))
  const [port, far] = [path.join(folder, 'computer'), path.join(folder, 'printer')]
  const ends = [port, far].map((link) => `pty,raw,echo=0,link=${link}`)
  const socat = spawn(SOCAT, ends, { stdio: 'ignore' })
  const exited = once(socat, 'exit')
  await until('the serial line', () => existsSync(port) && existsSync(far), 10_000)
  const serial = await opened(far)
  let socket: Socket | null = null
  let bytesCome = 0
  let onBytes = (): unknown => undefined
  serial.on('data', (chunk: Buffer) => {
    socket ??= connectionTo(rawPort, serial)
    bytesCome += chunk.length
    onBytes()
    // A printer without power takes nothing, and the line does not tell.
    if (!socket.destroyed && !socket.write(chunk)) serial.pause()
  })
  return {
    port,
    over: async (bytes) => {
      await within3s((done) => {
        onBytes = () => bytesCome >= bytes && done()
        onBytes()
      })
      onBytes = () => undefined
      const ended = socket
      socket = null
      bytesCome = 0
      serial.resume()
      if (ended !== null) await endOf(ended)
    },
    stop: async () => {
      socket?.destroy()
      await new Promise<void>((resolve) => serial.close(() => resolve()))
      socat.kill()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function connectionTo(rawPort: number, serial: SerialPort): Socket {
  const made = connect({ host: '127.0.0.1', port: rawPort, allowHalfOpen: true })
  return made
    .on('data', (chunk: Buffer) => serial.write(chunk))
    .on('drain', () => serial.resume())
    .on('error', () => serial.resume())
}

async function endOf(socket: Socket): Promise<void> {
  if (socket.destroyed) return
  await within3s((done) => {
    socket.once('end', done).once('close', () => done())
    socket.end()
  })
}

async function within3s(begin: (done: () => void) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = setTimeout(resolve, WAIT_MS)
  begin(resolve)
  await promise
  clearTimeout(late)
}

async function opened(end: string): Promise<SerialPort> {
  const Port = await importSerialPort()
  const serial = new Port({ path: end, baudRate: 115_200, autoOpen: false })
  serial.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => serial.open((error) => (error ? reject(error) : resolve())))
  return serial
}
