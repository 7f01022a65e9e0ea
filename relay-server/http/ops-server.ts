// The operators' own listener of a program: /healthz, /readyz and /metrics on the main port + 10,000, loopback only; the first two
// also for the balancers of several machines.
import { createServer, type Server } from 'node:http'
import { SettingsError } from '@pharmacy-relay/shared/env.ts'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { watchEventLoop } from './event-loop-lag.ts'
import { closeServer, listen } from './listen.ts'
import type { HealthPlace } from './private-network.ts'

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
  /** Left out or null: loopback alone. */
  readonly health?: HealthPlace | null
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
  const told = { ...parts, isReady }
  const server = replying(async (url) => reply(told, url))
  const forBalancers = replying(async (url) => (FOR_BALANCERS.includes(url) ? reply(told, url) : NOT_THERE))
  const port = parts.mainPort === 0 ? 0 : parts.mainPort + 10_000
  if (port > 65_535)
    throw new SettingsError([
      `${parts.setting}=${parts.mainPort}: at most 55535, because 10000 above it are the metrics`,
    ])
  const setting = `${parts.setting} (its port + 10000)`
  const bound = await listen(server, { host: '127.0.0.1', port, setting })
  const { health = null } = parts
  if (health !== null) await listen(forBalancers, { ...health, port: bound, setting })
  return {
    port: bound,
    leave: () => void (isLeaving = true),
    stop: async () =>
      void (await Promise.all([server, forBalancers].map(async (one) => closeServer(one, 200)))),
  }
}

function replying(ask: (url: string) => Promise<OpsReply>): Server {
  return createServer((request, response) => {
    void ask(request.url ?? '').then(({ status, type, text }) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    })
  })
}

interface OpsReply {
  readonly status: number
  readonly type: string
  readonly text: string
}

const type = 'text/plain; charset=utf-8'
const FOR_BALANCERS = ['/healthz', '/readyz']
const NOT_THERE: OpsReply = { status: 404, type, text: 'there are /healthz, /readyz and /metrics\n' }

async function reply(parts: OpsParts, url: string): Promise<OpsReply> {
  try {
    if (url === '/healthz') return { status: 200, type, text: 'ok\n' }
    if (url === '/readyz')
      return (await parts.isReady())
        ? { status: 200, type, text: ['ready', ...(parts.shortcomings?.() ?? []), ''].join('\n') }
        : { status: 503, type, text: 'not ready\n' }
    if (url === '/metrics')
      return { status: 200, type: parts.registry.contentType, text: await parts.registry.metrics() }
    return NOT_THERE
  } catch {
    return { status: 503, type, text: 'not ready\n' }
  }
}
