// The printer at the far end of the cable, inside the guest: Linux' printer function of a USB device, plugged in and out by
// configfs, whose bytes come out of /dev/g_printer0.
//
// Documentation/usb/gadget_printer.rst and gadget_configfs.rst of Linux. Read without waiting: a read that waits hangs for good
// after the interface was reset.
import { constants, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const SERIAL = 'D2J201234567'
export const ADDRESS = `0a5f:0166:${SERIAL}`

const FOLDER = '/sys/kernel/config/usb_gadget/printer'
const CONTROLLER = 'dummy_udc.0'
const DEVICE = '/dev/g_printer0'
const ID =
  'MANUFACTURER:Zebra Technologies ;COMMAND SET:ZPL;MODEL:ZTC ZD421-203dpi ZPL;CLASS:PRINTER;OPTIONS:XML;'
const CHUNK_BYTES = 65_536
const POLL_MS = 5

export class Gadget {
  /** Hears of what comes and may answer; by itself it is silent. */
  onBytes: (bytes: Buffer) => void = () => undefined
  #chunks: Buffer[] = []
  #handle: FileHandle | null = null
  #isReading = true
  #isOver = false

  constructor() {
    const functionFolder = path.join(FOLDER, 'functions/printer.0')
    const files: readonly (readonly [name: string, text: string])[] = [
      ['idVendor', '0x0a5f'],
      ['idProduct', '0x0166'],
      ['bcdUSB', '0x0200'],
      ['strings/0x409/manufacturer', 'Zebra Technologies'],
      ['strings/0x409/product', 'ZTC ZD421-203dpi ZPL'],
      ['strings/0x409/serialnumber', SERIAL],
      ['functions/printer.0/pnp_string', ID],
      ['functions/printer.0/q_len', '10'],
    ]
    mkdirSync(FOLDER)
    for (const folder of ['strings/0x409', 'functions/printer.0', 'configs/c.1'])
      mkdirSync(path.join(FOLDER, folder))
    for (const [name, text] of files) writeFileSync(path.join(FOLDER, name), text)
    symlinkSync(functionFolder, path.join(FOLDER, 'configs/c.1/printer.0'))
    void this.#read()
  }

  plug(): void {
    writeFileSync(path.join(FOLDER, 'UDC'), CONTROLLER)
  }

  unplug(): void {
    writeFileSync(path.join(FOLDER, 'UDC'), '\n')
  }

  /** It takes nothing more from its cable, as one that prints slowly. */
  hold(isHeld: boolean): void {
    this.#isReading = !isHeld
  }

  /** Everything that came since the last time this was asked. */
  take(): Buffer {
    const all = Buffer.concat(this.#chunks)
    this.#chunks = []
    return all
  }

  bytes(): number {
    return this.#chunks.reduce((sum, { length }) => sum + length, 0)
  }

  async answer(bytes: Uint8Array): Promise<void> {
    await this.#handle?.write(bytes).catch(() => undefined)
  }

  stop(): void {
    this.#isOver = true
  }

  async #read(): Promise<void> {
    const buffer = Buffer.alloc(CHUNK_BYTES)
    while (!this.#isOver) {
      const read = this.#isReading ? await this.#readOnce(buffer) : 0
      if (read === 0) await wait(POLL_MS)
    }
    await this.#handle?.close()
  }

  async #readOnce(buffer: Buffer): Promise<number> {
    try {
      // oxlint-disable-next-line no-bitwise -- how the system takes them
      this.#handle ??= await open(DEVICE, constants.O_RDWR | constants.O_NONBLOCK)
      const { bytesRead } = await this.#handle.read(buffer, 0, CHUNK_BYTES)
      if (bytesRead > 0) {
        const bytes = Buffer.from(buffer.subarray(0, bytesRead))
        this.#chunks.push(bytes)
        this.onBytes(bytes)
      }
      return bytesRead
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (code === 'EAGAIN') return 0
      await this.#handle?.close().catch(() => undefined)
      this.#handle = null
      return 0
    }
  }
}
