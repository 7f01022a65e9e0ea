// The spool on a disk that fails: nothing is acknowledged that is not there, nothing refused comes out, and it recovers.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { canMount, smallDisk } from './test/small-disk.ts'
import { label, newJob, SENT, spoolRig, START } from './test/spool-rig.ts'

const threadFile = new URL('./test/faulty-worker.ts', import.meta.url)

describe('A flush that fails', () => {
  test.each(['before', 'after'])(
    '(%s it was written) refuses all that was in it, and the spool goes on',
    async (when) => {
      const { spool, folder, again } = await spoolRig({ threadFile })
      const [first, refused, later] = [newJob(), newJob(), newJob()]
      await spool.accept(first, label('one'))
      writeFileSync(path.join(folder, 'fail-commit'), when)
      const failure = {
        code: 'unavailable',
        message: expect.stringMatching(/check the disk \(SQLITE_IOERR_FSYNC\)/),
      }
      await expect(spool.accept(refused, label('two'))).rejects.toMatchObject(failure)
      expect(await spool.find(refused.id)).toBeNull()
      await spool.accept(later, label('three'))
      await spool.close()
      const reopened = await again()
      expect((await reopened.unfinished()).map(({ id }) => id)).toEqual([first.id, later.id])
      expect(await reopened.accept(refused, label('two'))).toMatchObject({ state: 'accepted' })
    },
  )

  test('leaves an attempt that was not committed unknown to the file', async () => {
    const { spool, folder } = await spoolRig({ threadFile })
    const job = newJob()
    await spool.accept(job, label('one'))
    writeFileSync(path.join(folder, 'fail-commit'), 'before')
    await expect(spool.startAttempt(job.id, START)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await spool.find(job.id)).toMatchObject({ state: 'accepted', attempts: 0 })
    expect(await spool.openAttempts()).toEqual([])
  })

  test.each(['die', 'die-after'])(
    '(%s) of a thread refuses what was under way; the next label is taken',
    async (when) => {
      const { spool, folder } = await spoolRig({ threadFile })
      const refused = newJob()
      await spool.accept(newJob(), label('one'))
      writeFileSync(path.join(folder, 'fail-commit'), when)
      await expect(spool.accept(refused, label('two'))).rejects.toMatchObject({ code: 'unavailable' })
      expect(await spool.find(refused.id)).toBeNull()
      const next = await spool.accept(newJob(), label('three'))
      expect((await spool.list(10)).map(({ n }) => n)).toEqual([next.n, 1])
    },
  )

  test.each(['after', 'die-after'])(
    '(%s) never takes out a label that was acknowledged before',
    async (when) => {
      const { spool, folder, clock } = await spoolRig({ threadFile })
      const job = newJob()
      await spool.accept(job, label('one'))
      clock.stepMs(1)
      writeFileSync(path.join(folder, 'fail-commit'), when)
      await expect(spool.accept(job, label('one'))).rejects.toMatchObject({ code: 'unavailable' })
      expect(await spool.find(job.id)).toMatchObject({ n: 1, state: 'accepted' })
      expect(await spool.payload(job.id)).toEqual(label('one'))
    },
  )
})

