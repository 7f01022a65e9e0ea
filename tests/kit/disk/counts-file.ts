// What a counting spool says of itself, in a file of its folder.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { COUNTS_FILE } from './spool-counting-worker.ts'
import type { WalCounts } from './wal-counter.ts'

const Count = z.int().min(0)
const Counts: z.ZodType<WalCounts> = z.object({ flushes: Count, pages: Count, begins: Count })

/** Throws where there is none. */
export function countsIn(dataFolder: string): WalCounts {
  return Counts.parse(JSON.parse(readFileSync(path.join(dataFolder, COUNTS_FILE), 'utf8')))
}
