// The watch over printers, on a stepped clock: who is told, and when.
import { MAX_PRINTERS } from '@pharmacy-relay/shared/printer.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { PrinterInfo } from './printer-backend.ts'
import { LOOK_MS, PrinterWatch } from './printer-watch.ts'

const printer = (id: string): PrinterInfo => ({ id, name: id, detail: '' })

function watching(found: PrinterInfo[], chosen: () => string | null = () => null) {
  const clock = new SteppedClock()
  const seen = { looks: 0, changes: 0, watched: 0 }
  let plugged = (): void => undefined
  const list = async () => {
    seen.looks += 1
    return [...found]
  }
  const see = (onChange: () => void) => {
    seen.watched += 1
    plugged = onChange
    return () => void (seen.watched -= 1)
  }
  const watch = new PrinterWatch({
    printers: { list, watch: see },
    chosen,
    clock,
    onChange: () => void (seen.changes += 1),
  })
  onTestFinished(() => watch.stop())
  return { watch, clock, seen, plugged: () => plugged() }
}

test('A printer that comes or goes is noticed within a minute, and only then somebody is told', async () => {
  const found = [printer('cups:ONE')]
  const { watch, clock, seen } = watching(found)
  expect(watch.list()).toBeNull()
  watch.start()
  await until('the first look', () => seen.changes === 1)
  clock.stepMs(LOOK_MS)
  await until('the second look', () => seen.looks === 2 && clock.pending() === 1)
  expect(seen.changes).toBe(1)
  found.push(printer('cups:TWO'))
  clock.stepMs(LOOK_MS)
  await until('the change', () => seen.changes === 2)
  expect(watch.list()).toEqual(found)
})

test('A printer that its kind shows is noticed at once, until the watch ends', async () => {
  const found = [printer('cups:ONE')]
  const { watch, seen, plugged } = watching(found)
  watch.start()
  await until('the first look', () => seen.changes === 1)
  found.push(printer('usb:0a5f:0166:A1'))
  plugged()
  await until('the change', () => seen.changes === 2)
  watch.stop()
  expect(seen.watched).toBe(0)
})

test('Who asks in between shares one look, and it counts as the minute', async () => {
  const { watch, clock, seen } = watching([printer('cups:ONE')])
  expect(await Promise.all([watch.look(), watch.look()])).toEqual([
    [printer('cups:ONE')],
    [printer('cups:ONE')],
  ])
  expect([seen.looks, clock.pending(), clock.nextInMs()]).toEqual([1, 1, LOOK_MS])
})

test('A change while a look is under way is seen by the look after it', async () => {
  const found = [printer('cups:ONE')]
  const { watch, seen } = watching(found)
  const first = watch.look()
  found.push(printer('tcp:10.0.0.5:9100'))
  const second = watch.lookAgain()
  expect([(await first).length, (await second).length, seen.looks]).toEqual([1, 2, 2])
})

test('A printer that the contract cannot name is left out, and no more than fit are listed', async () => {
  const many = Array.from({ length: MAX_PRINTERS + 1 }, (_, index) => printer(`cups:P${index}`))
  const { watch } = watching([printer('no kind'), printer('cups:A\nB'), ...many])
  expect(await watch.look()).toEqual(many.slice(0, MAX_PRINTERS))
})

test('One printer that two back ends see is shown once, the chosen one of them', async () => {
  const place = { kind: 'socket', host: 'printer.local', port: 9_100, secured: null } as const
  const found = [
    { ...printer('cups:ZD421'), place },
    { ...printer('tcp:printer.local:9100'), place },
  ]
  let chosen: string | null = null
  const { watch } = watching(found, () => chosen)
  expect(await watch.look()).toEqual([printer('tcp:printer.local:9100')])
  chosen = 'cups:ZD421'
  expect(await watch.look()).toEqual([printer('cups:ZD421')])
})
