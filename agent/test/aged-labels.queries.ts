// For tests: labels of a stopped agent that did not come out, some of them long ago. Not for any other use.
import path from 'node:path'
import Sqlite from 'better-sqlite3'

/** All labels failed; the first `old` of them that many milliseconds before. */
export function failAll(
  dataFolder: string,
  { old, agoMs }: { readonly old: number; readonly agoMs: number },
): void {
  const database = new Sqlite(path.join(dataFolder, 'spool.sqlite'))
  database.exec(`UPDATE job SET state = 'failed'`)
  database.prepare(`UPDATE job SET changed_at_ms = changed_at_ms - ? WHERE n <= ?`).run(agoMs, old)
  database.close()
}
