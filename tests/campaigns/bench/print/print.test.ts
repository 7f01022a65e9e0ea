// The pieces of the print benchmark: its label, its sink, its measuring, and programs of others that listen or do not.
import path from 'node:path'
import { execPath } from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../agent/test/temporary-folder.ts'
import { createScanner } from '../../../../agent/core/intake/completeness.ts'
import { agentsWay } from './agents-way.ts'
import { benchLabel, LABEL_BYTES, serialOf } from './bench-label.ts'
import { countsIn } from '../../../kit/disk/counts-file.ts'
import { programPath, startListening } from './programs.ts'
import { Sink } from './sink.ts'
import { p910ndWay, socatWay } from './tool-ways.ts'
import { WalCounter } from '../../../kit/disk/wal-counter.ts'
import { measureWay, rawSender, type Way } from './way.ts'

async function startSink(): Promise<Sink> {
  const sink = new Sink()
  await sink.start()
  onTestFinished(() => sink.stop())
  return sink
}

const COUNTS = { warmUp: 1, alone: 5, together: 20 }

function counter(): () => number {
  let serial = 0
  return () => (serial += 1)
}

test('a label has its size and its number, and is whole ZPL', () => {
  const label = benchLabel(1_234)
  expect(label).toHaveLength(LABEL_BYTES)
  expect(serialOf(label)).toBe(1_234)
  const scanner = createScanner()
  scanner.feed(label)
  expect(scanner.verdict()).toMatchObject({ language: 'zpl', isComplete: true })
})

test('a way is measured one label at a time and several under way, each label once', async () => {
  const sink = await startSink()
  const next = counter()
  const way: Way = { send: rawSender('127.0.0.1', sink.port), stop: async () => undefined }
  const { runs, p50Ms, perSecond } = await measureWay(way, COUNTS, { sink, next })
  expect(runs).toBe(COUNTS.alone)
  expect(p50Ms).toBeGreaterThan(0)
  expect(perSecond).toBeGreaterThan(0)
  expect(next()).toBe(COUNTS.warmUp + COUNTS.alone + COUNTS.together + 1)
})

test('a way that alters labels is no result', async () => {
  const sink = await startSink()
  const send = rawSender('127.0.0.1', sink.port)
  const altered = async (label: Buffer): Promise<void> => {
    label[LABEL_BYTES - 10] = 0
    await send(label)
  }
  const way: Way = { send: altered, stop: async () => undefined }
  await expect(measureWay(way, COUNTS, { sink, next: counter() })).rejects.toThrow('altered')
})

test('labels in any pieces on one pipe are told apart', async () => {
  const sink = await startSink()
  const read = sink.reader()
  const arrivals = Promise.all([1, 2, 3].map((serial) => sink.arrival(serial)))
  const all = Buffer.concat([1, 2, 3].map(benchLabel))
  for (let from = 0; from < all.length; from += 999) read(all.subarray(from, from + 999))
  expect(await arrivals).toHaveLength(3)
})

test('a program that listens is waited for and ended; one that ends at once is told', async () => {
  const place = { host: '127.0.0.1', port: await freePort() }
  const script = `require('node:net').createServer().listen(${place.port}, '${place.host}')`
  const stop = await startListening(execPath, ['-e', script], place)
  await stop()
  await expect(startListening(execPath, ['-e', ''], place)).rejects.toThrow('ended at once')
  expect(programPath('no-such-program')).toBeNull()
})

// Longer than the ways themselves wait, so that they say what they missed.
const FEW = { warmUp: 1, alone: 3, together: 8 }

test('two agents, assigned by a hub, hand every label on unaltered, and what it took is told of each thread', async () => {
  const sink = await startSink()
  const way = await agentsWay(sink, () => undefined, { disk: 'counting' })
  onTestFinished(async () => way.stop())
  const { runs, costs } = await measureWay(way, FEW, { sink, next: counter() })
  expect(runs).toBe(FEW.alone)
  expect(costs).toHaveLength(2)
  for (const { mainMs, spoolMs, readsAndWrites } of costs)
    expect([mainMs, spoolMs, readsAndWrites].every((cost) => cost > 0)).toBe(true)
  const labels = FEW.warmUp + FEW.alone + FEW.together
  for (const { flushes, pages } of way.folders.map(countsIn)) {
    expect(flushes).toBeGreaterThan(0)
    expect(pages).toBeGreaterThan(labels)
  }
})

test('flushes and pages of a log are counted, also over its beginnings', () => {
  const file = path.join(temporaryFolder(), 'counted.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('CREATE TABLE one (id INTEGER PRIMARY KEY, bytes BLOB)')
  const counter = new WalCounter(`${file}-wal`)
  const before = counter.look()
  const insert = database.prepare('INSERT INTO one (bytes) VALUES (zeroblob(40000))')
  for (let n = 0; n < 3; n += 1) insert.run()
  const first = counter.look()
  database.exec('PRAGMA wal_checkpoint(RESTART)')
  insert.run()
  const second = counter.look()
  database.close()
  expect([first.flushes - before.flushes, second.flushes - first.flushes]).toEqual([3, 1])
  expect(first.pages - before.pages).toBeGreaterThan(29)
  expect(second.pages - first.pages).toBeGreaterThan(9)
  expect([first.begins, second.begins]).toEqual([0, 1])
})

test.each([
  ['socat', socatWay],
  ['p910nd', p910ndWay],
])('%s does, too, or says what is missing', async (_name, start) => {
  const sink = await startSink()
  const way = await start(sink)
  if (typeof way === 'string') return expect(way).toMatch(/^(not installed: npm run tools|needs root)/)
  onTestFinished(async () => way.stop())
  expect(await measureWay(way, FEW, { sink, next: counter() })).toMatchObject({ runs: FEW.alone })
})
