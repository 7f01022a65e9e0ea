// The thread that owns spool.sqlite: nobody else reads or writes it. Its bundle is agent/dist/spool-worker.mjs.
import { parentPort, workerData } from 'node:worker_threads'
import { serveSpool, SpoolSetup } from './spool-service.ts'

if (parentPort === null) throw new Error('spool-worker runs as a worker thread only')
serveSpool(parentPort, SpoolSetup.parse(workerData), (commit) => commit())