describe.skipIf(!canMount)('A full disk', () => {
  const RESERVE = 2 * 1_048_576
  const limits = { reserveBytes: RESERVE }

  test('takes no more labels and finishes those it has', async () => {
    const folder = smallDisk(12)
    const { spool } = await spoolRig({ folder, limits })
    expect(statSync(path.join(folder, 'spool.reserve')).size).toBe(RESERVE)
    const kept = await acceptUntilRefused(spool)
    expect(kept.length).toBeGreaterThan(5)
    expect(existsSync(path.join(folder, 'spool.reserve'))).toBe(false)
    for (const id of kept) {
      await spool.startAttempt(id, START)
      await spool.change(id, { ...SENT, dropPayload: true })
    }
    expect(await spool.unfinished()).toEqual([])
    expect(await spool.list(500)).toHaveLength(kept.length)
    await expect(spool.accept(newJob(), label('x'))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('disk of this computer is full'),
    })
  })

  test('recovers by itself', async () => {
    const folder = smallDisk(12)
    const { spool } = await spoolRig({ folder, limits })
    const filler = path.join(folder, 'filler')
    fill(filler)
    await acceptUntilRefused(spool)
    rmSync(filler)
    await until('a label is taken', async () =>
      spool.accept(newJob(), label('x')).then(
        () => true,
        () => false,
      ),
    )
    expect(statSync(path.join(folder, 'spool.reserve')).size).toBe(RESERVE)
  })

  test('at the start is no reason not to start: what is there can be finished', async () => {
    const folder = smallDisk(12)
    const { spool, again } = await spoolRig({ folder, limits })
    const job = newJob()
    await spool.accept(job, label('one'))
    await spool.close()
    rmSync(path.join(folder, 'spool.reserve'))
    fill(path.join(folder, 'filler'))
    const reopened = await again()
    await expect(reopened.accept(newJob(), label('two'))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await reopened.payload(job.id)).toEqual(label('one'))
  })

  test('before there is a spool refuses the start in words', async () => {
    const folder = smallDisk(1)
    fill(path.join(folder, 'filler'))
    await expect(spoolRig({ folder, limits })).rejects.toMatchObject({
      code: 'unavailable',
      message: /is full/,
    })
  })
})

describe('The file', () => {
  test('of another agent is refused, in this process and in another one', async () => {
    const { folder, again } = await spoolRig()
    await expect(again()).rejects.toMatchObject({ code: 'state_conflict', message: /Another agent is using/ })
    const script = `new (require('better-sqlite3'))(process.argv[1], { timeout: 50 }).pragma('quick_check(1)')`
    const other = spawnSync(process.execPath, ['-e', script, path.join(folder, 'spool.sqlite')], {
      cwd: import.meta.dirname,
    })
    expect(other.stderr.toString()).toContain('SQLITE_BUSY')
  })

  test('that is damaged is refused in words that say what to do, and left as it is', async () => {
    const { spool, folder, again } = await spoolRig()
    for (let n = 0; n < 20; n += 1) await spool.accept(newJob(), label('one'))
    await spool.close()
    const file = path.join(folder, 'spool.sqlite')
    writeFileSync(file, readFileSync(file).fill(0xa5, 8_192, 20_480))
    const damaged = readFileSync(file)
    await expect(again()).rejects.toMatchObject({
      code: 'state_conflict',
      message: expect.stringMatching(/damaged.*Labels that were accepted.*Move it away/),
    })
    expect(readFileSync(file).equals(damaged)).toBe(true)
  })

  test('of a newer agent is refused', async () => {
    const folder = temporaryFolder()
    const newer = new Sqlite(path.join(folder, 'spool.sqlite'))
    newer.pragma('user_version = 99')
    newer.close()
    await expect(spoolRig({ folder })).rejects.toMatchObject({ message: /written by a newer agent/ })
  })

  test('is closed to other users', async () => {
    const { spool, folder } = await spoolRig({ limits: { reserveBytes: 4_096 } })
    await spool.accept(newJob(), label('one'))
    for (const name of ['spool.sqlite', 'spool.sqlite-wal', 'spool.reserve'])
      expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600)
  })
})

type Spool = Awaited<ReturnType<typeof spoolRig>>['spool']

/** Ids of the labels that were taken. */
async function acceptUntilRefused(spool: Spool): Promise<string[]> {
  const kept: string[] = []
  for (;;) {
    const job = newJob()
    try {
      await spool.accept(job, Buffer.alloc(300_000, 'graphic'))
      kept.push(job.id)
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable' })
      return kept
    }
  }
}

/** Takes all room that is left. */
function fill(file: string): void {
  const chunk = Buffer.alloc(64 * 1_024, 1)
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' })
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  }
  onTestFinished(() => rmSync(file, { force: true }))
}
