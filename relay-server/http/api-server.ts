// An API's HTTP server: takes its port at once, answers 503 until its app is there, and bounds every wait.
import { createServer, type RequestListener } from 'node:http'
import { ProblemError, problemBody } from '@pharmacy-relay/shared/problem.ts'
import { closeServer, listen, type ListenAddress } from './listen.ts'
import { newTraceId } from './problem-replies.ts'

export interface ApiServer {
  /** The port that was bound. */
  readonly port: number
  /** From now on requests go to the app. */
  serve(app: RequestListener): void
  stop(): Promise<void>
}

const HEAD_LIMIT_MS = 10_000
const REQUEST_LIMIT_MS = 30_000
/** Longer than the gateway keeps an idle connection, so that it is the gateway who closes. */
const KEEP_ALIVE_MS = 75_000
const MAX_HEAD_BYTES = 16_384
const STOP_GRACE_MS = 1_000
const RETRY_AFTER_S = 2

/** Throws PortBusyError when the port is taken, before anything slow was begun. */
export async function startApiServer(address: ListenAddress): Promise<ApiServer> {
  let app: RequestListener = answerStarting
  const server = createServer(
    {
      headersTimeout: HEAD_LIMIT_MS,
      requestTimeout: REQUEST_LIMIT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEAD_BYTES,
    },
    (request, response) => app(request, response),
  )
  const port = await listen(server, address)
  return {
    port,
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
