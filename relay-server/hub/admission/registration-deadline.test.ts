// What is left of a deadline whose connection ended before it began.
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../../http/listen.ts'
import { RegistrationDeadlines } from './registration-deadline.ts'

// A computer that pairs may leave while the registry is asked: nothing would ever take its deadline back.
test('a deadline of a connection that has ended is none', async () => {
  const server = createServer()
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'none' })
  onTestFinished(() => void server.close())
  const asking = httpRequest({ port, host: '127.0.0.1' }).on('error', () => undefined)
  asking.end()
  const [request] = (await once(server, 'request')) as [IncomingMessage]
  asking.destroy()
  await once(request.socket, 'close')
  const after = vi.fn(() => () => undefined)
  const deadlines = new RegistrationDeadlines({
    clock: { after, wallMs: () => 0, monotonicMs: () => 0 },
    withinMs: 5_000,
  })
  deadlines.begin(request.socket, () => undefined)
  expect(after).not.toHaveBeenCalled()
})
