// The spool's thread, with what it writes counted: in the file COUNTS_FILE of its folder, behind every commit.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { SPOOL_FILE } from '../../../agent/core/spool/store/file/spool-disk.ts'
import { serveSpool } from '../../../agent/core/spool/store/file/spool-service.ts'
import { readSpoolSetup } from '../../../agent/core/spool/store/file/spool-setup.ts'
import { WalCounter } from './wal-counter.ts'

export const COUNTS_FILE = 'spool-counts.json'

if (parentPort !== null) {
  const setup = readSpoolSetup(workerData)
  const counter = new WalCounter(path.join(setup.folder, `${SPOOL_FILE}-wal`))
  serveSpool(parentPort, setup, (commit) => {
    commit()
    writeFileSync(path.join(setup.folder, COUNTS_FILE), JSON.stringify(counter.look()))
  })
}
