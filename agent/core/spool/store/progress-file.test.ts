// Notes of what is at the printer: what they say survives the process, is not believed after another start of the computer, and is never
// half a line.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { openProgress } from './progress-file.ts'
import { notedAs, type NotedOutcome, type Progress } from './progress.ts'
import type { OpenAttempt } from './spool-store.ts'

const SENT: NotedOutcome = { state: 'sent_to_printer', reasons: [], evidence: 'L1' }

function opened(folder: string, boot: string | null = 'boot-1') {
  return openProgress(folder, silentLogger, boot)
}

/** As the disk knows it after a restart. */
function tryOf(progress: Progress, jobId: string, attempt = 1): OpenAttempt {
  const noted = progress.run === null ? null : notedAs(progress.run, attempt)
  return { jobId, attempt, noted, kind: 'printer', destination: 'P', odometer: null, startedAtMs: 0 }
}

test('What was begun, how it ended and what never began is known after the process', () => {
  const folder = temporaryFolder()
  const before = opened(folder)
  before.begin({ jobId: 'one', attempt: 1, odometer: 7 }, true)
  before.end({ jobId: 'one', attempt: 1 }, SENT)
  before.begin({ jobId: 'two', attempt: 3, odometer: 8 }, false)
  before.begin({ jobId: 'three', attempt: 1, odometer: null }, false)
  before.end({ jobId: 'three', attempt: 1 }, null)
  const after = opened(folder)
  expect(after.left(tryOf(before, 'one'))).toEqual({ kind: 'ended', outcome: SENT })
  expect(after.left(tryOf(before, 'two', 3))).toEqual({ kind: 'begun', odometer: 8 })
  expect(after.left(tryOf(before, 'three'))).toEqual({ kind: 'not_begun' })
  expect(after.left(tryOf(before, 'four'))).toEqual({ kind: 'not_begun' })
  expect(statSync(path.join(folder, 'printing.note')).mode & 0o777).toBe(0o600)
})

test('A process that is killed leaves its notes, which nobody flushed', () => {
  const folder = temporaryFolder()
  const program = `
    import { openProgress } from ${JSON.stringify(path.join(import.meta.dirname, 'progress-file.ts'))}
    const progress = openProgress(${JSON.stringify(folder)}, console, 'boot-1')
    progress.begin({ jobId: 'one', attempt: 1, odometer: 4 }, true)
    console.log(progress.run)
    process.kill(process.pid, 'SIGKILL')`
  const file = path.join(folder, 'killed.ts')
  writeFileSync(file, program)
  const run = spawnSync(process.execPath, ['scripts/run.cjs', file], { encoding: 'utf8' })
  expect(run.signal ?? run.status).not.toBe(0)
  const one = { ...tryOf(opened(temporaryFolder()), 'one'), noted: notedAs(run.stdout.trim(), 1) }
  expect(opened(folder).left(one)).toEqual({ kind: 'begun', odometer: 4 })
})

describe('Nothing is known', () => {
  test('after another start of the computer, and where it has no name', () => {
    const folder = temporaryFolder()
    const before = opened(folder)
    before.begin({ jobId: 'one', attempt: 1, odometer: 7 }, true)
    expect(opened(folder, 'boot-2').left(tryOf(before, 'one'))).toEqual({ kind: 'not_known' })
    expect(opened(folder, null)).toMatchObject({ run: null })
  })

  test('of a try of a version before, also of a job that was noted', () => {
    const folder = temporaryFolder()
    const before = opened(folder)
    before.begin({ jobId: 'one', attempt: 1, odometer: 7 }, true)
    const after = opened(folder)
    expect(after.left({ ...tryOf(before, 'one'), attempt: 2 })).toEqual({ kind: 'not_known' })
    expect(after.left({ ...tryOf(before, 'two'), noted: null })).toEqual({ kind: 'not_known' })
    expect(after.left({ ...tryOf(before, 'one'), noted: notedAs(randomUUID(), 1) })).toEqual({
      kind: 'not_known',
    })
  })

  test('of a file that says something else', () => {
    const folder = temporaryFolder()
    const before = opened(folder)
    before.begin({ jobId: 'one', attempt: 1, odometer: 7 }, true)
    const file = path.join(folder, 'printing.note')
    const text = readFileSync(file, 'latin1')
    for (const damaged of [text.replace('begin', 'bEgin'), text.slice(0, 20), '', text.replace('\0', 'x')]) {
      writeFileSync(file, damaged)
      expect(opened(folder).left(tryOf(before, 'one'))).toEqual({ kind: 'not_known' })
    }
  })
})

test('Notes begin anew once the disk has what they say, and what stood there before is not read', () => {
  const folder = temporaryFolder()
  const before = opened(folder)
  for (let n = 0; n < 300; n += 1) {
    before.begin({ jobId: `job-${n}`, attempt: 1, odometer: n }, false)
    before.end({ jobId: `job-${n}`, attempt: 1 }, SENT)
  }
  before.begin({ jobId: 'last', attempt: 1, odometer: 300 }, true)
  const after = opened(folder)
  expect(after.left(tryOf(before, 'job-299'))).toEqual({ kind: 'not_begun' })
  expect(after.left(tryOf(before, 'last'))).toEqual({ kind: 'begun', odometer: 300 })
})

test('Every note is known at every length of the notes before it, until the file is full', () => {
  const folder = temporaryFolder()
  const before = opened(folder)
  const reasons = Array.from({ length: 6 }, () => reason('sending_to', { place: 'x'.repeat(90) }))
  const ids: string[] = []
  while (!before.awaitsDisk) {
    const jobId = `${ids.length}-${randomUUID()}`
    before.begin({ jobId, attempt: 1, odometer: ids.length }, ids.length === 0)
    before.end({ jobId, attempt: 1 }, { ...SENT, reasons: reasons.slice(0, ids.length % 7) })
    ids.push(jobId)
  }
  const after = opened(folder)
  expect(ids.length).toBeGreaterThan(40)
  expect(ids.map((id) => after.left(tryOf(before, id)).kind)).toEqual(ids.map(() => 'ended'))
  expect(() => {
    for (;;) before.begin({ jobId: randomUUID(), attempt: 1, odometer: 1 }, false)
  }).toThrow('The note is too long')
  expect(statSync(path.join(folder, 'printing.note')).size).toBe(65_536)
})

test('A process that has ended notes nothing, so that nothing leaves it', () => {
  const progress = opened(temporaryFolder())
  progress.close()
  progress.close()
  progress.end({ jobId: 'one', attempt: 1 }, SENT)
  expect(() => progress.begin({ jobId: 'one', attempt: 1, odometer: 1 }, true)).toThrow('The agent stops')
})
