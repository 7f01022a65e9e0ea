// The operators' own listener of a program: /healthz, /readyz and /metrics on the main port + 10,000, loopback only.
import { createServer } from 'node:http'
import { SettingsError } from '@pharmacy-relay/shared/env.ts'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { watchEventLoop } from './event-loop-lag.ts'
import { closeServer, listen } from './listen.ts'

export interface OpsServer {
  readonly port: number
  /** From now on the program is not ready: a balancer sends it nobody new while it ends in order. */
  leave(): void
  stop(): Promise<void>
}

export interface OpsParts {
  readonly registry: Registry
  /** True when the program can do its work; asked per request and bounded by the caller. */
  readonly isReady: () => Promise<boolean>
  /** What does not work although the program is ready: a line each, without secrets. */
  readonly shortcomings?: () => readonly string[]
  /** 0 picks a free port (tests); otherwise the main port, whose + 10,000 is used. */
  readonly mainPort: number
  /** The setting of the main port, named when the derived one is busy. */
  readonly setting: string
}

/** prom-client's 10 ms wake a program that is at rest 100 times a second, which was more than half of what it took then. */
const EVENT_LOOP_SAMPLES_MS = 100

/** A metrics registry of this program, with the process's own figures. */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLES_MS })
  watchEventLoop(registry)
  return registry
}

/** `/healthz`: the process answers. `/readyz`: it can work, else 503; below it what does not work although it is ready. */
export async function startOpsServer(parts: OpsParts): Promise<OpsServer> {
  let isLeaving = false
  const isReady = async (): Promise<boolean> => !isLeaving && (await parts.isReady())
  const server = createServer((request, response) => {
    void reply({ ...parts, isReady }, request.url ?? '').then(({ status, type, text }) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    })
  })
  const port = parts.mainPort === 0 ? 0 : parts.mainPort + 10_000
  if (port > 65_535)
    throw new SettingsError([
      `${parts.setting}=${parts.mainPort}: at most 55535, because 10000 above it are the metrics`,
    ])
  const bound = await listen(server, {
    host: '127.0.0.1',
    port,
    setting: `${parts.setting} (its port + 10000)`,
  })
  return { port: bound, leave: () => void (isLeaving = true), stop: () => closeServer(server, 200) }
}

interface OpsReply {
  readonly status: number
  readonly type: string
  readonly text: string
}

async function reply(parts: OpsParts, url: string): Promise<OpsReply> {
  const type = 'text/plain; charset=utf-8'
  try {
    if (url === '/healthz') return { status: 200, type, text: 'ok\n' }
    if (url === '/readyz')
      return (await parts.isReady())
        ? { status: 200, type, text: ['ready', ...(parts.shortcomings?.() ?? []), ''].join('\n') }
        : { status: 503, type, text: 'not ready\n' }
    if (url === '/metrics')
      return { status: 200, type: parts.registry.contentType, text: await parts.registry.metrics() }
    return { status: 404, type, text: 'there are /healthz, /readyz and /metrics\n' }
  } catch {
    return { status: 503, type, text: 'not ready\n' }
  }
}
