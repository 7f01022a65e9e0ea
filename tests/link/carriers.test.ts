// The ways of a label fail: the local network, the line to the hub, both, in the middle of a label. Each comes out once, in order.
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { newCanary } from '../campaigns/canary/canary-label.ts'
import { labels, pharmacyWith } from './pharmacy-rig.ts'

const MEBIBYTE = 1_048_576

describe('Without the local network', () => {
  test.each(['refusing', 'silent'] as const)(
    '(%s) labels come out through the hub, which sees nothing of them, and take the LAN again when it is back',
    async (mode) => {
      const { server, counter, line } = await pharmacyWith()
      const canary = newCanary()
      const marked = Array.from({ length: 30 }, (_, n) => canary.label(n))
      await counter.take(marked[0] ?? Buffer.alloc(0))
      await server.comesOut(marked.slice(0, 1))
      server.lan.set(mode)
      const tookMs: number[] = []
      for (const [n, label] of marked.entries()) {
        if (n === 0) continue
        const atMs = performance.now()
        await counter.take(label)
        await until('the label', () => server.cameOut().length === n + 1)
        tookMs.push(performance.now() - atMs)
      }
      await server.comesOut(marked)
      console.info(`LAN ${mode}: first ${Math.round(tookMs[0] ?? 0)} ms, p50 ${median(tookMs)} ms`)
      // None of them waited the 3 s for which a connection is tried.
      expect(median(tookMs)).toBeLessThan(3_000)
      // The control: what the hub says itself can be read there.
      expect(line.heard().includes('DISPENSARY')).toBe(true)
      expect(line.heard().includes(canary.mark)).toBe(false)
      server.lan.set('open')
      const before = server.lan.heard().length
      const next: Buffer[] = []
      const goesByLan = async (): Promise<boolean> => {
        next.push(...labels(1, { from: next.length }))
        await counter.take(next.at(-1) ?? Buffer.alloc(0))
        await server.comesOut([...marked, ...next])
        return server.lan.heard().length > before + 500
      }
      await until('the LAN is used', goesByLan)
    },
  )
})

describe('In the middle of a label of 5 MiB', () => {
  const large = labels(1, { bytes: 5 * MEBIBYTE - 100 })
  const after = labels(6, { from: 1 })

  test('the LAN dies: it and all behind it come out through the hub, once and in order', async () => {
    const { server, counter } = await pharmacyWith()
    server.lan.cutAfter(2 * MEBIBYTE)
    for (const label of [...large, ...after]) await counter.take(label)
    await server.comesOut([...large, ...after])
    expect(server.lan.isOpen).toBe(false)
  })

  test('the hub dies after the LAN: they wait, and come out once the LAN is back', async () => {
    const { server, counter, line } = await pharmacyWith()
    server.lan.set('refusing')
    line.cutAfter(2 * MEBIBYTE)
    for (const label of [...large, ...after]) await counter.take(label)
    await until('the cut', () => !line.isOpen)
    expect(server.cameOut()).toEqual([])
    server.lan.set('open')
    await server.comesOut([...large, ...after])
  })

  test('both are away in turns: each comes out once, in order', async () => {
    const { server, counter, line } = await pharmacyWith()
    const flow = labels(40, { bytes: 20_000 })
    let isFlowing = true
    const breaking = (async () => {
      for (let n = 0; isFlowing; n += 1) {
        if (n % 2 === 0) server.lan.cutAfter(150_000)
        else server.lan.set(n % 4 === 1 ? 'refusing' : 'silent')
        if (n % 3 === 1) line.set('refusing')
        await delay(150)
        if (n % 3 === 2) line.set('open')
      }
      server.lan.set('open')
      line.set('open')
    })()
    for (const label of flow) {
      await counter.take(label)
      await delay(30)
    }
    isFlowing = false
    await breaking
    await server.comesOut(flow)
  })
})

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}
