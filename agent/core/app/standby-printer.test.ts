// The first printer goes away and comes back, with three whole agents: each label comes out once, at the printer that is there.
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { realLabel } from '../../test-printer/test/printer-rig.ts'
import type { InProcessAgent } from '../../test/in-process-agent.ts'
import { sendLabel } from '../../test/send-label.ts'
import { standbyPharmacy, usedPrinter, type StandbyPharmacy } from '../../test/standby-pharmacy.ts'

const LABEL = realLabel('ups.zpl')
const LIMIT_MS = 120_000
const TEST_MS = 400_000
/** In which a second copy would have come out. */
const SECOND_COPY_MS = 3_000

async function print(agent: InProcessAgent, count = 1): Promise<void> {
  for (let n = 0; n < count; n += 1) expect(await sendLabel(agent, LABEL)).toMatchObject({ ok: true })
}

async function cameOut(pharmacy: StandbyPharmacy, first: number, second: number): Promise<void> {
  const counts = (): number[] => [pharmacy.first.roll.entries().length, pharmacy.second.roll.entries().length]
  await until(
    `${first} and ${second} labels, not ${counts().join()}`,
    () => counts().join() === `${first},${second}`,
    LIMIT_MS,
  )
}

async function newest(agent: InProcessAgent) {
  return (await agent.ask('jobs', { count: 1 }))[0]
}

describe('While the computer with the first printer is away', () => {
  test(
    'labels of the others come out at the standby printer, say so, and go back by themselves',
    async () => {
      const pharmacy = await standbyPharmacy({ lastByte: 171 })
      await pharmacy.assign()
      await print(pharmacy.counter)
      await print(pharmacy.standby)
      await cameOut(pharmacy, 2, 0)

      await pharmacy.dispensary.stop()
      await print(pharmacy.counter, 2)
      await print(pharmacy.standby)
      await cameOut(pharmacy, 2, 3)
      const { counter, standby } = pharmacy
      await until('its end', async () =>
        ['printed', 'sent_to_printer'].includes((await newest(counter))?.state ?? ''),
      )
      expect(await newest(counter)).toMatchObject({
        destination: 'PC-173',
        reasons: [{ code: 'at_standby' }],
      })
      expect(await newest(standby)).toMatchObject({
        reasons: [{ code: 'at_standby', params: { computer: 'PC-173' } }],
      })
      expect((await counter.ask('status', null)).printing.standby).toMatchObject({
        computerName: 'PC-173',
        isHere: false,
        isThere: true,
        inUse: { why: 'computer_away' },
      })
      await until(
        'the panel hears it',
        () => counter.hub.jobReports.at(-1)?.waiting.standby?.computerName === 'PC-173',
      )

      await pharmacy.restart('dispensary')
      for (const agent of [counter, standby]) await pharmacy.uses(agent, 'first', LIMIT_MS)
      await print(counter)
      await print(standby)
      await cameOut(pharmacy, 4, 3)
      await until(
        'the panel hears it',
        () => (counter.hub.jobReports.at(-1)?.waiting.standby ?? null) === null,
        LIMIT_MS,
      )
      await sleep(SECOND_COPY_MS)
      await cameOut(pharmacy, 4, 3)
    },
    TEST_MS,
  )

  test(
    'which printer is used outlives restarts, and goes back by hand where that is set',
    async () => {
      const pharmacy = await standbyPharmacy({ lastByte: 174, standby: { return: 'manual' } })
      await pharmacy.assign()
      await pharmacy.dispensary.stop()
      await pharmacy.uses(pharmacy.counter, 'standby')
      await pharmacy.restart('counter')
      expect(await usedPrinter(pharmacy.counter)).toBe('standby')
      await pharmacy.restart('dispensary')
      const { counter } = pharmacy
      await until(
        'the first is there',
        async () => (await counter.ask('status', null)).printing.way?.path === 'lan',
        LIMIT_MS,
      )
      await sleep(35_000)
      await print(counter)
      await cameOut(pharmacy, 0, 1)
      expect(await counter.ask('useFirst', null)).toMatchObject({ isChanged: true })
      expect(await counter.ask('useFirst', null)).toMatchObject({ isChanged: false })
      await print(counter)
      await cameOut(pharmacy, 1, 1)
    },
    TEST_MS,
  )
})

describe('While the first printer is off and its computer is on', () => {
  test(
    'labels that wait there come out at the standby printer, of itself and of the others, and say so',
    async () => {
      const pharmacy = await standbyPharmacy({ lastByte: 177 })
      await pharmacy.assign()
      const { dispensary, counter, standby } = pharmacy
      for (const agent of [dispensary, counter]) await print(agent)
      await cameOut(pharmacy, 2, 0)
      await pharmacy.first.faults.set({ powerOff: true })
      for (const agent of [dispensary, counter]) await print(agent)
      await cameOut(pharmacy, 2, 2)
      const told = [{ code: 'at_standby', params: { computer: 'PC-179' } }]
      for (const agent of [dispensary, counter]) {
        const says = async () =>
          (await newest(agent))?.reasons.some(({ code }) => code === 'at_standby') ?? false
        await until('it says so', says)
      }
      expect((await newest(dispensary))?.reasons).toMatchObject(told)
      await pharmacy.uses(dispensary, 'standby', LIMIT_MS)
      await pharmacy.uses(counter, 'standby', LIMIT_MS)
      expect((await counter.ask('status', null)).printing.standby?.inUse?.why).toBe('printer_away')
      await print(counter)
      await cameOut(pharmacy, 2, 3)
      await pharmacy.first.faults.set({ powerOff: false })
      for (const agent of [dispensary, counter, standby]) await pharmacy.uses(agent, 'first', LIMIT_MS)
      for (const agent of [dispensary, counter, standby]) await print(agent)
      await sleep(SECOND_COPY_MS)
      await cameOut(pharmacy, 5, 3)
    },
    TEST_MS,
  )

  test(
    'without paper it is not away: labels wait for the roll',
    async () => {
      const pharmacy = await standbyPharmacy({ lastByte: 184 })
      await pharmacy.assign()
      for (const _twice of [1, 2]) await print(pharmacy.counter)
      await cameOut(pharmacy, 2, 0)
      await pharmacy.first.faults.set({ paperOut: true })
      await print(pharmacy.counter)
      await sleep(12_000)
      for (const agent of [pharmacy.dispensary, pharmacy.counter])
        expect(await usedPrinter(agent)).toBe('first')
      await pharmacy.first.faults.clear()
      await cameOut(pharmacy, 3, 0)
    },
    TEST_MS,
  )
})
