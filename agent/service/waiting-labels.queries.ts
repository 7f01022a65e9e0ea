// How many labels the spool of an agent that does not run still has to print, so that nobody removes them unasked.
import Database from 'better-sqlite3'
import { z } from 'zod'

const Count = z.object({ labels: z.int().min(0) })

/** Labels that wait, are held, or of which nobody knows whether they came out. Throws Error when the file cannot be read. */
export function countWaitingLabels(file: string): number {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const states = `'accepted', 'waiting_for_printer', 'sending', 'held'`
    const found = database
      .prepare(
        `SELECT count(*) AS labels FROM job
         WHERE state IN (${states}) OR (state = 'unknown' AND is_answered = 0)`,
      )
      .get()
    return Count.parse(found).labels
  } finally {
    database.close()
  }
}
