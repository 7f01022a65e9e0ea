// The receiver takes the labels of a link in their order, also where it refuses one of them for now.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { describe, expect, test } from 'vitest'
import { PEER, receiver, turns } from '../test/receiver-rig.ts'

const DISK_FULL = reason('disk_full', {})

describe('Labels are accepted in the order of their JOBs', () => {
  test('though a later one is whole first and is known sooner', async () => {
    const { arrivals, connect } = receiver()
    const client = await connect()
    const first = client.job(1, Buffer.from('first'), { bytes: Buffer.from('fir') })
    const second = client.job(2, Buffer.from('second'))
    await turns()
    expect(arrivals.accepts).toEqual([])
    client.data(1, Buffer.from('st'))
    await turns()
    expect([arrivals.accepts, client.answers()]).toEqual([
      [first, second],
      ['accepted', 'accepted'],
    ])
  })

  test('and one that is refused holds nobody up', async () => {
    const { arrivals, connect } = receiver()
    const client = await connect()
    client.job(1, Buffer.from('late'), { ttlMs: 0, bytes: Buffer.alloc(0) })
    const second = client.job(2, Buffer.from('second'))
    await turns()
    expect([arrivals.accepts, client.answers()]).toEqual([[second], ['expired', 'accepted']])
  })
})

/** The spool takes none while this holds. */
function full(arrivals: ReturnType<typeof receiver>['arrivals']): { readonly ends: () => void } {
  arrivals.beforeAccept = async () => Promise.reject(new ProblemError('unavailable', DISK_FULL))
  return { ends: () => (arrivals.beforeAccept = async () => undefined) }
}

describe('A label that is refused for now is not overtaken', () => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')]
  const keptIds = ({ kept }: ReturnType<typeof receiver>['arrivals']): string[] => kept.map(({ id }) => id)

  /** The spool has room again. */
  const oneRefused = async () => {
    const rig = receiver()
    const client = await rig.connect()
    const isFull = full(rig.arrivals)
    const first = client.job(1, one)
    await turns()
    isFull.ends()
    return { ...rig, client, first }
  }

  test('by one behind it, until it comes again', async () => {
    const { rig, arrivals, client, first } = await oneRefused()
    const second = client.job(2, other)
    await turns()
    expect([client.answers(), keptIds(arrivals), rig.bytesUnderWay]).toEqual([['storage', 'busy'], [], 0])
    client.job(3, one, { id: first })
    client.job(4, other, { id: second })
    await turns()
    expect(keptIds(arrivals)).toEqual([first, second])
  })

  test('by one that had come whole behind it', async () => {
    const { arrivals, connect } = receiver()
    const client = await connect()
    const asked = Promise.withResolvers<void>()
    arrivals.beforeKnown = async () => asked.promise
    client.job(1, one, { bytes: one.subarray(0, 1) })
    client.job(2, other)
    await turns()
    arrivals.beforeKnown = async () => undefined
    asked.reject(new ProblemError('unavailable', DISK_FULL))
    await turns()
    expect([client.answers(), arrivals.accepts]).toEqual([['storage', 'busy'], []])
  })

  test('by one of which it is not known yet whether it is known, when it comes again first', async () => {
    const { arrivals, client, first } = await oneRefused()
    const asked = Promise.withResolvers<void>()
    arrivals.beforeKnown = async () => asked.promise
    const second = client.job(2, other)
    await turns()
    client.job(3, one, { id: first })
    await turns()
    arrivals.beforeKnown = async () => undefined
    asked.resolve()
    await turns()
    client.job(4, other, { id: second })
    await turns()
    expect(client.answers()).toEqual(['storage', 'busy', 'accepted', 'accepted'])
    expect(keptIds(arrivals)).toEqual([first, second])
  })

  test('by any of many that had come whole behind it, which are asked about at once', async () => {
    const { arrivals, connect } = receiver()
    const client = await connect()
    const asked = Promise.withResolvers<void>()
    arrivals.beforeKnown = async () => asked.promise
    const first = client.job(1, one, { bytes: one.subarray(0, 1) })
    for (let stream = 2; stream <= 30; stream += 1) client.job(stream, other)
    await turns()
    const askedOfAll = Promise.withResolvers<void>()
    arrivals.beforeKnown = async () => askedOfAll.promise
    asked.reject(new ProblemError('unavailable', DISK_FULL))
    await turns()
    expect(arrivals.asks).toHaveLength(30)
    client.data(1, one.subarray(1))
    client.job(31, one, { id: first })
    await turns()
    askedOfAll.resolve()
    await turns()
    expect(client.answers().filter((answer) => answer === 'busy')).toHaveLength(29)
    expect(keptIds(arrivals)).toEqual([first])
  })

  test('nor are more remembered than are under way: the next of the newest goes on', async () => {
    const { arrivals, client } = await oneRefused()
    let last = ''
    for (let stream = 2; stream <= 80; stream += 1) {
      last = client.job(stream, Buffer.from(`label ${stream}`))
      await turns(3)
    }
    client.job(81, Buffer.from('label 80'), { id: last })
    await turns()
    expect(keptIds(arrivals)).toEqual([last])
  })

  test('and the spool is told which label goes first: that which comes again, and the first of a new link', async () => {
    const { arrivals, connect } = receiver()
    const said: [string, unknown][] = []
    const isFull = full(arrivals)
    const accept = arrivals.accept.bind(arrivals)
    arrivals.accept = async (label) => {
      said.push([label.id, label.goesFirst])
      return accept(label)
    }
    const client = await connect()
    const first = client.job(1, one)
    await turns()
    isFull.ends()
    client.job(2, one, { id: first })
    const second = client.job(3, other)
    await turns()
    const again = await connect(PEER, 'hub')
    const third = again.job(1, Buffer.from('third'))
    await turns()
    expect(said).toEqual([
      [first, true],
      [first, true],
      [second, false],
      [third, true],
    ])
  })

  test('nor waited for where it does not come again: the next that does goes on', async () => {
    const { arrivals, client } = await oneRefused()
    const second = client.job(2, other)
    await turns()
    client.job(3, other, { id: second })
    await turns()
    expect([client.answers(), keptIds(arrivals)]).toEqual([['storage', 'busy', 'accepted'], [second]])
  })

  test('and one behind it that is known is said to be', async () => {
    const { arrivals, connect } = receiver()
    const client = await connect()
    const known = client.job(1, other)
    await turns()
    const isFull = full(arrivals)
    client.job(2, one)
    await turns()
    isFull.ends()
    client.job(3, other, { id: known })
    await turns()
    expect(client.answers()).toEqual(['accepted', 'storage', 'duplicate'])
  })
})
