// The Client's side: what it asks for when a link comes up.
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { LinkState } from '@pharmacy-relay/shared/job-link.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { LinkClient } from './link-client.ts'
import { LinkError, type SenderLink } from '../link-parts.ts'

const STILL_WAITING = 3
const LABELS = 450
const PEER = { deviceKey: 'd', computerName: 'DISPENSARY', fingerprints: [] }

/** Answers that all have come out but for the first few, which wait. */
function answering(asked: string[]): SenderLink {
  const { promise } = Promise.withResolvers<LinkError>()
  return {
    isAlive: true,
    ended: promise,
    close: () => undefined,
    look: async () => undefined,
    send: async () => Promise.reject(new LinkError('closed', 'no labels here')),
    query: async (id): Promise<LinkState> => {
      asked.push(id)
      const state = Number(id) < STILL_WAITING ? 'waiting_for_printer' : 'sent_to_printer'
      return { id, state, reasons: [], evidence: null }
    },
  }
}

test('A new link asks for every label whose end is not known, once, however many they are', async () => {
  const open = new Set(Array.from({ length: LABELS }, (_, n) => String(n)))
  const asked: string[] = []
  const client = new LinkClient({
    computerName: 'DISPENSARY',
    clock: systemClock,
    random: () => 0,
    logger: silentLogger,
    place: () => ({ addresses: [], port: 9_100 }),
    lookUp: async () => [],
    tunnel: () => new PassThrough(),
    secure: async (stream) => ({ stream, peer: PEER, fingerprint: 'f', carrier: 'hub' }),
    greet: async () => answering(asked),
    forwarded: {
      pending: async () => [],
      replied: async () => undefined,
      unsettled: async (_computer, limit) => [...open].slice(0, limit),
      update: async (id, { state }) => {
        if (state === 'sent_to_printer') open.delete(id)
      },
    },
  })
  client.start()
  await until('all that have come out', () => open.size === STILL_WAITING)
  await until('the rest', () => asked.length >= LABELS)
  client.stop()
  expect(new Set(asked).size).toBe(LABELS)
  expect(asked).toHaveLength(LABELS)
})

test('What people said goes first on a new link, before its labels, and is told again until it was heard', async () => {
  const said: string[] = []
  const heard: string[] = []
  const clock = new SteppedClock()
  const link: SenderLink = {
    ...answering([]),
    send: async ({ id }) => {
      said.push(`label ${id}`)
      return { id, outcome: 'accepted' }
    },
    query: async (id, answer): Promise<LinkState> => {
      said.push(`${id} ${answer}`)
      return { id, state: said.length > 2 ? 'sent_to_printer' : 'unknown', reasons: [], evidence: null }
    },
  }
  const client = new LinkClient({
    computerName: 'DISPENSARY',
    clock,
    random: () => 0,
    logger: silentLogger,
    place: () => ({ addresses: [], port: 9_100 }),
    lookUp: async () => [],
    tunnel: () => new PassThrough(),
    secure: async (stream) => ({ stream, peer: PEER, fingerprint: 'f', carrier: 'hub' }),
    greet: async () => link,
    forwarded: {
      pending: async (computer) =>
        computer === 'DISPENSARY' && heard.length === 0 ? [{ id: '7', answer: 'came_out' }] : [],
      replied: async (id, { state }) => {
        if (state !== 'unknown') heard.push(`${id} ${state}`)
      },
      unsettled: async () => [],
      update: async () => undefined,
    },
  })
  const label = {
    id: '9',
    payload: Buffer.from('^XA^XZ'),
    sha256: '',
    reprint: null,
    number: '1',
    ttlMs: null,
  }
  const delivering = client.route().deliver({
    ...label,
    wasHanded: false,
    signal: new AbortController().signal,
    onHanded: () => undefined,
    onWaiting: () => undefined,
  })
  await until('the label', () => {
    clock.stepMs(100)
    return said.includes('label 9')
  })
  await delivering
  expect(said.slice(0, 2)).toEqual(['7 came_out', 'label 9'])
  client.start()
  await until('it is heard', () => {
    clock.stepMs(1_000)
    return heard.length > 0
  })
  client.stop()
  expect(heard).toEqual(['7 sent_to_printer'])
})
