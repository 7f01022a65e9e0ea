// The thread that owns spool.sqlite: nobody else reads or writes it. Its bundle is agent/dist/spool-worker.mjs.
import { parentPort, workerData } from 'node:worker_threads'
import { serveSpool } from './spool-service.ts'
import { readSpoolSetup } from './spool-setup.ts'

if (parentPort === null) throw new Error('spool-worker runs as a worker thread only')
serveSpool(parentPort, readSpoolSetup(workerData), (commit) => commit())
