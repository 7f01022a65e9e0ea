// Writes a checkpoint of the staff log every hour and at the end, to a file that is not the database.
import { appendFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { StoreDb } from '../database.ts'
import { lastLink } from './chain.queries.ts'
import type { Signer } from './checkpoints.ts'

const CHECKPOINT_EVERY_MS = 3_600_000

export interface CheckpointParts {
  readonly db: StoreDb
  readonly clock: Clock
  readonly logger: Logger
  readonly signer: Signer
  readonly file: string
}

export interface CheckpointWriter {
  /** Writes one unless nothing was added since the last. What fails is logged, and tried again in an hour. */
  write(): Promise<void>
  stop(): Promise<void>
}

/** The first one is written at once. */
export function startCheckpoints(parts: CheckpointParts): CheckpointWriter {
  const { clock } = parts
  let written: number | null = null
  let running = Promise.resolve()
  const write = (): Promise<void> => {
    running = running.then(async () => {
      written = await writeAfter(written, parts)
    })
    return running
  }
  const everyHour = (): void => {
    void write()
    cancel = clock.after(CHECKPOINT_EVERY_MS, everyHour)
  }
  let cancel: Cancel = () => {}
  everyHour()
  return {
    write,
    stop: () => {
      cancel()
      return write()
    },
  }
}

/** Answers the id of the newest checkpoint. */
async function writeAfter(
  written: number | null,
  { db, clock, logger, signer, file }: CheckpointParts,
): Promise<number | null> {
  try {
    const link = await lastLink(db)
    if (link === null || link.id === written) return written
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    const line = `${signer.line(link, new Date(clock.wallMs()))}\n`
    await appendFile(file, line, { mode: 0o600, flush: true })
    return link.id
  } catch (error) {
    logger.error('staff-log.no-checkpoint', error, { file })
    return written
  }
}
