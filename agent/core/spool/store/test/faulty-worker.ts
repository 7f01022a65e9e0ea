// The spool's thread with commits that a test makes fail: by a file `fail-commit` in the folder, that says how.
//
//   before   nothing is written      after   the file has it, and the flush is said to have failed ("fsyncgate")
//   die      the thread ends         die-after   as well, when the file has it and nobody heard so
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { serveSpool } from '../file/spool-service.ts'
import { readSpoolSetup } from '../file/spool-setup.ts'

if (parentPort === null) throw new Error('runs as a worker thread only')
const setup = readSpoolSetup(workerData)
const order = path.join(setup.folder, 'fail-commit')

serveSpool(parentPort, setup, (commit) => {
  if (!existsSync(order)) return commit()
  const when = readFileSync(order, 'utf8')
  rmSync(order)
  if (when.endsWith('after')) commit()
  if (when.startsWith('die')) process.exit(9)
  throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC')
})
