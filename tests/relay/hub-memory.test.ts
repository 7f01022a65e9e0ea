// N08: a hub through which marked labels go holds nothing of them, neither in its memory nor in what it writes.
import { systemClock as clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { describe, expect, test } from 'vitest'
import { PinnedAcceptor } from '../../agent/core/link/tls/pinned-acceptor.ts'
import { openPinned, pinnedContext } from '../../agent/core/link/tls/pinned-tls.ts'
import { Receiver } from '../../agent/core/link/receiver/receiver.ts'
import { openSenderLink } from '../../agent/core/link/sender/sender.ts'
import { labelOf, newDevices, SELF, type Device } from '../../agent/core/link/test/link-rig.ts'
import { MemoryArrivals } from '../../agent/core/link/test/memory-arrivals.ts'
import { deviceKeyOf } from '../kit/programs.ts'
import { newCanary } from '../campaigns/canary/canary-label.ts'
import { searchMemory } from '../campaigns/canary/memory.ts'
import { joinHub, startHubProcess } from './hub-rig.ts'

const LABELS = 300
const [CLIENT, SERVER] = ['BACK-OFFICE', 'FRONT-DESK']

/** What arrived, of labels that went over one job link through the hub at `url`. */
async function sendThrough(url: string, payloads: readonly Buffer[]): Promise<MemoryArrivals> {
  const [client, server] = await newDevices(2)
  if (client === undefined || server === undefined) throw new Error('too few')
  const arrivals = new MemoryArrivals()
  await joinHub(url, SERVER, { onIncoming: acceptorOf(server, client, arrivals) })
  const { tunnels } = await joinHub(url, CLIENT)
  const proven = await openPinned({
    context: pinnedContext(client),
    stream: tunnels.open(deviceKeyOf(SERVER)),
    clock,
    carrier: 'hub',
    peer: () => server.peer,
  })
  const link = await openSenderLink({ proven, clock, self: SELF, onState: () => undefined })
  for (const payload of payloads) await link.send(labelOf(payload), () => undefined)
  link.close()
  return arrivals
}

function acceptorOf(server: Device, client: Device, arrivals: MemoryArrivals): PinnedAcceptor['take'] {
  const peerOf = (fingerprint: string) => (fingerprint === client.fingerprint ? client.peer : null)
  const receiver = new Receiver({ arrivals, clock, logger: silentLogger, self: () => SELF, peerOf })
  const acceptor = new PinnedAcceptor({
    identity: server,
    peerOf,
    carrier: 'hub',
    clock,
    logger: silentLogger,
    onProven: (proven) => receiver.take(proven),
  })
  return (stream) => acceptor.take(stream)
}

describe.skipIf(process.platform !== 'linux')('N08: a hub', () => {
  test('holds nothing of the labels that it relayed, neither in its memory nor in what it wrote', async () => {
    const hub = await startHubProcess([CLIENT, SERVER])
    const canary = newCanary()
    const large = Buffer.concat(Array.from({ length: 4_000 }, (_, n) => canary.label(n)))
    const labels = Array.from({ length: LABELS }, (_, n) => canary.label(n))
    const arrivals = await sendThrough(hub.url, [...labels, large])
    expect(arrivals.kept).toHaveLength(LABELS + 1)
    const searched = searchMemory(hub.pid, canary.mark)
    expect(searched.hits).toEqual([])
    expect(searched.bytes).toBeGreaterThan(20_000_000)
    expect(hub.output()).not.toContain(canary.mark)
  })

  // Without this the search above would say nothing.
  test('would be found out: what goes through in clear is found in its memory', async () => {
    const hub = await startHubProcess([CLIENT, SERVER])
    const { mark } = newCanary()
    await joinHub(hub.url, SERVER)
    const { relay } = await joinHub(hub.url, CLIENT)
    for (let n = 0; n < 20; n += 1)
      await relay.carrier().send(deviceKeyOf(SERVER), Buffer.from(mark.repeat(1_000)))
    expect(searchMemory(hub.pid, mark).hits).not.toEqual([])
  })
})
