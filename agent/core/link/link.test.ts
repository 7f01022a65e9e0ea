// The job link between two computers over real TLS and sockets: what is sent, answered and told.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { labelOf, newDevices, receivingComputer, sendingLink, type Device } from './test/link-rig.ts'

let printerPc: Device
let client: Device
let other: Device

beforeAll(async () => {
  const [first, second, third] = await newDevices(3)
  if (first === undefined || second === undefined || third === undefined) throw new Error('no devices')
  ;[printerPc, client, other] = [first, second, third]
})

describe('A label', () => {
  test('arrives as it was sent, with who sent it and what is left of its life', async () => {
    const to = await receivingComputer(printerPc, [client])
    const { link } = await sendingLink(client, to)
    const label = labelOf(randomBytes(2_500))
    let firstBytes = 0
    expect(await link.send(label, () => (firstBytes += 1))).toEqual({ id: label.id, outcome: 'accepted' })
    expect(firstBytes).toBe(1)
    const [kept] = to.arrivals.kept
    expect(kept).toMatchObject({ id: label.id, length: 2_500, hashOfPayload: label.sha256, reprint: null })
    expect(kept).toMatchObject({ sender: 'PC-2', origin: client.peer.deviceKey, number: 'B-75' })
    expect(kept?.ttlMs).toBeGreaterThan(59_000)
    expect(to.receiver.bytesUnderWay).toBe(0)
  })

  test('whose computer has no letter, or says no number at all, brings none', async () => {
    const to = await receivingComputer(printerPc, [client])
    const { link } = await sendingLink(client, to)
    const label = { ...labelOf('^XA^XZ'), number: '75' }
    expect(await link.send(label, () => undefined)).toMatchObject({ outcome: 'accepted' })
    expect(to.arrivals.kept.map(({ number }) => number)).toEqual([undefined])
  })

  test('of 5 MiB arrives, and those behind it keep their order', async () => {
    const to = await receivingComputer(printerPc, [client, other])
    const { link } = await sendingLink(client, to)
    const labels = [
      labelOf(randomBytes(5 * 1_048_576)),
      ...Array.from({ length: 60 }, () => labelOf(randomBytes(900))),
    ]
    const answers = await Promise.all(labels.map(async (label) => link.send(label, () => undefined)))
    expect(answers.every(({ outcome }) => outcome === 'accepted')).toBe(true)
    expect(to.arrivals.accepts).toEqual(labels.map(({ id }) => id))
    expect(to.arrivals.kept.every((kept) => kept.hashOfPayload === kept.sha256)).toBe(true)
  })

  test('that is there already is a duplicate, with other bytes a conflict, too old expired; the link lives on', async () => {
    const to = await receivingComputer(printerPc, [client])
    const { link } = await sendingLink(client, to)
    const label = labelOf('^XA^XZ')
    const send = async (sent: typeof label) => link.send(sent, () => undefined)
    await send(label)
    expect(await send(label)).toMatchObject({ outcome: 'duplicate', now: { state: 'sending' } })
    expect(await send(labelOf('other', label.id))).toMatchObject({ outcome: 'refused', reason: 'conflict' })
    expect(await send({ ...labelOf('old'), ttlMs: 0 })).toMatchObject({
      reason: 'expired',
      retryAfterMs: null,
    })
    expect(await send({ ...label, ttlMs: 0 })).toMatchObject({ outcome: 'duplicate' })
    expect(await send({ ...labelOf('x'), sha256: label.sha256 })).toMatchObject({ reason: 'hash' })
    expect(await send(labelOf('^XA^FDlast^XZ'))).toMatchObject({ outcome: 'accepted' })
    expect([link.isAlive, to.arrivals.kept.length]).toEqual([true, 2])
  })

  test('is asked for by who sent it, and by nobody else', async () => {
    const to = await receivingComputer(printerPc, [client, other])
    const [mine, theirs] = [await sendingLink(client, to), await sendingLink(other, to)]
    const label = labelOf('x')
    await mine.link.send(label, () => undefined)
    expect(await mine.link.query(label.id)).toMatchObject({ id: label.id, state: 'sending' })
    expect(await theirs.link.query(label.id)).toMatchObject({ id: label.id, state: 'not_known' })
  })

  test('that waits is cancelled by who sent it, and by nobody else; one of which a byte left is not', async () => {
    const to = await receivingComputer(printerPc, [client, other])
    const [mine, theirs] = [await sendingLink(client, to), await sendingLink(other, to)]
    const [waiting, begun] = [labelOf('odd'), labelOf('even')]
    for (const label of [waiting, begun]) await mine.link.send(label, () => undefined)
    const asked = async ({ id }: typeof waiting, by = mine) => by.link.query(id, null, 'label_withdrawn')
    expect(await asked(waiting, theirs)).toMatchObject({ state: 'not_known' })
    expect(to.arrivals.cancels).toEqual([])
    expect(await asked(waiting)).toMatchObject({ id: waiting.id, state: 'cancelled' })
    expect(await asked(begun)).toMatchObject({ state: 'sending', isRefused: true })
    expect(to.arrivals.cancels).toEqual(['label_withdrawn'])
  })

  test('tells its news on the links of its device only', async () => {
    const to = await receivingComputer(printerPc, [client, other])
    const [mine, theirs] = [await sendingLink(client, to), await sendingLink(other, to)]
    const now = { state: 'printed' as const, reasons: [reason('seen_out', {})], evidence: 'L3' as const }
    const { id } = labelOf('x')
    await until('the links', () => to.receiver.links().length === 2)
    await mine.link.send(labelOf('y'), () => undefined)
    await theirs.link.send(labelOf('z'), () => undefined)
    to.receiver.tell({ id, origin: client.peer.deviceKey, now })
    await until('the news', () => mine.news.length === 1)
    expect([mine.news, theirs.news]).toEqual([[{ ...now, id }], []])
  })
})
