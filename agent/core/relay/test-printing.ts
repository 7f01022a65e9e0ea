// A computer without a role, as the relay sees it; tests change what they are about.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { forEachRequest } from '@pharmacy-relay/shared/hub/device-requests.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { deviceAnswers, type DeviceAnswers } from './device-answers.ts'
import type { HubNews } from './peer-messages.ts'
import type { PrintingService } from './printing-service.ts'

/** Staff ask nothing here. */
const noRequests: DeviceAnswers = forEachRequest(
  () => async () => Promise.reject(new Error('not asked here')),
)

export function testPrinting(over: Partial<PrintingService> = {}): PrintingService {
  return {
    role: () => 'None',
    tcpPort: () => null,
    queueDepth: () => 0,
    held: () => ({ version: 0, hash: '' }),
    config: () => null,
    printers: () => null,
    receive: () => undefined,
    jobs: () => null,
    toldJobs: () => undefined,
    requests: noRequests,
    ...over,
  }
}

/** Answers with what is given; whatever else is asked fails. */
export function requestsOf(work: Partial<DeviceAnswers>, clock: Clock): DeviceAnswers {
  return deviceAnswers({ ...noRequests, ...work }, clock)
}

/** A device with a key of its own, which nobody moves to another pharmacy. */
export const testIdentity = {
  prove: newCertificate().prove,
  pairing: { moved: async () => undefined, becomesAnother: () => undefined },
}

/** Nobody here speaks to other devices. */
export const noNews: HubNews = {
  received: () => undefined,
  peerOffline: () => undefined,
  hubUp: () => undefined,
  hubDown: () => undefined,
}
