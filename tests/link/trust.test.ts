// Who is who: a certificate that was swapped gets nothing until a person has compared it (N12), and keys are exchanged in flight (N13).
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { systemClock, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { jobsText } from '../../agent/cli/labels/jobs-text.ts'
import { statusText } from '../../agent/cli/computer/status-text.ts'
import { trust } from '../../agent/cli/computer/trust.ts'
import { SETTLE_MS } from '../../agent/core/keys/key-rotation.ts'
import { labels, pharmacyWith } from './pharmacy-rig.ts'

const LABELS = labels(4)
/** Of the minute that an exchange takes. */
const HASTE_MS = 1_000

class HastyClock implements Clock {
  wallMs(): number {
    return systemClock.wallMs()
  }

  monotonicMs(): number {
    return systemClock.monotonicMs()
  }

  after(delayMs: number, run: () => void): Cancel {
    return systemClock.after(delayMs === SETTLE_MS ? HASTE_MS : delayMs, run)
  }
}

describe('N12: a swapped certificate', () => {
  test('of a PrinterComputer that was installed anew gets no label; `agent trust` lets them go on, in order', async () => {
    const { server, counter, hub } = await pharmacyWith()
    await counter.take(LABELS[0] ?? Buffer.alloc(0))
    await server.comesOut(LABELS.slice(0, 1))
    const before = (await server.ask('status', null)).keys.fingerprint
    await server.stop()
    server.reinstall()
    await server.start()
    const { fingerprint } = (await server.ask('status', null)).keys
    expect(fingerprint).not.toBe(before)
    await until('the hub names it', () => hub.isApplied('DISPENSARY') && hub.isApplied('COUNTER'))
    for (const label of LABELS.slice(1)) await counter.take(label)
    const text = /another certificate than before: compare it on both computers \(agent trust DISPENSARY\)/
    // The first of them may be on its way to the link that is refused; those behind it wait and say why.
    await counter.shows('why', (jobs) => jobs.some((job) => codesOf(job) === 'certificate_changed'))
    expect(jobsText(await counter.jobs()).replaceAll(/\s+/g, ' ')).toMatch(text)
    const status = statusText(await counter.ask('status', null), Date.now()).replaceAll(/\s+/g, ' ')
    expect(status).toMatch(
      /Attention the hub names a certificate of DISPENSARY that this computer does not know/,
    )
    await delay(300)
    expect(await server.jobs()).toEqual([])
    const yes = { computer: 'DISPENSARY', yes: fingerprint.slice(0, 8) }
    await trust(yes, { socket: counter.controlSocket, ask: () => null })
    await server.comesOut(LABELS)
    expect((await counter.ask('status', null)).peerAlarms).toEqual([])
  })

  test('named by a hub in the wrong hands gets none either; the PrinterComputer that is known goes on', async () => {
    const { server, counter, hub, counters } = await pharmacyWith(['COUNTER', 'STRANGER'])
    const stranger = (await counters[1]?.ask('status', null))?.keys.fingerprint ?? ''
    const own = (await server.ask('status', null)).keys.fingerprint
    hub.lies.set('DISPENSARY', [own, stranger])
    hub.publish()
    await until('the alarm', async () => ((await counter.ask('status', null)).peerAlarms ?? []).length === 1)
    for (const label of LABELS) await counter.take(label)
    await server.comesOut(LABELS)
  })

  test('shown at the address of the PrinterComputer gets none: they go through the hub', async () => {
    const { server, counter, counters } = await pharmacyWith(['COUNTER', 'STRANGER'])
    const stranger = counters[1]
    server.lan.leadTo({ host: stranger?.address ?? '', port: stranger?.port ?? 0 })
    for (const label of LABELS) await counter.take(label)
    await server.comesOut(LABELS)
    expect(await stranger?.jobs()).toEqual([])
  })
})

describe('N13: keys are exchanged while labels flow', () => {
  test('on both sides: none is lost, none comes twice, and nobody is asked', async () => {
    const clock = new HastyClock()
    const { server, counter } = await pharmacyWith(['COUNTER'], { server: { clock }, client: { clock } })
    const sides = [server, counter]
    const before = await Promise.all(
      sides.map(async (side) => (await side.ask('status', null)).keys.fingerprint),
    )
    const flow = labels(60, { bytes: 5_000 })
    const flowing = (async () => {
      for (const label of flow) {
        await counter.take(label)
        await delay(40)
      }
    })()
    await Promise.all(sides.map(async (side) => side.ask('rotateKeys', null)))
    const isOver = async (n: number): Promise<boolean> => {
      const status = await sides[n]?.ask('status', null)
      return status !== undefined && status.keys.fingerprint !== before[n]
    }
    for (const n of sides.keys()) await until('the exchange', async () => isOver(n))
    await flowing
    // Links made with the new keys carry them on.
    server.lan.set('refusing')
    server.lan.set('open')
    const after = labels(5, { from: flow.length })
    for (const label of after) await counter.take(label)
    await server.comesOut([...flow, ...after])
    for (const side of sides) expect((await side.ask('status', null)).peerAlarms).toEqual([])
    const ends = async () => (await counter.jobs()).every(({ state }) => state === 'sent_to_printer')
    await until('all ends', ends)
  })
})
