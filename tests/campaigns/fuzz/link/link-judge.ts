// What became of one input at an end of a job link, and what is wrong with that.
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { LinkError, type ProvenStream, type TrustedPeer } from '../../../../agent/core/link/link-parts.ts'
import { Receiver } from '../../../../agent/core/link/receiver/receiver.ts'
import { openSenderLink } from '../../../../agent/core/link/sender/sender.ts'
import { MemoryArrivals } from '../../../../agent/core/link/test/memory-arrivals.ts'
import { FUZZ_PRINTER, type LinkInput } from './link-inputs.ts'
import { MemoryStream } from './memory-stream.ts'

export interface LinkBecame {
  readonly faults: readonly string[]
  readonly accepted: number
  /** Of this process's work: what else the computer does does not count. */
  readonly tookMs: number
}

const SELF = { agent: '1.0.0', computerName: 'FUZZ-PC' }
const PEER: TrustedPeer = { deviceKey: 'f'.repeat(64), computerName: 'OTHER-PC', fingerprints: [] }
/** An input takes about a millisecond; so long is a hang also on a computer that does other things. */
const HANG_MS = 2_000
/** Longer than every limit of a link. */
const SILENCE_MS = 20 * 60_000
const STEP_MS = 5_000
const TURNS = 50

/** Throws what the link throws. */
export async function linkBecomes(input: LinkInput): Promise<LinkBecame> {
  const startedAt = process.cpuUsage()
  const clock = new SteppedClock()
  const stream = new MemoryStream()
  const proven: ProvenStream = { stream, peer: PEER, fingerprint: '', carrier: 'lan' }
  const judged = await (input.side === 'receiver'
    ? atReceiver(input, proven, { clock, stream })
    : atSender(input, proven, { clock, stream }))
  const { user, system } = process.cpuUsage(startedAt)
  const tookMs = (user + system) / 1_000
  const faults = [...judged.faults]
  if (!stream.destroyed) faults.push('left its stream open')
  if (clock.pending() > 0) faults.push(`left ${clock.pending()} timers`)
  if (tookMs > HANG_MS) faults.push(`took ${tookMs.toFixed(0)} ms`)
  return { faults, accepted: judged.accepted, tookMs }
}

interface Around {
  readonly clock: SteppedClock
  readonly stream: MemoryStream
}

async function atReceiver(input: LinkInput, proven: ProvenStream, around: Around) {
  const arrivals = new MemoryArrivals()
  const receiver = new Receiver({
    arrivals,
    clock: around.clock,
    logger: silentLogger,
    self: () => SELF,
    peerOf: () => PEER,
    printer: { now: () => FUZZ_PRINTER, look: async () => undefined },
  })
  receiver.take(proven)
  await say(input.opening, around.stream)
  await say(input.fragments, around.stream)
  await ended(input, around)
  const faults: string[] = []
  if (receiver.links().length > 0) faults.push('left a link')
  if (receiver.bytesUnderWay !== 0) faults.push(`left ${receiver.bytesUnderWay} bytes of the budget taken`)
  if (arrivals.kept.some((label) => label.hashOfPayload !== label.sha256))
    faults.push('kept what was not announced')
  const isMissing = input.labels.some(({ id }) => arrivals.kept.every((label) => label.id !== id))
  if (input.kind === 'whole exchange' && isMissing) faults.push('did not keep a whole label')
  return { faults, accepted: arrivals.kept.length }
}

async function atSender(input: LinkInput, proven: ProvenStream, around: Around) {
  const news = { onState: () => undefined, onPrinter: () => undefined }
  const opening = openSenderLink({ proven, clock: around.clock, self: SELF, ...news })
  const opened = opening.catch((error: unknown) => error)
  await say(input.opening, around.stream)
  // What a link that did not open has to send is not sent.
  const sent = opening.then(
    async (link) =>
      Promise.allSettled(
        input.labels.map(async ({ id, payload, sha256 }) =>
          link.send({ id, payload, sha256, reprint: null, number: 'B-75', ttlMs: 60_000 }, () => undefined),
        ),
      ),
    () => [],
  )
  await turns(2)
  await say(input.fragments, around.stream)
  await ended(input, around)
  const results = await soon(sent)
  if (results === null) return { faults: ['left a label without an end'], accepted: 0 }
  const accepted = results.filter(
    (one) => one.status === 'fulfilled' && one.value.outcome === 'accepted',
  ).length
  const faults: string[] = []
  const reasons: unknown[] = []
  for (const one of results) if (one.status === 'rejected') reasons.push(one.reason)
  const failure = await opened
  if (failure instanceof Error) reasons.push(failure)
  if (reasons.some((reason) => !(reason instanceof LinkError)))
    faults.push('failed with something that is no LinkError')
  if (input.kind === 'whole exchange' && accepted < input.labels.length) faults.push('did not hear an answer')
  return { faults, accepted }
}

async function say(fragments: readonly Buffer[], stream: MemoryStream): Promise<void> {
  for (const fragment of fragments) stream.say(fragment)
  await turns(1)
}

/** The stream, and with it the link, is over afterwards, or there is something wrong. */
async function ended({ endedBy }: LinkInput, { clock, stream }: Around): Promise<void> {
  if (endedBy !== 'silence') stream.endBy(endedBy)
  for (let turn = 0; turn < TURNS && !stream.destroyed; turn += 1) await turns(1)
  for (let ms = 0; ms < SILENCE_MS && !stream.destroyed; ms += STEP_MS) {
    clock.stepMs(STEP_MS)
    await turns(1)
  }
  await turns(2)
}

/** Null when it does not come. */
async function soon<T>(promise: Promise<T>): Promise<T | null> {
  const never = turns(TURNS).then(() => null)
  return Promise.race([promise, never])
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
