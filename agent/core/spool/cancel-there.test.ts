// A label that another computer has is cancelled there, from here: while no byte of it left for the printer.
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import type { LinkCancel, RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import type { ComputerRoute } from './rules/forwarding.ts'
import { arrival, SENT, startRig, stuck, type Rig } from './test/spool-rig.ts'

const [ORIGIN, CLIENT, PRINTER] = ['key of the Client', 'COUNTER-1', 'DISPENSARY']

interface Way {
  /** Questions get through; what they are answered with may be that of an earlier version. */
  isUp: boolean
  isOlder: boolean
}

/** `one` is being printed for as long as the test wants, `two` waits behind it. */
async function pair() {
  const clock = new SteppedClock()
  const way: Way = { isUp: true, isOlder: false }
  const { promise: printed, resolve: finish } = Promise.withResolvers<void>()
  const client: Rig = await startRig({ clock, route: routeTo(() => printer, way) })
  const printer: Rig = await startRig({
    clock,
    write: async (label) => Promise.race([stuck(label), printed.then(() => SENT)]),
    onRemoteNews: ({ id, now }) => void client.spool.forwarded.update(id, now),
  })
  for (const text of ['one', 'two']) await client.spool.accept(arrival(text))
  await printer.reach('1 sending', '2 accepted')
  await client.reach('1 forwarded', '2 forwarded')
  return { client, printer, way, clock, finish }
}

function routeTo(printer: () => Rig, way: Way): ComputerRoute {
  const cancel = async (id: string, why: LinkCancel): Promise<RemoteState | null> => {
    if (!way.isUp) return null
    const { arrivals } = printer().spool
    return way.isOlder ? arrivals.stateOf(id, ORIGIN) : arrivals.cancel(id, ORIGIN, why)
  }
  return {
    kind: 'computer',
    destination: PRINTER,
    window: 4,
    deliver: async ({ onHanded, ...label }) => {
      onHanded()
      const ttlMs = label.ttlMs ?? 1_800_000
      const payload = Uint8Array.from(label.payload)
      await printer().spool.arrivals.accept({ ...label, payload, ttlMs, sender: CLIENT, origin: ORIGIN })
      return { kind: 'forwarded', path: 'lan', now: null }
    },
    ask: async (id) => printer().spool.arrivals.stateOf(id, ORIGIN),
    cancel,
  }
}

async function refusalOf(doing: Promise<unknown>): Promise<string | undefined> {
  const error = await doing.then(
    () => null,
    (fault: unknown) => fault,
  )
  return error instanceof ProblemError ? error.reason?.code : 'it was not refused'
}

describe('A label that waits at the computer that has the printer', () => {
  test('is cancelled from where it came from: at both, with who did so, and nothing comes out', async () => {
    const { client, printer, finish } = await pair()
    const row = await client.spool.actions.cancel('2')
    expect([row.state, row.hasPayload]).toEqual(['cancelled', false])
    expect(codesOf(await client.job(2))).toBe('at_computer cancelled_at')
    const [there] = (await printer.list()).filter(({ n }) => n === 2)
    expect(there).toMatchObject({
      state: 'cancelled',
      reasons: [{ code: 'cancelled_at', params: { computer: CLIENT } }],
    })
    // Once more changes nothing.
    expect((await client.spool.actions.cancel('2')).state).toBe('cancelled')
    finish()
    await printer.reach('1 sent_to_printer')
    expect(printer.printed).toEqual(['P1: one'])
  })

  test.each(['label_withdrawn', 'cancelled_by_staff'] as const)('says why, as %s', async (why) => {
    const { client, printer } = await pair()
    await client.spool.actions.cancel('2', why)
    expect([codesOf(await printer.job(2)), codesOf(await client.job(2))]).toEqual([why, `at_computer ${why}`])
  })

  test('is not cancelled once it is being sent to the printer, and comes out', async () => {
    const { client, printer, finish } = await pair()
    expect(await refusalOf(client.spool.actions.cancel('1'))).toBe('label_being_sent')
    finish()
    await client.reach('1 sent_to_printer', '2 sent_to_printer')
    expect(printer.printed).toEqual(['P1: one', 'P1: two'])
  })

  test('that was printed meanwhile, of which no word came, is shown as printed', async () => {
    const { client, printer, finish } = await pair()
    const { id = '' } = (await client.job(2)) ?? {}
    const { arrivals } = printer.spool
    const cancel = async (...asked: [string, string]): Promise<RemoteState> => {
      finish()
      await printer.reach('2 sent_to_printer')
      return arrivals.stateOf(...asked)
    }
    Object.assign(arrivals, { cancel })
    expect(await refusalOf(client.spool.actions.cancel(id))).toBe('label_over')
    expect(await client.states()).toContain('2 sent_to_printer')
  })

  test.each([
    ['no link is up', { isUp: false }],
    ['the other agent is of a version that does not hear it', { isOlder: true }],
  ])('is to be cancelled there where %s', async (_, way) => {
    const { client, printer, ...both } = await pair()
    Object.assign(both.way, way)
    expect(await refusalOf(client.spool.actions.cancel('2'))).toBe('label_elsewhere')
    expect([await client.states(), await printer.states()]).toEqual([
      ['1 forwarded', '2 forwarded'],
      ['1 sending', '2 accepted'],
    ])
  })

  test('is not waited for longer than 5 s, and is cancelled when the answer comes', async () => {
    const { client, clock } = await pair()
    const { promise, resolve } = Promise.withResolvers<void>()
    const route = client.state.route
    if (route.kind !== 'computer') throw new Error('no computer')
    client.state.route = {
      ...route,
      cancel: async (id, why) => promise.then(async () => route.cancel?.(id, why) ?? null),
    }
    const before = clock.pending()
    const cancelling = refusalOf(client.spool.actions.cancel('2'))
    await until('it is waited for', () => clock.pending() > before)
    clock.stepMs(5_000)
    expect(await cancelling).toBe('label_elsewhere')
    resolve()
    await client.reach('2 cancelled')
  })

  test('is nobody’s to cancel but of the computer that it came from', async () => {
    const { client, printer } = await pair()
    const { id = '' } = (await client.job(2)) ?? {}
    const now = await printer.spool.arrivals.cancel(id, 'key of another', 'cancelled_here')
    expect([now.state, await printer.states()]).toEqual(['not_known', ['1 sending', '2 accepted']])
  })
})
