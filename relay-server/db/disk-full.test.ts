// The disk of the database is full: callers are told to try again, and once there is room everything goes on.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { asProblem } from './database-errors.ts'
import { clusterPaths, serverOf } from './postgres-folder.ts'
import { isAlive, openNotes, tempFolder } from './test-notes.ts'

const DISK = '192m'
/** Less than a segment of the log, which PostgreSQL makes whole. */
const LEFT_BYTES = 2 * 1_024 ** 2
/** The index of titles takes 2,700 bytes of each. */
const TITLE_BYTES = 1_500
/** Of 8 KB each with index and log: far more than is left. */
const MOST_NOTES = 4_000
const REFUSED_ENOUGH = 20
const LIMIT_MS = 120_000

/** Null where this account mounts nothing. */
function smallDisk(): string | null {
  const folder = tempFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Leaves little. Returns the file that takes the room. */
function fill(folder: string): string {
  const { bavail, bsize } = statfsSync(folder)
  const file = path.join(folder, 'something-else')
  writeFileSync(file, Buffer.alloc(bavail * bsize - LEFT_BYTES))
  return file
}

/** Random, so that nothing of it is packed. */
const newTitle = (): string => randomBytes(TITLE_BYTES).toString('base64')

test(
  'O113: a full disk refuses writes for the moment, also where the server ends of it; with room again nothing that was acknowledged is missing',
  async ({ skip }) => {
    const folder = smallDisk()
    if (folder === null) return skip('this account mounts nothing')
    const database = await openNotes(folder)
    const taken: string[] = []
    const problems: unknown[] = []
    const write = async (): Promise<void> => {
      const title = newTitle()
      const note = { title, writtenAt: new Date(), day: null }
      await database.db
        .insertInto('notes')
        .values(note)
        .execute()
        .then(
          () => taken.push(title),
          (error: unknown) => problems.push(asProblem(error)),
        )
    }
    await write()
    const other = fill(folder)
    for (let n = 0; n < MOST_NOTES && problems.length < REFUSED_ENOUGH; n += 1) await write()
    expect(problems).toHaveLength(REFUSED_ENOUGH)
    // Of the log a whole segment has no room, at which the server ends.
    const pid = serverOf(clusterPaths(folder).data)
    const beginSegment = async (): Promise<unknown> => sql`select pg_switch_wal()`.execute(database.db)
    await until('the server ends', async () => {
      await beginSegment().catch((error: unknown) => problems.push(asProblem(error)))
      await write()
      return pid === null || !isAlive(pid)
    })
    for (const problem of problems) expect(problem).toMatchObject({ code: 'unavailable', retryAfterS: 2 })

    rmSync(other)
    const before = taken.length
    await until(
      'writes go on by themselves',
      async () => {
        await write()
        return taken.length > before
      },
      LIMIT_MS / 2,
    )
    const kept = await database.db.selectFrom('notes').select('title').execute()
    const titles = new Set(kept.map(({ title }) => title))
    expect(taken.filter((title) => !titles.has(title))).toEqual([])
  },
  LIMIT_MS,
)
