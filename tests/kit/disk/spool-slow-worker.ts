// The spool's thread on a disk whose flush takes 8 ms longer, as that of a pharmacy's PC may.
import { parentPort, workerData } from 'node:worker_threads'
import { serveSpool } from '../../../agent/core/spool/store/file/spool-service.ts'
import { readSpoolSetup } from '../../../agent/core/spool/store/file/spool-setup.ts'

export const SLOW_FLUSH_MS = 8
const sleeper = new Int32Array(new SharedArrayBuffer(4))

if (parentPort !== null)
  serveSpool(parentPort, readSpoolSetup(workerData), (commit) => {
    commit()
    Atomics.wait(sleeper, 0, 0, SLOW_FLUSH_MS)
  })
