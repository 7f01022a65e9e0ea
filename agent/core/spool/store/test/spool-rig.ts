// A spool of a test: real file, real thread, its own folder; closed after the test.
import { randomBytes, randomUUID } from 'node:crypto'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createSealer } from '../../../keys/sealer.ts'
import type { NewJob } from '../spool-store.ts'
import { openSpoolStore, type SpoolStoreParts, type StoredSpool } from '../open-spool-store.ts'

export interface SpoolRig {
  readonly folder: string
  readonly clock: SteppedClock
  readonly spool: StoredSpool
  /** Another one on the same folder, with the same key, as after a restart. */
  again(): Promise<StoredSpool>
}

/** Without a reserve, so that tests do not write 16 MiB each. */
export async function spoolRig(over: Partial<SpoolStoreParts> = {}): Promise<SpoolRig> {
  const folder = over.folder ?? temporaryFolder()
  const clock = new SteppedClock()
  const sealer = createSealer(randomBytes(32))
  const open = async (): Promise<StoredSpool> => {
    const spool = await openSpoolStore({
      folder,
      clock,
      sealer,
      logger: silentLogger,
      ...over,
      limits: { reserveBytes: 0, ...over.limits },
    })
    onTestFinished(async () => spool.close())
    return spool
  }
  return { folder, clock, spool: await open(), again: open }
}

export function newJob(over: Partial<NewJob> = {}): NewJob {
  return {
    id: randomUUID(),
    state: 'accepted',
    reasons: [],
    sender: '192.168.1.20',
    endedBy: 'fin',
    language: 'zpl',
    isComplete: true,
    copies: 1,
    reprint: null,
    acceptedAtMs: Date.UTC(2026, 10, 20, 9),
    ...over,
  }
}

export const label = (text: string): Uint8Array => Buffer.from(`^XA^FO20,20^FD${text}^FS^XZ`)

/** The printer took it. */
export const SENT = { state: 'sent_to_printer', reasons: [], evidence: 'L1', bytesSent: 24 } as const
export const START = { kind: 'printer', destination: 'tcp:192.168.1.50:9100', odometer: null } as const
