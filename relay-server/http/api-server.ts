// An API's HTTP server: takes its port at once, answers 503 until its app is there, and bounds every wait.
import type { RequestListener, Server } from 'node:http'
import { ProblemError, problemBody } from '@pharmacy-relay/shared/problem.ts'
import { API_KEEP_ALIVE_MS, createLimitedServer } from './limited-server.ts'
import { closeServer, listen, type ListenAddress } from './listen.ts'
import { newTraceId } from './problem-replies.ts'

export interface ApiServer {
  /** The port that was bound. */
  readonly port: number
  /** For a hub, which takes its upgrades. */
  readonly http: Server
  /** From now on requests go to the app. */
  serve(app: RequestListener): void
  stop(): Promise<void>
}

const STOP_GRACE_MS = 1_000
const RETRY_AFTER_S = 2

/** Throws PortBusyError when the port is taken, before anything slow was begun. */
export async function startApiServer(address: ListenAddress): Promise<ApiServer> {
  let app: RequestListener = answerStarting
  const server = createLimitedServer((request, response) => app(request, response), API_KEEP_ALIVE_MS)
  const port = await listen(server, address)
  return {
    port,
    http: server,
    serve: (ready) => {
      app = ready
    },
    stop: () => closeServer(server, STOP_GRACE_MS),
  }
}

const answerStarting: RequestListener = (request, response) => {
  const traceId = newTraceId()
  const problem = problemBody(new ProblemError('unavailable', 'The service is starting'), traceId)
  const headers = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER_S),
    'x-trace-id': traceId,
  }
  request.resume()
  response.writeHead(problem.status, headers).end(JSON.stringify(problem))
}
