// A computer without a part in printing, as the relay sees it; tests change what they are about.
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import type { HubNews } from './peer-messages.ts'
import type { PrintingDesk } from './printing-desk.ts'

export function testDesk(over: Partial<PrintingDesk> = {}): PrintingDesk {
  return {
    role: () => 'None',
    tcpPort: () => null,
    queueDepth: () => 0,
    held: () => ({ version: 0, hash: '' }),
    config: () => null,
    printers: () => null,
    receive: () => undefined,
    listPrinters: async () => [],
    printTestLabel: async () => Promise.reject(new Error('not asked here')),
    diagnose: async () => Promise.reject(new Error('not asked here')),
    jobs: () => null,
    toldJobs: () => undefined,
    listJobs: async () => [],
    cancelJob: async () => Promise.reject(new Error('not asked here')),
    ...over,
  }
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
