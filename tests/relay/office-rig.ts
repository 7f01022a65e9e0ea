// Whole agents' connections to the real hub over one line that breaks, all from one address and on one time that a test moves.
import { randomUUID } from 'node:crypto'
import type { DeviceHello } from '@pharmacy-relay/shared/device.ts'
import { startTestHub, type TestHub } from '@pharmacy-relay/relay-server/hub/test/test-hub.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { onTestFinished } from 'vitest'
import { noNews, testPrinting } from '../../agent/core/relay/test-printing.ts'
import type { HubConnection } from '../../agent/contract/agent-api.ts'
import { Relay } from '../../agent/core/relay/relay.ts'
import { diceOf } from '../kit/dice.ts'
import type { Line } from '../kit/line.ts'
import { startLine } from '../kit/test-line.ts'

const STEP_MS = 100
/** Tries of agents that stay under way for so long in real time are late, not slow. */
const TRY_LIMIT_MS = 60_000
// Also where a test has timers of its own.
const realTimeout = setTimeout
const { prove } = newCertificate()

export interface Office {
  readonly hub: TestHub
  /** Between all agents and the hub. */
  readonly line: Line
  /** The agents' time; the hub's is real. */
  readonly clock: SteppedClock
  readonly relays: readonly Relay[]
  /** Agents that are online. */
  online(): number
  /** Moves the agents' time until `isReached`, at most `limitMs`; returns how much of it passed. */
  passUntil(isReached: () => boolean, limitMs: number): Promise<number>
}

/** Nobody of it has connected. */
export async function openOffice(agents: number): Promise<Office> {
  const hub = await startTestHub()
  const line = await startLine(placeOf(hub))
  const clock = new SteppedClock()
  const relays = Array.from({ length: agents }, (_, number) => newRelay(number, clock))
  onTestFinished(async () => void (await Promise.all(relays.map(async (relay) => relay.stop()))))
  const online = (): number => relays.filter((relay) => relay.connection().state === 'online').length
  const settled = (): boolean => relays.every((relay) => !isTrying(relay.connection(), clock.wallMs()))
  return {
    hub,
    line,
    clock,
    relays,
    online,
    passUntil: async (isReached, limitMs) => {
      let passedMs = 0
      await soon(() => isReached() || settled())
      while (!isReached() && passedMs < limitMs) {
        clock.stepMs(STEP_MS)
        passedMs += STEP_MS
        await soon(() => isReached() || settled())
      }
      return passedMs
    },
  }
}

/** One that was shut out says so also while it tries again, behind the moment that it named. */
function isTrying(connection: HubConnection, nowMs: number): boolean {
  const { state } = connection
  return state === 'connecting' || (state === 'refused' && Date.parse(connection.nextTryAt) <= nowMs)
}

export function placeOf(hub: TestHub): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(hub.url)
  return { host: hostname, port: Number(port) }
}

/** All of them start to connect, at this moment. */
export async function connectAll({
  relays,
  line,
}: {
  readonly relays: readonly Relay[]
  readonly line: { readonly port: number }
}): Promise<void> {
  await Promise.all(relays.map(async (relay, number) => relay.apply(setupOf(number, line.port))))
}

/** Real time, in which sockets do what they have to. */
export async function soon(isReached: () => boolean, limitMs = TRY_LIMIT_MS): Promise<void> {
  const endMs = performance.now() + limitMs
  while (!isReached() && performance.now() < endMs) await pause(2)
}

export async function pause(realMs: number): Promise<void> {
  return new Promise((resolve) => void realTimeout(resolve, realMs))
}

function newRelay(number: number, clock: SteppedClock): Relay {
  const draws = diceOf(20_261_122, number)
  const ids: Pick<DeviceHello, 'installId' | 'bootId'> = { installId: randomUUID(), bootId: randomUUID() }
  return new Relay({
    installId: () => ids.installId,
    bootId: ids.bootId,
    agentVersion: '0.1.0',
    clock,
    prove,
    random: () => draws.int(1_000_000) / 1_000_000,
    logger: silentLogger,
    printing: testPrinting(),
    certificates: () => ({ certificate: null }),
    hubNews: () => noNews,
    pairing: { moved: async () => undefined, becomesAnother: () => undefined },
    support: { changed: () => undefined, presence: () => undefined },
    onOnline: () => undefined,
    onGiveUp: () => undefined,
  })
}

function setupOf(number: number, port: number) {
  return {
    hubUrl: `http://127.0.0.1:${port}`,
    localAddress: null,
    pharmacyId: 7,
    computerName: `COUNTER-${number}`,
    username: 'counter',
    email: '',
    supportAppNumber: null,
  }
}
