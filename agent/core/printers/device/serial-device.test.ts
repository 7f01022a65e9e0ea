// One serial port over real pseudo-terminals: what is thrown away does not come out, and whose rights do not reach it.
import { execFile } from 'node:child_process'
import { chmodSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { SerialPort } from 'serialport'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { describe, expect, test } from 'vitest'
import type { Device } from './device.ts'
import { openSerialDevice } from './serial-device.ts'
import { hasPseudoTerminals, serialCable, serialPeer } from './test/test-cable.ts'

describe.skipIf(!hasPseudoTerminals)('A serial port (Linux)', () => {
  test.skipIf(process.getuid?.() !== 0)(
    'whose rights do not reach it says what to do (as root)',
    async () => {
      const { port } = await serialCable()
      chmodSync(path.dirname(port), 0o755)
      const status = await statusAsNobody(port)
      expect(status).toMatchObject({ state: 'absent', reason: { code: 'device_no_rights' } })
      expect(status).toHaveProperty('reason.detail', expect.stringContaining('dialout for serial ports'))
    },
  )

  test('that is given up does not bring out later what was thrown away', async () => {
    const kept = await leftIn(async (device) => device.close())
    const discarded = await leftIn(async (device) => {
      await device.discard()
      await device.close()
    })
    expect(discarded).toBeLessThan(kept)
  })
})

/** The system asks for the rights of the process, which no test can give up and get back. */
async function statusAsNobody(port: string): Promise<unknown> {
  const module = JSON.stringify(path.join(import.meta.dirname, 'serial.ts'))
  const address = JSON.stringify(port)
  const program = `
    const { createSerialPrinters, SERIAL_LIMITS } = await import(${module})
    const clock = { after: (ms, run) => { const timer = setTimeout(run, ms); return () => clearTimeout(timer) } }
    const printers = createSerialPrinters({ ports: () => [${address}], clock, limits: SERIAL_LIMITS, logger: null })
    console.log(JSON.stringify(await printers.status(${address})))`
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    uid: 65_534,
    gid: 65_534,
    cwd: '/',
  })
  return JSON.parse(stdout)
}

/** Bytes that come out of a cable after its writer was stalled and ended. */
async function leftIn(end: (device: Device) => Promise<void>): Promise<number> {
  const cable = await serialCable()
  const line = { port: cable.port, baud: 9600, data: 8, parity: 'none', stop: 1, flow: 'none' } as const
  const events = { heard: () => undefined, gone: () => undefined }
  const device = await openSerialDevice({ library: SerialPort, line, clock: systemClock }, events)
  if ('ok' in device) throw new Error(device.reason.detail)
  await untilStalled(device)
  await end(device)
  return rested(serialPeer(cable))
}

async function untilStalled(device: Device): Promise<void> {
  const chunk = Buffer.alloc(1_024, 'x')
  for (;;) {
    const taken = device.write(chunk).then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([taken, delay(400, false)]))) return
  }
}

/** What had come when nothing more came. */
async function rested(peer: { bytes(): Buffer }): Promise<number> {
  for (let before = -1; ;) {
    await delay(300)
    if (peer.bytes().length === before) return before
    before = peer.bytes().length
  }
}
