// The list of all back ends: bounded, with what was listed last of those that are late or fail, and shared out fairly.
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import { fairly } from './fairly.ts'
import { createFolderPrinters } from '../folder.ts'
import type { PrinterBackend, PrinterInfo } from '../printer-backend.ts'
import type { PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import { LIST_WAIT_MS } from './printer-lists.ts'
import { createPrinters } from '../printers.ts'

const info = (id: string): PrinterInfo => ({ id, name: id, detail: '' })
const many = (kind: string, count: number): PrinterInfo[] =>
  Array.from({ length: count }, (_, n) => info(`${kind}:${n}`))

/** A back end whose lists a test hands out. */
function listing(kind: PrinterKind) {
  const clock = new SteppedClock()
  const asked: PromiseWithResolvers<readonly PrinterInfo[]>[] = []
  const backend: PrinterBackend = {
    ...createFolderPrinters({ folders: () => [], clock }),
    kind,
    list: async () => {
      const answer = Promise.withResolvers<readonly PrinterInfo[]>()
      asked.push(answer)
      return answer.promise
    },
  }
  return { backend, asked, last: () => asked.at(-1) }
}

function slowBesideQuick() {
  const clock = new SteppedClock()
  const slow = listing('cups')
  const quick: PrinterBackend = {
    ...slow.backend,
    kind: 'tcp',
    list: async () => Promise.resolve([info('tcp:a:1')]),
  }
  const printers = createPrinters({ backends: [slow.backend, quick], clock, logger: silentLogger })
  let changes = 0
  printers.watch(() => (changes += 1))
  const idsWithin = async (): Promise<string[]> => {
    const list = printers.list()
    await until('the wait', () => clock.pending() >= 1)
    clock.stepMs(LIST_WAIT_MS)
    return (await list).map(({ id }) => id)
  }
  return { slow, printers, idsWithin, changes: () => changes }
}

test('A back end that hangs keeps nobody else’s printers back, and is not asked again while it hangs', async () => {
  const { slow, idsWithin } = slowBesideQuick()
  expect([await idsWithin(), await idsWithin()]).toEqual([['tcp:a:1'], ['tcp:a:1']])
  expect(slow.asked).toHaveLength(1)
})

test('What comes late is told, and listed from then on, also while it hangs again or fails', async () => {
  const { slow, printers, idsWithin, changes } = slowBesideQuick()
  await idsWithin()
  slow.last()?.resolve([info('cups:Q')])
  await until('the change', () => changes() === 1)
  expect(await idsWithin()).toEqual(['cups:Q', 'tcp:a:1'])
  slow.last()?.reject(new Error('the print server is away'))
  await until('the failure', async () => (await idsWithin()).length === 2 && slow.asked.length > 2)
  expect(changes()).toBe(1)
  slow.last()?.resolve([])
  await until('the change', () => changes() === 2)
  const list = printers.list()
  slow.last()?.resolve([info('cups:R')])
  expect((await list).map(({ id }) => id)).toEqual(['cups:R', 'tcp:a:1'])
  // In time, so nobody needs to be told.
  expect(changes()).toBe(2)
})

test('2,000 print queues leave room for the printers of every other kind', async () => {
  const clock = new SteppedClock()
  const of = (kind: PrinterKind, count: number): PrinterBackend => ({
    ...createFolderPrinters({ folders: () => [], clock }),
    kind,
    list: async () => Promise.resolve(many(kind, count)),
  })
  const backends = [of('cups', 2_000), of('usb', 2), of('tcp', 20)]
  const list = await createPrinters({ backends, clock, logger: silentLogger }).list()
  const counts = Object.entries(Object.groupBy(list, ({ id }) => id.split(':')[0] ?? ''))
  expect(counts.map(([kind, all]) => [kind, all?.length])).toEqual([
    ['cups', 178],
    ['usb', 2],
    ['tcp', 20],
  ])
})

test.each<[number[], number, number[]]>([
  [[3, 2], 10, [3, 2]],
  [[100, 100, 1], 51, [25, 25, 1]],
  [[0, 7], 5, [0, 5]],
  [[9, 9, 9], 8, [3, 3, 2]],
  [[], 5, []],
])('Lists of %j are cut to %i as %j', (lengths, max, shares) => {
  const lists = lengths.map((length, n) => Array.from({ length }, () => n))
  const kept = fairly(lists, max)
  const inOrder = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)
  expect(inOrder(lengths.map((_, n) => kept.filter((one) => one === n).length))).toEqual(inOrder(shares))
  expect(kept).toEqual(inOrder(kept))
})
