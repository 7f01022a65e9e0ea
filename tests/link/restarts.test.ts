// Computers that stop, start and change their parts while labels flow: each label comes out once.
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../agent/test-printer/test/printer-rig.ts'
import { labels, newPharmacy, pharmacyWith, type Computer } from './pharmacy-rig.ts'

async function flow(from: Computer, payloads: readonly Buffer[], pauseMs = 20): Promise<void> {
  for (const label of payloads) {
    await from.take(label)
    await delay(pauseMs)
  }
}

/** Of each computer, how many of its jobs are in which state. */
async function statesOf(computers: readonly Computer[]): Promise<string> {
  const each = computers.map(async (computer) => {
    const jobs = await computer.jobs()
    const counts = Map.groupBy(jobs, ({ state }) => state)
    return [...counts].map(([state, { length }]) => `${state} ${length}`).join(', ')
  })
  return (await Promise.all(each)).join(' | ')
}

describe('While labels flow', () => {
  test('the PrinterComputer stops and starts three times: each comes out once, in order', async () => {
    const { server, counter } = await pharmacyWith()
    const payloads = labels(40, { bytes: 3_000 })
    const flowing = flow(counter, payloads, 50)
    for (let n = 0; n < 3; n += 1) {
      await delay(400)
      await server.stop()
      await delay(200)
      await server.start()
    }
    await flowing
    await server.comesOut(payloads)
    // One that was on its way to the printer at a stop came out, and a person is asked.
    const areSettled = async () =>
      (await counter.jobs()).every(({ state }) => state === 'sent_to_printer' || state === 'unknown')
    await until('all ends', areSettled)
  })

  test('a Client stops with labels that are there and not answered: sent again under their ids, they come out once', async () => {
    const { server, counter, line } = await pharmacyWith()
    await counter.take(labels(1)[0] ?? Buffer.alloc(0))
    await server.comesOut(labels(1))
    // The first may have come through the hub: a link that is made once the LAN is mute takes nothing.
    await until('the LAN', async () => (await counter.ask('status', null)).printing.way?.path === 'lan')
    line.set('refusing')
    server.lan.set('mute')
    // Few: a link that stays mute for seconds is given up, and what has not gone over it by then would not go.
    const payloads = labels(4)
    for (const label of payloads.slice(1)) await counter.take(label)
    await server.comesOut(payloads)
    await counter.stop()
    server.lan.set('refusing')
    server.lan.set('open')
    await counter.start()
    const areSettled = async () => (await counter.jobs()).every(({ state }) => state === 'sent_to_printer')
    await until('all ends', areSettled)
    await delay(300)
    expect(server.cameOut()).toEqual(payloads.map(sha256))
    expect((await counter.jobs()).map(({ id }) => id)).toEqual((await server.jobs()).map(({ id }) => id))
  })

  test('the printer moves between three computers and back: each label comes out once, or is called unknown', async () => {
    const pharmacy = await newPharmacy()
    const first = await pharmacy.computer('FIRST', { hasPrinter: true })
    const second = await pharmacy.computer('SECOND', { hasPrinter: true })
    const counter = await pharmacy.computer('COUNTER')
    await pharmacy.assign('FIRST', ['SECOND', 'COUNTER'])
    const payloads = labels(60, { bytes: 2_000 })
    const flowing = flow(counter, payloads, 50)
    for (const [printer, other] of [
      ['SECOND', 'FIRST'],
      ['FIRST', 'SECOND'],
      ['SECOND', 'FIRST'],
    ] as const) {
      await delay(700)
      await pharmacy.assign(printer, [other, 'COUNTER'])
    }
    await flowing
    const cameOut = (): string[] => [...first.cameOut(), ...second.cameOut()]
    // Whoever had it last asks a person.
    const inDoubt = async (): Promise<number> => {
      const all = [first, second, counter].map(async (computer) => computer.ask('status', null))
      return (await Promise.all(all)).reduce((sum, { printing }) => sum + printing.labels.unknown, 0)
    }
    const isAllThere = async () => cameOut().length + (await inDoubt()) >= payloads.length
    await until('all of them', isAllThere).catch(async (error: unknown) => {
      throw new Error(`${cameOut().length} came out; ${await statesOf([first, second, counter])}`, {
        cause: error,
      })
    })
    await delay(300)
    const unknown = await inDoubt()
    console.info(`printer moved 3 times: ${cameOut().length} came out, ${unknown} unknown`)
    expect(new Set(cameOut()).size).toBe(cameOut().length)
    const lost = payloads.filter((label) => !cameOut().includes(sha256(label)))
    expect(lost.length).toBeLessThanOrEqual(unknown)
  })
})
