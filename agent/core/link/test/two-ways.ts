// Deliveries of labels over two ways that a test answers, with the clock that it steps.
import { randomUUID } from 'node:crypto'
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import type { LinkAnswer, LinkState } from '@pharmacy-relay/shared/job-link.ts'
import type { ForwardedLabel } from '../../spool/rules/forwarding.ts'
import type { LinkError, LinkPath, SenderLink } from '../link-parts.ts'
import { deliver } from '../sender/delivery.ts'
import { Turns } from '../sender/turns.ts'

export const ID = '00000000-0000-4000-8000-000000000001'
export const ACCEPTED: LinkAnswer = { id: ID, outcome: 'accepted' }
export const REFUSED = { id: ID, outcome: 'refused', because: [], retryAfterMs: null } as const

/** A way whose links are up at once; every job on it waits until the test answers it. */
export class Way implements LinkPath {
  readonly name: 'lan' | 'hub'
  failedLast: LinkError | null = null
  knows: LinkState['state'] = 'not_known'
  #link: SenderLink | null = null
  readonly sent: {
    readonly answer: (answer: LinkAnswer) => void
    readonly fail: (error: LinkError) => void
  }[] = []

  constructor(name: 'lan' | 'hub') {
    this.name = name
  }

  async link(): Promise<SenderLink> {
    if (this.failedLast !== null) throw this.failedLast
    this.#link ??= this.#newLink()
    return this.#link
  }

  #newLink(): SenderLink {
    return {
      isAlive: true,
      ended: new Promise(() => undefined),
      close: () => undefined,
      look: async () => undefined,
      query: async (id) => ({ id, state: this.knows, reasons: [], evidence: null }),
      send: async (_label, onFirstByte) => {
        onFirstByte()
        return new Promise((answer, fail) => this.sent.push({ answer, fail }))
      },
    }
  }

  onUp(): () => void {
    return () => undefined
  }
}

export function scene(change: Partial<ForwardedLabel> = {}) {
  const clock = new SteppedClock()
  const [lan, hub] = [new Way('lan'), new Way('hub')]
  const said: string[] = []
  const stop = new AbortController()
  const label: ForwardedLabel = {
    id: ID,
    payload: Buffer.from('^XA^XZ'),
    sha256: 'a'.repeat(64),
    reprint: null,
    number: 'B-75',
    ttlMs: 60_000,
    wasHanded: false,
    signal: stop.signal,
    onHanded: () => said.push('handed'),
    onWaiting: (reasons) => said.push(codesOf({ reasons })),
    ...change,
  }
  const parts = { computerName: 'DISPENSARY', lan, hub, turns: new Turns(), clock }
  const end = deliver(label, parts)
  /** A younger label on the same ways. */
  const next = () => deliver({ ...label, id: randomUUID() }, parts)
  return { clock, lan, hub, said, stop, end, next }
}

export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

/** Lets everything that is ready run between two steps. */
export async function step(clock: SteppedClock, ms: number): Promise<void> {
  await settled()
  clock.stepMs(ms)
  await settled()
}
