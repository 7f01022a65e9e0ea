// The real spool store in a folder of its own, closed after the test.
import { createSecretKey, randomBytes } from 'node:crypto'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { onTestFinished } from 'vitest'
import { createSealer } from '../core/keys/sealer.ts'
import type { SpoolStore } from '../core/spool/store/spool-store.ts'
import { openSpoolStore } from '../core/spool/store/open-spool-store.ts'
import { temporaryFolder } from './temporary-folder.ts'

const dataKey = createSecretKey(randomBytes(32))

/** The same key for every store of one test file, so that one opens what another left. */
export async function spoolStoreIn(folder = temporaryFolder()): Promise<SpoolStore> {
  const store = await openSpoolStore({
    folder,
    sealer: createSealer(dataKey),
    clock: systemClock,
    logger: silentLogger,
  })
  let closing: Promise<void> | null = null
  const close = async (): Promise<void> => (closing ??= store.close())
  onTestFinished(close)
  return { ...store, close }
}
