// A thread that calls Windows' spooler. Its bundle is agent/dist/winspool-worker.mjs. Started on Windows only.
import { parentPort } from 'node:worker_threads'
import { koffiWinspool } from './koffi-winspool.ts'
import { serveOrders } from './serve-orders.ts'

if (parentPort === null) throw new Error('winspool-worker runs as a worker thread only')
serveOrders(parentPort, await koffiWinspool())
