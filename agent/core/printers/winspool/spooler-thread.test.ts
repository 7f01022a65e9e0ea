// Threads that hang in a call of Windows, end, or answer nonsense: real threads, and time that is stepped.
import { describe, expect, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { z } from 'zod'
import { NO_ANSWER } from './spooler-facts.ts'
import { SpoolerThread } from './spooler-thread.ts'
import { spoolerOn } from './spooler.ts'
import { giveUp } from './write-gate.ts'

const LOST = { ok: false, failure: { code: NO_ANSWER } }
const ANSWERED = { ok: true, value: null }

function threadOn(clock = new SteppedClock()) {
  const file = new URL('test/odd-worker.ts', import.meta.url)
  const thread = new SpoolerThread({ name: 'test', clock, logger: silentLogger, file })
  const ask = async (name: string) => thread.ask({ call: 'job', name, job: 1 }, z.null(), { limitMs: 8_000 })
  return { thread, ask, clock }
}

describe('A thread', () => {
  test('answers, also several questions at once', async () => {
    const { ask, clock } = threadOn()
    expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual([ANSWERED, ANSWERED, ANSWERED])
    expect(clock.pending()).toBe(0)
  })

  test.each(['throws', 'ends'])('that %s is followed by another one', async (what) => {
    const { ask } = threadOn()
    expect(await ask(what)).toMatchObject(LOST)
    expect(await ask('works')).toEqual(ANSWERED)
  })

  test('that answers nonsense has not answered', async () => {
    const { ask } = threadOn()
    expect(await ask('nonsense')).toMatchObject(LOST)
  })

  test('that hangs is given up at its limit, and what waits behind it with it; the next question has a new one', async () => {
    const { ask, clock } = threadOn()
    const behind = [ask('hangs'), ask('works')]
    clock.stepMs(7_999)
    expect(clock.pending()).toBe(2)
    clock.stepMs(1)
    expect(await Promise.all(behind)).toMatchObject([LOST, LOST])
    expect(await ask('works')).toEqual(ANSWERED)
  })

  test('is not started any more where four hang', async () => {
    const { ask, clock } = threadOn()
    for (let n = 1; n <= 4; n += 1) {
      const hung = ask('hangs')
      clock.stepMs(8_000)
      expect(await hung).toMatchObject(LOST)
    }
    expect(await ask('works')).toMatchObject(LOST)
  })

  test('has at most 64 questions waiting', async () => {
    const { ask, clock } = threadOn()
    const waiting = Array.from({ length: 65 }, async () => ask('hangs'))
    expect(await waiting.at(-1)).toMatchObject(LOST)
    expect(clock.pending()).toBe(64)
    clock.stepMs(8_000)
    await Promise.all(waiting)
  })
})

describe('A label whose thread hangs', () => {
  /** The second word is what its thread waits for, and tells. */
  function label(name: string, signal = new AbortController().signal) {
    const { thread, clock } = threadOn()
    const gate = new SharedArrayBuffer(8)
    const words = new Int32Array(gate)
    const payload = Buffer.from('^XA^XZ')
    const about = { name, title: 'label 1', limitMs: 90_000 }
    const answer = spoolerOn(thread).handOver({ ...about, payload, gate, signal })
    const goOn = (): void => {
      words[1] = 1
      Atomics.notify(words, 1)
    }
    return { answer, clock, gate, words, goOn }
  }

  test('before its first byte: none leaves, also when the call comes back later', async () => {
    const { answer, clock, gate, words, goOn } = label('hangs before it writes')
    clock.stepMs(90_000)
    expect(await answer).toMatchObject({ ok: false })
    expect(giveUp(gate)).toBe(true)
    goOn()
    await until('the call is back', () => words[1] !== 1)
    // 99 would be a label that was written although nobody waited for it.
    expect(words[1]).toBe(2)
  })

  test('while it is written: bytes may have left', async () => {
    const { answer, clock, gate, words, goOn } = label('hangs while it writes')
    await until('it writes', () => words[0] === 1)
    clock.stepMs(90_000)
    expect(await answer).toMatchObject({ ok: false })
    expect(giveUp(gate)).toBe(false)
    goOn()
  })

  test('when the agent stops, is waited for 3 s more', async () => {
    const stop = new AbortController()
    const { answer, clock, goOn } = label('hangs before it writes', stop.signal)
    stop.abort()
    clock.stepMs(2_999)
    expect(clock.pending()).toBe(2)
    clock.stepMs(1)
    expect(await answer).toMatchObject({ ok: false })
    goOn()
  })
})
