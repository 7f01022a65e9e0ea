// The limits of the event streams, with a sink in memory: readers that do not read, floods, a full portal.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { newSession } from '../session/session.ts'
import { PortalStreams } from './portal-streams.ts'
import type { SseSink } from './sse.ts'

class MemorySink implements SseSink {
  readonly written: string[] = []
  waitingBytes = 0
  state: 'open' | 'ended' | 'cut' = 'open'
  readonly #closed: (() => void)[] = []

  write(text: string): void {
    this.written.push(text)
  }
  bufferedBytes(): number {
    return this.waitingBytes
  }
  end(): void {
    this.#close('ended')
  }
  cut(): void {
    this.#close('cut')
  }
  onClosed(listener: () => void): void {
    this.#closed.push(listener)
  }
  #close(state: 'ended' | 'cut'): void {
    this.state = state
    for (const listener of this.#closed) listener()
  }
}

function newStreams() {
  const clock = new SteppedClock()
  const nats = { isAway: false }
  const streams = new PortalStreams({ clock, isLive: () => true, isNatsAway: () => nats.isAway })
  streams.connected({ lastEventId: 0, hasGap: true, wentBack: false })
  const open = (guid: string = randomUUID()): MemorySink => {
    const at = '2026-01-01T00:00:00.000Z'
    const tokens = { accessToken: 'a', accessExpiresAt: at, refreshToken: 'r', refreshExpiresAt: at }
    const session = newSession({ guid, name: 'Sam', role: 'Support' }, tokens, 0)
    const sink = new MemorySink()
    streams.checkRoom(session)
    streams.open({ session, afterId: 0, taskId: null, sink })
    return sink
  }
  return { clock, nats, streams, open }
}

describe('event streams', () => {
  test('of a reader that does not read are cut at 1 MiB, and the others go on', () => {
    const { clock, streams, open } = newStreams()
    const [slow, well] = [open(), open()]
    slow.waitingBytes = 1_048_577
    streams.changed([{ id: 1, customerId: 7 }])
    clock.stepMs(100)
    expect(slow.state).toBe('cut')
    expect(well.written.at(-1)).toBe('id: 1\nevent: relay\ndata: {"lastEventId":1,"customerIds":[7]}\n\n')
    expect(streams.size).toBe(1)
  })

  test('ask for everything instead of naming more than 1,000 pharmacies', () => {
    const { clock, streams, open } = newStreams()
    const sink = open()
    streams.changed(Array.from({ length: 1_001 }, (_, at) => ({ id: at + 1, customerId: at + 1 })))
    clock.stepMs(100)
    expect(sink.written.at(-1)).toBe(
      'id: 1001\nevent: resync\ndata: {"lastEventId":1001,"customerIds":[]}\n\n',
    )
  })

  test('are 500 at most', () => {
    const { open } = newStreams()
    for (let count = 0; count < 500; count += 1) open()
    expect(() => open()).toThrow('no room')
  })

  test('of one account are 24 at most, however many sessions it has, and leave the room to others', () => {
    const { streams, open } = newStreams()
    const greedy = randomUUID()
    for (let count = 0; count < 24; count += 1) open(greedy)
    for (let count = 0; count < 500; count += 1) expect(() => open(greedy)).toThrow('Too many live pages')
    for (let count = 0; count < 400; count += 1) open()
    expect(streams.size).toBe(424)
  })

  test('of a store that came back from a backup begin anew at its ids', () => {
    const { clock, streams, open } = newStreams()
    streams.changed([{ id: 90, customerId: 1 }])
    const sink = open()
    streams.connected({ lastEventId: 40, hasGap: false, wentBack: true })
    expect(sink.written.at(-1)).toContain('"lastEventId":40')
    expect(streams.changed([{ id: 41, customerId: 2 }])).toHaveLength(1)
    clock.stepMs(100)
    expect(sink.written.at(-1)).toContain('"lastEventId":41')
  })

  test('say with every beat whether NATS is away, and also while the store is', () => {
    const { clock, nats, streams, open } = newStreams()
    const sink = open()
    nats.isAway = true
    clock.stepMs(15_000)
    expect(sink.written.at(-1)).toBe('event: beat\ndata: {"isNatsAway":true}\n\n')
    streams.stale()
    expect(sink.written.at(-1)).toBe('event: stale\ndata: {"isNatsAway":true}\n\n')
  })

  test('that ended hear nothing more', () => {
    const { clock, streams, open } = newStreams()
    const sink = open()
    streams.changed([{ id: 1, customerId: 1 }])
    streams.stop()
    const heard = sink.written.length
    clock.stepMs(60_000)
    expect(sink.state).toBe('ended')
    expect(sink.written).toHaveLength(heard)
  })
})
