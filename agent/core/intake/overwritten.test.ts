// What is on a label does not stay in memory: every buffer that a connection brought is zeros once the label is safe.
import net from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { startRig } from '../spool/test/spool-rig.ts'
import { NO_RESET_ON_DEATH } from './reset-on-death.ts'
import { serveRawConnection, type RawJob } from './raw-connection.ts'

const NAME = 'A. Patient'
const LABEL = `^XA^FD${NAME}^FS^XZ`

/** A connection whose pieces the test keeps hold of; they come in as soon as it is served. */
function connection(pieces: readonly string[], onJob: (job: RawJob) => Promise<void>, maxBytes = 1_000) {
  const socket = new net.Socket()
  onTestFinished(() => void socket.destroy())
  const chunks = pieces.map((piece) => Buffer.from(piece))
  const refusals: string[] = []
  serveRawConnection({
    socket,
    sender: '127.0.0.1',
    maxBytes,
    idleMs: 30_000,
    jobMs: 60_000,
    clock: new SteppedClock(),
    onJob,
    resetOnDeath: NO_RESET_ON_DEATH,
    onRefused: (reason) => void refusals.push(reason),
  })
  for (const chunk of chunks) socket.emit('data', chunk)
  return { socket, chunks, refusals }
}

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)
const notCalled = async (): Promise<void> => Promise.reject(new Error('no job was to come'))

describe('Overwritten are', () => {
  test('the pieces and the whole of a label that the spool accepted', async () => {
    const { spool, printed } = await startRig()
    const jobs: RawJob[] = []
    const { socket, chunks } = connection([LABEL.slice(0, 9), LABEL.slice(9)], async (job) => {
      jobs.push(job)
      await spool.accept(job)
    })
    socket.emit('end')
    await until('the label', () => printed.length === 1)
    expect(printed[0]).toContain(NAME)
    expect([...chunks, ...jobs.map(({ payload }) => payload)].map(isZero)).toEqual([true, true, true])
  })

  test('the bytes that were handed to the printer', async () => {
    const { spool, labels, reach } = await startRig()
    await spool.accept({ payload: Buffer.from(LABEL), sender: '', endedBy: 'fin', verdict: COMPLETE })
    await reach('1 sent_to_printer')
    await until('the overwriting', () => labels.every(({ payload }) => isZero(payload)))
    expect(labels).toHaveLength(1)
  })

  test('the pieces of a label that became too large', () => {
    const { chunks, refusals } = connection([LABEL, LABEL], notCalled, LABEL.length)
    expect([refusals, isZero(chunks[0] ?? Buffer.from('x'))]).toEqual([['too_large'], true])
  })

  test('the pieces of a request that carries a label', () => {
    const { chunks, refusals } = connection(['POST', ` / HTTP/1.1\r\n\r\n${LABEL}`], notCalled)
    expect([refusals, chunks.map(isZero)]).toEqual([['http'], [true, true]])
  })

  test('the pieces of a label whose connection is closed by this side before its end', async () => {
    const { socket, chunks } = connection([LABEL], notCalled)
    socket.destroy()
    await until('the overwriting', () => chunks.every(isZero))
  })
})

const COMPLETE = { language: 'zpl', isComplete: true, reason: null } as const
