// Test support: a program whose start takes TEST_START_MS and whose end takes TEST_STOP_MS, run as a process of its own by program.test.ts.
import { setTimeout as delay } from 'node:timers/promises'
import { createServer } from 'node:http'
import { PortText } from '@pharmacy-relay/shared/env.ts'
import { z } from 'zod'
import { closeServer, listen } from './listen.ts'
import { runProgram } from './program.ts'

await runProgram({
  name: 'test program',
  settings: {
    Test__Port: { schema: PortText, help: 'Port of the test program', fallback: '0' },
    Test__Secret: { schema: z.string().min(32), help: 'A secret', fallback: 's'.repeat(32), secret: true },
  },
  start: async ({ settings }) => {
    const server = createServer((_request, response) => response.end('ok'))
    const port = await listen(server, { host: '127.0.0.1', port: settings.Test__Port, setting: 'Test__Port' })
    process.stdout.write('starting\n')
    await delay(Number(process.env['TEST_START_MS'] ?? 0))
    return {
      where: `test program on http://127.0.0.1:${port}`,
      stop: async () => {
        process.stdout.write('stopping\n')
        await closeServer(server, 100)
        await delay(Number(process.env['TEST_STOP_MS'] ?? 0))
        process.stdout.write('stopped in order\n')
      },
    }
  },
})
