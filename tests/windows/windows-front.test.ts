// A FIN is our word for a label on the disk only while the process lives that said it: before an agent in Wine as on Windows.
import net from 'node:net'
import { listening, portOf } from '@pharmacy-relay/shared/test/listening.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { expect, onTestFinished, test } from 'vitest'
import { windowsFront } from './windows-front.ts'

const LOCAL = '127.0.0.1'

/** An agent that takes what comes and ends the connection; `life` names its process, null: none lives. */
async function endOf(life: () => string | null): Promise<'fin' | 'reset'> {
  const agent = net.createServer({ allowHalfOpen: true }, (program) =>
    program
      .on('error', () => undefined)
      .resume()
      .on('end', () => program.end()),
  )
  const lives = net.createServer((asked) => void asked.end(life() ?? ''))
  await Promise.all([listening(agent), listening(lives)])
  const at = { host: LOCAL, port: await freePort() }
  const front = await windowsFront({
    at,
    agent: { host: LOCAL, port: portOf(agent) },
    lifePort: portOf(lives),
  })
  onTestFinished(() => [agent, lives, front].forEach((server) => server.close()))
  return new Promise((resolve) => {
    const program = net.connect({ ...at, allowHalfOpen: true }, () => program.end('a label'))
    program
      .resume()
      .on('end', () => resolve('fin'))
      .on('error', () => resolve('reset'))
  })
}

test('The end of a connection is passed on from a process that lives', async () => {
  expect(await endOf(() => 'one')).toBe('fin')
})

test('The connection is reset when its process is gone, also when the next one lives already', async () => {
  let asked = 0
  expect(await endOf(() => ((asked += 1) === 1 ? 'one' : null))).toBe('reset')
  expect(await endOf(() => `life ${(asked += 1)}`)).toBe('reset')
})

test('No label is taken where no process lives', async () => {
  expect(await endOf(() => null)).toBe('reset')
})
