// What became of a label is shown on the computer that it came from, in seconds, and after it was away too.
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { jobsText } from '../../agent/cli/labels/jobs-text.ts'
import { statusText } from '../../agent/cli/computer/status-text.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../agent/test-printer/test/printer-rig.ts'
import { labels, pharmacyWith } from './pharmacy-rig.ts'

const SECONDS = 5_000
const [LABEL = Buffer.alloc(0), OTHER = Buffer.alloc(0)] = labels(2)

/** Seconds may be let go by, for what is shown as slow. */
class WallClock implements Clock {
  aheadMs = 0

  wallMs(): number {
    return systemClock.wallMs() + this.aheadMs
  }

  monotonicMs(): number {
    return systemClock.monotonicMs()
  }

  after(delayMs: number, run: () => void) {
    return systemClock.after(delayMs, run)
  }
}

const isEnd = (state: PrintJob['state'], text: RegExp) => (jobs: readonly PrintJob[]) =>
  jobs.some((job) => job.state === state && text.test(reasonDetail(job.reasons)))

describe('The computer that a label came from shows', () => {
  test('that it waits for a printer that is off, and why, in `agent jobs` and `agent status`; then that it left', async () => {
    const clock = new WallClock()
    const { server, counter } = await pharmacyWith(['COUNTER'], { client: { clock } })
    await server.printer?.faults.set({ refuse: true })
    await counter.take(LABEL)
    await counter.shows(
      'that it waits',
      isEnd('forwarded', /^DISPENSARY: waiting for printer: .*refuses/),
      SECONDS,
    )
    expect(jobsText(await counter.jobs())).toMatch(/DISPENSARY: waiting for printer: /)
    clock.aheadMs = 11_000
    const text = statusText(await counter.ask('status', null), Date.now() + clock.aheadMs)
    expect(text).toMatch(/Not left +1 waiting/)
    expect(text).toMatch(/Look at +label 1 .*DISPENSARY: /)
    await server.printer?.faults.set({ refuse: false })
    await counter.shows('that it left', isEnd('sent_to_printer', /^/), 60_000)
    expect(server.cameOut()).toEqual([sha256(LABEL)])
  })

  test('that nobody knows whether it came out, and what a person there said', async () => {
    const { server, counter } = await pharmacyWith()
    await server.printer?.faults.set({ resetAtByte: 10 })
    await counter.take(LABEL)
    await counter.shows('the doubt', isEnd('unknown', /^DISPENSARY: /), SECONDS)
    await server.printer?.faults.clear()
    await server.ask('answer', { job: '1', answer: 'printed' })
    await counter.shows('the answer', isEnd('sent_to_printer', /^/), SECONDS)
  })

  test('that it was cancelled there', async () => {
    const { server, counter } = await pharmacyWith()
    await server.printer?.faults.set({ refuse: true })
    await counter.take(LABEL)
    await server.shows('it', (jobs) => jobs[0]?.state === 'waiting_for_printer')
    await server.ask('cancel', { job: '1' })
    await counter.shows('the end', isEnd('cancelled', /DISPENSARY/), SECONDS)
  })

  test('what became of it while this computer was off', async () => {
    const { server, counter } = await pharmacyWith()
    await server.printer?.faults.set({ refuse: true })
    for (const label of [LABEL, OTHER]) await counter.take(label)
    await counter.shows('both there', (jobs) => jobs.every(({ state }) => state === 'forwarded'))
    await counter.stop()
    await server.printer?.faults.set({ refuse: false })
    await until('both', () => server.cameOut().length === 2)
    await counter.start()
    await counter.shows(
      'both ends',
      (jobs) => jobs.every(({ state }) => state === 'sent_to_printer'),
      SECONDS,
    )
  })

  test('what became of it while no way led there, within 30 s after there is one', async () => {
    const { server, counter, line } = await pharmacyWith()
    await server.printer?.faults.set({ refuse: true })
    await counter.take(LABEL)
    await counter.shows('it is there', isEnd('forwarded', /refuses/))
    server.lan.set('refusing')
    line.set('refusing')
    await server.printer?.faults.set({ refuse: false })
    await until('it', () => server.cameOut().length === 1)
    server.lan.set('open')
    const atMs = performance.now()
    await counter.shows('its end', isEnd('sent_to_printer', /^/), 60_000)
    console.info(`LAN back: its end was known after ${Math.round(performance.now() - atMs)} ms`)
  })

  test('why it has not even left, while no way leads there', async () => {
    const { server, counter, line } = await pharmacyWith()
    server.lan.set('refusing')
    line.set('refusing')
    await counter.take(LABEL)
    const text = /^DISPENSARY cannot be reached: .*local network.*; .*hub/
    await counter.shows('why', isEnd('waiting_for_printer', text), SECONDS)
    expect(statusText(await counter.ask('status', null), Date.now())).toMatch(/Look at .*DISPENSARY cannot/s)
  })
})
