// Real labels, whole and cut, through the real intake, spool and disk: the whole ones come out, the cut ones are held.
import { once } from 'node:events'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { realLabels, rolled, sha256, startPrinter } from '../../test-printer/test/printer-rig.ts'
import { spoolStoreIn } from '../../test/spool-store.ts'
import { noLink } from '../printing/link-port.ts'
import { LabelPath } from './label-path.ts'

const LIMIT_MS = 60_000
const SHARES = [0.1, 0.5, 0.9]

async function printerComputer(printer: string) {
  const path = new LabelPath({
    store: await spoolStoreIn(),
    clock: systemClock,
    random: () => 0,
    logger: silentLogger,
    extraPrinters: () => [],
    link: noLink,
  })
  onTestFinished(async () => path.stop())
  await path.start()
  const listen = { host: '127.0.0.1', port: 0, scope: 'computer' } as const
  return { path, port: (await path.setup.apply({ role: 'Server', printer, target: null, listen })) ?? 0 }
}

/** Sends the bytes and closes; resolves once the other side has closed too, which it does when the job is safe. */
async function send(port: number, bytes: Buffer): Promise<void> {
  const socket = net.connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  socket.resume().end(bytes)
  await once(socket, 'end')
}

/** Cuts of a label that end inside one of its formats: after its ^XA at the earliest, before the last byte of ^XZ. */
function cutsOf(label: Buffer): Buffer[] {
  const text = label.toString('latin1').toUpperCase()
  const first = text.lastIndexOf('^XA') + 3
  const last = text.indexOf('^XZ', first) + 2
  const lengths = [first, ...SHARES.map((share) => first + Math.floor(share * (last - first))), last]
  return [...new Set(lengths)].map((length) => label.subarray(0, length))
}

test('every label comes out untouched, and none of its cuts does', { timeout: LIMIT_MS }, async () => {
  const printer = await startPrinter()
  const { path, port } = await printerComputer(`tcp:127.0.0.1:${printer.rawPort}`)
  const labels = realLabels().map(({ bytes }) => bytes)
  let cut = 0
  for (const label of labels) {
    for (const part of cutsOf(label)) {
      await send(port, part)
      cut += 1
    }
    await send(port, label)
  }
  expect(await rolled(printer, labels.length)).toEqual(labels.map(sha256))
  await until('all have left', () => path.spool.board.status().waiting === 0)
  expect(path.spool.board.status()).toMatchObject({ waiting: 0, held: cut, unknown: 0, failed: 0 })
  expect(cut).toBeGreaterThan(labels.length * SHARES.length)
  expect(printer.roll.entries()).toHaveLength(labels.length)
})
