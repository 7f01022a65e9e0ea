// The sender against receivers that are mute, strange, slow or leaving.
import { Duplex } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { FRAME, LINK_LIMITS, type FrameType } from '@pharmacy-relay/shared/job-link.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { controlFrame, FrameReader } from '../frames/frames.ts'
import type { LinkError } from '../link-parts.ts'
import { openSenderLink } from './sender.ts'
import { QUIET_MS } from './sending-queue.ts'
import { labelOf, SELF } from '../test/link-rig.ts'

const HELLO = { version: 1, jobBytes: LINK_LIMITS.jobBytes, streams: 2, agent: '1.0.0', computerName: 'PC' }
const PEER = { deviceKey: 'a', computerName: 'PRINTER-PC', fingerprints: [] }
const NOTHING = (): void => undefined

/** A sender whose other end says what a test wants. */
function sender(carrier: 'lan' | 'hub' = 'lan') {
  const clock = new SteppedClock()
  const heard: FrameType[] = []
  const reader = new FrameReader()
  const stream = new Duplex({
    allowHalfOpen: false,
    read() {},
    write(chunk: Buffer, _encoding, done) {
      for (const { type } of reader.push(Buffer.from(chunk))) heard.push(type)
      done()
    },
  })
  const say = (type: FrameType, number: number, body: object | null = null): void =>
    void stream.push(controlFrame(type, number, body))
  const proven = { stream, peer: PEER, fingerprint: '', carrier }
  const opening = openSenderLink({ proven, clock, self: SELF, onState: NOTHING })
  opening.catch(NOTHING)
  const open = async (hello: object = HELLO) => {
    say(FRAME.HELLO, 0, hello)
    return opening
  }
  return { clock, heard, stream, say, opening, open }
}

async function turns(count = 8): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'none',
    (error: LinkError) => error.code,
  )
}

describe('A link does not open', () => {
  test('without a HELLO within 5 s', async () => {
    const { clock, opening } = sender()
    clock.stepMs(LINK_LIMITS.helloMs)
    expect(await failureOf(opening)).toBe('timeout')
  })

  test('when the receiver closes in place of HELLO', async () => {
    const { stream, opening } = sender()
    stream.push(null)
    expect(await failureOf(opening)).toBe('not_welcome')
  })

  test('with another version, in words that say what to do', async () => {
    await expect(sender().open({ ...HELLO, version: 2 })).rejects.toThrow('update the older agent')
  })
})

describe('A label', () => {
  test('waits while the receiver has as many as it takes', async () => {
    const { heard, say, open } = sender()
    const link = await open()
    const labels = ['a', 'b', 'c'].map((text) => labelOf(text))
    const answers = Promise.all(labels.map(async (label) => link.send(label, NOTHING)))
    await turns()
    expect(heard.filter((type) => type === FRAME.JOB)).toHaveLength(2)
    for (const [index, { id }] of labels.entries()) {
      say(FRAME.ANSWER, index + 1, { id, outcome: 'accepted' })
      await turns()
    }
    expect(await answers).toHaveLength(3)
  })

  test('without an answer 10 s after its last byte ends the link, and is in doubt', async () => {
    const { clock, heard, say, open } = sender()
    const link = await open()
    const answer = failureOf(link.send(labelOf('x'), NOTHING))
    await turns()
    clock.stepMs(QUIET_MS + 1)
    expect(heard.at(-1)).toBe(FRAME.PING)
    clock.stepMs(1)
    say(FRAME.PONG, 0)
    await turns()
    clock.stepMs(LINK_LIMITS.answerMs - QUIET_MS - 3)
    expect(link.isAlive).toBe(true)
    clock.stepMs(1)
    expect([await answer, (await link.ended).code, link.isAlive]).toEqual(['timeout', 'timeout', false])
  })

  test('without any sign of life ends the link after 3 s: the other computer may have another address by now', async () => {
    const { clock, heard, open } = sender()
    const link = await open()
    const answer = failureOf(link.send(labelOf('x'), NOTHING))
    await turns()
    clock.stepMs(QUIET_MS + 1)
    expect(heard.at(-1)).toBe(FRAME.PING)
    clock.stepMs(QUIET_MS - 1)
    expect(link.isAlive).toBe(true)
    clock.stepMs(1)
    expect([await answer, link.isAlive]).toEqual(['timeout', false])
  })

  test('need not be under way: a link without any sign of life ends within 8 s, one that answers goes on', async () => {
    const { clock, heard, say, open } = sender()
    const link = await open()
    clock.stepMs(4_000)
    expect(heard.at(-1)).toBe(FRAME.PING)
    clock.stepMs(10)
    say(FRAME.PONG, 0)
    await turns()
    clock.stepMs(3_990)
    await turns()
    expect(link.isAlive).toBe(true)
    clock.stepMs(8_000)
    await turns()
    expect([link.isAlive, (await link.ended).code]).toEqual([false, 'timeout'])
    expect(clock.pending()).toBe(0)
  })

  test('through a hub, which may be slow, silence is borne for 10 s', async () => {
    const { clock, open } = sender('hub')
    const link = await open()
    const answer = failureOf(link.send(labelOf('x'), NOTHING))
    await turns()
    clock.stepMs(LINK_LIMITS.answerMs - 1)
    expect(link.isAlive).toBe(true)
    clock.stepMs(1)
    expect(await answer).toBe('timeout')
  })

  test.each([
    ['an answer to another label', { id: labelOf('y').id, outcome: 'accepted' }],
    ['an answer that is none', { outcome: 'accepted' }],
  ])('%s ends the link', async (_name, body) => {
    const { say, open } = sender()
    const link = await open()
    const answer = failureOf(link.send(labelOf('x'), NOTHING))
    await turns()
    say(FRAME.ANSWER, 1, body)
    expect(await answer).toBe('protocol')
  })

  test('is not begun after a BYE, and what was sent is still answered', async () => {
    const { say, open, stream } = sender()
    const link = await open()
    const label = labelOf('x')
    const answer = link.send(label, NOTHING)
    await turns()
    say(FRAME.BYE, 0, { reason: 'restarting', afterMs: 3_000 })
    await turns()
    expect([link.isAlive, await failureOf(link.send(labelOf('y'), NOTHING))]).toEqual([false, 'bye'])
    say(FRAME.ANSWER, 1, { id: label.id, outcome: 'accepted' })
    expect(await answer).toMatchObject({ outcome: 'accepted' })
    expect(await link.ended).toMatchObject({ code: 'bye', afterMs: 3_000 })
    stream.push(null)
  })
})

test('closed, a link ends after what is under way, or after 1 s', async () => {
  const { clock, heard, open } = sender()
  const link = await open()
  const answer = failureOf(link.send(labelOf('x'), NOTHING))
  await turns()
  link.close()
  expect(heard).not.toContain(FRAME.BYE)
  clock.stepMs(1_000)
  expect([await answer, (await link.ended).code]).toEqual(['closed', 'closed'])
  await turns()
  expect(heard).toContain(FRAME.BYE)
})
