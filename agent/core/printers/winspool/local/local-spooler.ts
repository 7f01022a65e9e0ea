// Windows' spooler as whoever adds the printer that leads to this agent asks it, in a thread of its own.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { LocalFacts, type Answer, type LocalPlace } from '../spooler-facts.ts'
import { SpoolerThread } from '../spooler-thread.ts'

export interface LocalSpooler {
  /** Within 8 s. */
  facts(): Promise<Answer<LocalFacts>>
  /** Within 60 s: Windows may have to install the driver first. */
  add(place: LocalPlace, driver: string): Promise<Answer<LocalFacts>>
  /** Within 60 s. */
  remove(): Promise<Answer<LocalFacts>>
}

const [ASK_MS, ACT_MS] = [8_000, 60_000]

/** Null on any system but Windows. */
export function systemLocalSpooler(parts: {
  readonly clock: Clock
  readonly logger: Logger
}): LocalSpooler | null {
  if (process.platform !== 'win32') return null
  return localSpoolerOn(new SpoolerThread({ name: 'winspool-local', ...parts }))
}

export function localSpoolerOn(thread: Pick<SpoolerThread, 'ask'>): LocalSpooler {
  return {
    facts: async () => thread.ask({ call: 'localFacts' }, LocalFacts, { limitMs: ASK_MS }),
    add: async (place, driver) =>
      thread.ask({ call: 'addLocal', place, driver }, LocalFacts, { limitMs: ACT_MS }),
    remove: async () => thread.ask({ call: 'removeLocal' }, LocalFacts, { limitMs: ACT_MS }),
  }
}
