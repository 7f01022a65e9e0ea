// Labels over two ways that break, hang and come back as chance has it: the receiver takes each once, in the order of their deliveries.
import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, onTestFinished, test } from 'vitest'
import { LinkClient } from '../../agent/core/link/sender/link-client.ts'
import { openSenderLink } from '../../agent/core/link/sender/sender.ts'
import {
  labelOf,
  newDevices,
  receivingComputer,
  SELF,
  type Device,
  type ReceivingComputer,
} from '../../agent/core/link/test/link-rig.ts'
import type { MemoryArrivals } from '../../agent/core/link/test/memory-arrivals.ts'
import { PinnedAcceptor } from '../../agent/core/link/tls/pinned-acceptor.ts'
import { openPinned, pinnedContext } from '../../agent/core/link/tls/pinned-tls.ts'
import { diceOf, type Dice } from '../kit/dice.ts'
import type { Line } from '../kit/line.ts'
import { startLine } from '../kit/test-line.ts'

const LABELS = Number(process.env['LinkLabels'] ?? 40)
const SEED = Number(process.env['Seed'] ?? 20_261_128)
const LIMIT_MS = 60_000 + LABELS * 500
/** Deliveries under way before the next one waits a moment. */
const TOGETHER = 8
const FAULTS = ['cut', 'cutAfter', 'refusing', 'silent', 'slow', 'mute', 'open', 'open'] as const
const HOST = '127.0.0.1'

/** A second way into the computer; what it carries is the same as in a tunnel through the hub. */
async function hubPortOf({ device, clients, receiver }: ReceivingComputer): Promise<number> {
  const acceptor = new PinnedAcceptor({
    identity: device,
    peerOf: (fingerprint) =>
      clients.find(({ peer }) => peer.fingerprints.includes(fingerprint))?.peer ?? null,
    carrier: 'hub',
    clock: systemClock,
    logger: silentLogger,
    handshakeMs: 4_000,
    onProven: (proven) => receiver.take(proven),
  })
  const server = net.createServer((socket) => acceptor.take(socket.on('error', () => undefined)))
  onTestFinished(() => void server.close())
  return listening(server)
}

interface Ways {
  readonly lan: Line
  readonly hub: Line
}

function clientOver({ lan, hub }: Ways, device: Device, to: Device, dice: Dice): LinkClient {
  return new LinkClient({
    computerName: 'DISPENSARY',
    clock: systemClock,
    random: () => dice.share(),
    logger: silentLogger,
    place: () => ({ addresses: [HOST], port: lan.port }),
    lookUp: async () => [],
    tunnel: () => net.connect({ port: hub.port, host: HOST, noDelay: true }),
    secure: async (stream, carrier) =>
      openPinned({
        context: pinnedContext(device),
        stream,
        carrier,
        peer: () => to.peer,
        clock: systemClock,
      }),
    greet: async (proven, news) => openSenderLink({ proven, clock: systemClock, self: SELF, ...news }),
    forwarded: {
      pending: async () => [],
      replied: async () => undefined,
      unsettled: async () => [],
      update: async () => undefined,
    },
  })
}

/** Until the signal; both ways are open then. */
async function breakWays({ lan, hub }: Ways, dice: Dice, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(dice.int(120))
    const way = dice.oneOf([lan, hub])
    const fault = dice.oneOf(FAULTS)
    if (fault === 'cut') way.cut()
    else if (fault === 'cutAfter') way.cutAfter(dice.int(40_000))
    else way.set(fault)
  }
  for (const way of [lan, hub]) way.set('open')
}

/** The ids of labels of any size, in the order of their deliveries; some together, some after a moment. */
async function handIn(client: LinkClient, dice: Dice): Promise<string[]> {
  const ids: string[] = []
  const ends: Promise<unknown>[] = []
  for (let n = 0; n < LABELS; n += 1) {
    const id = randomUUID()
    const label = labelOf(Buffer.alloc(200 + Math.floor(dice.share() ** 4 * 60_000), n), id)
    ids.push(id)
    ends.push(
      client.route().deliver({
        ...label,
        ttlMs: null,
        wasHanded: false,
        signal: new AbortController().signal,
        onHanded: () => undefined,
        onWaiting: () => undefined,
      }),
    )
    if (dice.int(10) < 6) await delay(dice.int(60))
    if (n >= TOGETHER) await Promise.race([ends[n - TOGETHER], delay(5_000)])
  }
  return ids
}

const DISK_FULL = reason('disk_full', {})

/** As a spool that has no room now and then, which holds the labels of a computer back until the first of them comes again. */
function shortOfRoom(arrivals: MemoryArrivals, dice: Dice): void {
  const accept = arrivals.accept.bind(arrivals)
  let isShut = false
  arrivals.accept = async (label) => {
    if (label.goesFirst === true) isShut = false
    const isKnown = arrivals.kept.some(({ id }) => id === label.id)
    isShut ||= !isKnown && dice.isOneIn(12)
    if (!isShut || isKnown) return accept(label)
    await delay(dice.int(20))
    throw new ProblemError('unavailable', DISK_FULL)
  }
}

test.each([
  ['always', () => undefined],
  ['not always', shortOfRoom],
])(
  'Labels over two ways that break at any moment, to a receiver that has room %s, are taken once and in their order',
  async (_name, makeShort) => {
    const dice = diceOf(SEED, 'order')
    const [device, server] = await newDevices(2)
    if (device === undefined || server === undefined) throw new Error('too few devices')
    const computer = await receivingComputer(server, [device])
    const { arrivals } = computer
    const slowly = async (): Promise<void> => void (dice.isOneIn(3) && (await delay(dice.int(20))))
    Object.assign(arrivals, { beforeAccept: slowly, beforeKnown: slowly })
    makeShort(arrivals, diceOf(SEED, 'room'))
    const ways = {
      lan: await startLine({ host: HOST, port: computer.port }),
      hub: await startLine({ host: HOST, port: await hubPortOf(computer) }),
    }
    const client = clientOver(ways, device, server, dice)
    client.start()
    const ending = new AbortController()
    const breaking = breakWays(ways, diceOf(SEED, 'ways'), ending.signal)
    const ids = await handIn(client, dice)
    ending.abort()
    await breaking
    await until('all are taken', () => arrivals.kept.length === LABELS)
    client.stop()
    // What came again was known: the first time counts.
    expect([...new Set(arrivals.accepts)]).toEqual(ids)
  },
  LIMIT_MS,
)
