// For tests: a relay on a stepped clock, and one that is online at a hub of its own.
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { onTestFinished } from 'vitest'
import { startTestHub } from '../../test/test-hub.ts'
import type { DeviceAnswers } from './device-answers.ts'
import type { SupportNews } from './help-line.ts'
import type { HubNews } from './peer-messages.ts'
import type { PrintingService } from './printing-service.ts'
import type { RelaySetup } from './relay-setup.ts'
import { Relay } from './relay.ts'
import { noNews, requestsOf, testIdentity, testPrinting } from './test-printing.ts'

export const INSTALL_ID = '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11'
export const BOOT_ID = '0c2f9e4e-1f0a-4f43-9d5b-7c3f3f0f2b22'
export const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'

export function setupFor(hubUrl: string): RelaySetup {
  return {
    hubUrl,
    localAddress: '127.0.1.11',
    pharmacyId: 7,
    computerName: 'COUNTER-1',
    username: 'counter',
    email: '',
    supportAppNumber: '123 456 789',
  }
}

/** What a test is about; of the rest there is nothing to tell, and nobody asks. */
export interface RelayOver {
  readonly printing?: Partial<PrintingService>
  /** What the hub may ask of this computer. */
  readonly work?: Partial<DeviceAnswers>
  readonly news?: HubNews
  /** Connected, or the hub says that something of its requests for help is new. */
  readonly onHelp?: () => void
  readonly onPresence?: SupportNews['presence']
  readonly logger?: Logger
}

/** Draws are 0.5, so a first try after a loss is due in 5 s of the stepped clock. */
export function newRelay({
  printing = {},
  work,
  news = noNews,
  onHelp = () => undefined,
  onPresence = () => undefined,
  logger = silentLogger,
}: RelayOver = {}) {
  const clock = new SteppedClock()
  const requests = work === undefined ? {} : { requests: requestsOf(work, clock) }
  const seen = { online: 0, gaveUp: 0 }
  const relay = new Relay({
    installId: () => INSTALL_ID,
    ...testIdentity,
    bootId: BOOT_ID,
    agentVersion: '0.1.0',
    certificates: () => ({ certificate: CERTIFICATE }),
    clock,
    random: () => 0.5,
    logger,
    printing: testPrinting({ ...requests, ...printing }),
    hubNews: () => news,
    support: { changed: onHelp, presence: onPresence },
    onOnline: () => {
      seen.online += 1
      onHelp()
    },
    onGiveUp: () => void (seen.gaveUp += 1),
  })
  onTestFinished(() => relay.stop())
  const reach = (state: string): Promise<void> =>
    until(`state ${state}`, () => relay.connection().state === state)
  return { relay, clock, seen, reach }
}

export async function onlineRelay(over: RelayOver = {}) {
  const hub = await startTestHub()
  const made = newRelay(over)
  await made.relay.apply(setupFor(hub.url))
  await made.reach('online')
  await until('the report', () => hub.reports.length === 1)
  return { hub, ...made }
}
