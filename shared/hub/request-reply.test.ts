// Requests over a socket: what does not keep to the contract never reaches a handler, and every answer is parsed.
import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { silentLogger } from '../logger.ts'
import { HubError, answer, ask, type EventSocket } from './request-reply.ts'

const contract = {
  Greet: {
    args: z.tuple([z.strictObject({ name: z.string().max(10) }), z.enum(['warm', 'cool'])]),
    reply: z.string(),
  },
  Fail: { args: z.tuple([]), reply: z.null() },
} as const

/** Two ends of one socket, in memory. */
function connected(handlers: Parameters<typeof answer<typeof contract>>[2]['handlers']): EventSocket {
  const events = new EventEmitter()
  answer({ onAny: (listener) => events.on('any', listener), emit: () => true }, contract, {
    handlers,
    logger: silentLogger,
  })
  return { onAny: () => undefined, emit: (event, ...args) => events.emit('any', event, ...args) }
}

const calls: string[] = []
const socket = connected({
  Greet: async ({ name }, tone) => {
    calls.push(name)
    return tone === 'warm' ? `dear ${name}` : name
  },
  Fail: async () => {
    throw new Error('a secret of the inside')
  },
})

/** The frame that a sender without our types would get. */
const raw = (event: string, ...args: unknown[]): Promise<unknown> =>
  new Promise((resolve) => {
    socket.emit(event, ...args, resolve)
  })

describe('a request', () => {
  it('is answered with the handler’s data', async () => {
    expect(
      await ask(socket, contract, { event: 'Greet', args: [{ name: 'Ada' }, 'warm'], timeoutMs: 1_000 }),
    ).toBe('dear Ada')
  })
  it.each([
    ['a misspelt event', 'greet', [{ name: 'Ada' }, 'warm'], 'UNKNOWN_EVENT'],
    ['an event that every object has', 'constructor', [], 'UNKNOWN_EVENT'],
    ['__proto__', '__proto__', [], 'UNKNOWN_EVENT'],
    ['a wrong payload', 'Greet', [{ name: 1 }, 'warm'], 'INVALID'],
    ['an unknown enumeration value', 'Greet', [{ name: 'Ada' }, 'hot'], 'INVALID'],
    ['a missing argument', 'Greet', [{ name: 'Ada' }], 'INVALID'],
    ['an argument too many', 'Greet', [{ name: 'Ada' }, 'warm', 1], 'INVALID'],
  ])('with %s never reaches a handler', async (_what, event, args, code) => {
    calls.length = 0
    expect(await raw(event, ...args)).toMatchObject({ ok: false, code })
    expect(calls).toEqual([])
  })
  it('without an acknowledgement is handled all the same', () => {
    expect(() => socket.emit('Greet', { name: 'Bob' }, 'cool')).not.toThrow()
  })
  it('whose handler throws is answered without the inside', async () => {
    const frame = await raw('Fail')
    expect(frame).toMatchObject({ ok: false, code: 'INTERNAL' })
    expect(JSON.stringify(frame)).not.toContain('secret')
  })
})

describe('between versions', () => {
  it('a field that the answerer does not know is left out', async () => {
    calls.length = 0
    expect(await raw('Greet', { name: 'Ada', later: 1 }, 'warm')).toEqual({ ok: true, data: 'dear Ada' })
  })
  it('what does not keep to the contract does not leave', async () => {
    calls.length = 0
    const args = [{ name: 'Ada', later: 1 }, 'warm'] as const
    await expect(ask(socket, contract, { event: 'Greet', args: [...args], timeoutMs: 50 })).rejects.toThrow(
      'later',
    )
    expect(calls).toEqual([])
  })
})

describe('a reply', () => {
  const answering = (frame: unknown): EventSocket => ({
    onAny: () => undefined,
    emit: (_event, ...args) => {
      const ack = args.at(-1)
      if (typeof ack === 'function') Reflect.apply(ack, null, [frame])
    },
  })
  const failing = (frame: unknown) =>
    ask(answering(frame), contract, { event: 'Fail', args: [], timeoutMs: 50 }).catch(
      (error: unknown) => error,
    )

  it.each([
    ['of no known form', 'yes', 'INVALID'],
    ['with a code of a later version', { ok: false, code: 'WHATEVER', message: '' }, 'INTERNAL'],
    ['with wrong data', { ok: true, data: 'something' }, 'INVALID'],
    ['that refuses', { ok: false, code: 'PEER_OFFLINE', message: 'away' }, 'PEER_OFFLINE'],
  ])('%s is thrown as a coded error', async (_what, frame, code) => {
    const error = await failing(frame)
    expect(error).toBeInstanceOf(HubError)
    expect(error).toMatchObject({ code })
  })
  it('that never comes is a time-out', async () => {
    const silent: EventSocket = { onAny: () => undefined, emit: () => true }
    await expect(ask(silent, contract, { event: 'Fail', args: [], timeoutMs: 20 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    })
  })
})
