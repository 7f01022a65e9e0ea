// The trace of a request: whose is taken, what is written down, and what is counted.
import { createServer } from 'node:http'
import express from 'express'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { silentLogger, type LogFields, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { createReplyMetrics } from './reply-metrics.ts'
import { markQuiet, traceRequests } from './request-trace.ts'
import { currentTraceId } from './trace.ts'

const GIVEN = 'cd'.repeat(16)

async function serve(isBehindGateway: boolean) {
  const told: LogFields[] = []
  const registry = new Registry()
  const logger: Logger = { ...silentLogger, info: (event, fields) => void told.push({ event, ...fields }) }
  const app = express()
  app.use(traceRequests({ isBehindGateway, logger, metrics: createReplyMetrics(registry) }))
  // Behind a wait, which the trace outlasts.
  app.all('/things/:id', async (_request, response) => {
    await new Promise((resolve) => setImmediate(resolve))
    response.status(202).send(currentTraceId())
  })
  app.post('/beats', (_request, response) => {
    markQuiet(response)
    response.end()
  })
  const server = createServer(app)
  onTestFinished(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${await listening(server)}`
  const call = async (path: string, method: string) => {
    const reply = await fetch(url + path, { method, headers: { 'x-trace-id': GIVEN } })
    return { traceId: reply.headers.get('x-trace-id'), text: await reply.text() }
  }
  return { told, registry, call }
}

test('behind the gateway the given id is that of everything that is done, elsewhere a new one', async () => {
  const api = await serve(true)
  expect(await api.call('/things/7', 'GET')).toEqual({ traceId: GIVEN, text: GIVEN })
  const { traceId, text } = await (await serve(false)).call('/things/7', 'GET')
  expect(traceId).toMatch(/^[0-9a-f]{32}$/)
  expect([traceId === GIVEN, text]).toEqual([false, traceId])
  expect(currentTraceId()).toBeNull()
})

test('what changes something is one line with its pattern and without a value; all are counted', async () => {
  const { told, registry, call } = await serve(true)
  await call('/things/secret?q=words', 'PUT')
  await call('/things/secret', 'GET')
  await call('/beats', 'POST')
  await until('three replies are counted', async () => {
    const text = await registry.metrics()
    return ['PUT', 'GET', 'POST'].every((method) =>
      text.includes(`relay_http_reply_seconds_count{method="${method}"}`),
    )
  })
  const [line, ...more] = told
  expect(more).toEqual([])
  expect(line).toMatchObject({
    event: 'request.answered',
    traceId: GIVEN,
    method: 'PUT',
    route: '/things/:id',
    status: 202,
  })
  expect(await registry.metrics()).toContain('relay_http_replies_total{method="PUT",status="202"} 1')
})
