// What a rig of pseudo-terminals may stand for: a port that says too early that its bytes are out loses whole labels, which
// the agent cannot know; one that says it as a wire does loses none, and none that is not out counts as handed over.
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { labelTo as label, serialPrinters as backend } from './test/serial-back-end.ts'
import { hasPseudoTerminals, openPort, serialCable, serialPeer } from './test/test-cable.ts'

/** The kernel brings 4 KiB to the other end before somebody reads there. */
const ONE = Buffer.from(`^XA^FX${'x'.repeat(6_000)}^FS^FDone^FS^XZ`)
const TWO = Buffer.from('^XA^FDtwo^FS^XZ')
/** Longer than a label takes that nothing holds up. */
const A_WHILE_MS = 300

describe.skipIf(!hasPseudoTerminals)('Between a port and its printer (Linux)', () => {
  test('a pseudo-terminal alone says that a label is out which nobody has, and the next opening throws its end away', async () => {
    const cable = await serialCable({ isWire: false })
    const printers = backend(cable.port)
    expect(await printers.print(label(cable.port, ONE))).toEqual({ ok: true })
    expect(await printers.print(label(cable.port, TWO))).toEqual({ ok: true })
    const peer = serialPeer(cable)
    await until('the second label', () => peer.bytes().includes(TWO))
    const come = peer.bytes().length - TWO.length
    expect(come).toBeLessThan(ONE.length)
    expect(peer.bytes().toString()).toBe(`${ONE.subarray(0, come).toString()}${TWO.toString()}`)
  })

  test('as on a wire no label counts as handed over before the far end has it, and all come out', async () => {
    const cable = await serialCable()
    const printers = backend(cable.port)
    const printing = [ONE, TWO].map(async (one) => printers.print(label(cable.port, one)))
    const early = await Promise.race([printing[0], delay(A_WHILE_MS, 'still on its way')])
    expect(early).toBe('still on its way')
    const peer = serialPeer(cable)
    expect(await Promise.all(printing)).toEqual([{ ok: true }, { ok: true }])
    await until('both labels', () => peer.bytes().toString() === `${ONE.toString()}${TWO.toString()}`)
  })

  test('a cable that is pulled out before the far end has a label leaves it in doubt', async () => {
    const cable = await serialCable()
    const printing = backend(cable.port).print(label(cable.port, ONE))
    await delay(A_WHILE_MS)
    cable.pull()
    expect(await printing).toMatchObject({ code: 'device_gone', retry: 'ambiguous' })
  })

  test('what an agent left half behind when it was killed does not count for the next one', async () => {
    const cable = await serialCable()
    const left = await openPort(cable)
    await new Promise<void>((resolve) => left.write(ONE, () => resolve()))
    await new Promise<void>((resolve) => left.close(() => resolve()))
    const printing = backend(cable.port).print(label(cable.port, TWO))
    cable.hold(true)
    const peer = serialPeer(cable)
    expect(await Promise.race([printing, delay(A_WHILE_MS, 'still on its way')])).toBe('still on its way')
    cable.hold(false)
    expect(await printing).toEqual({ ok: true })
    expect(peer.bytes().includes(TWO)).toBe(true)
  })
})
