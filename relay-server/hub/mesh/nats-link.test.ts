// The connection to NATS: it comes back by itself, and the log says once what is wrong, without credentials.
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger, type LogFields, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { NatsLink } from './nats-link.ts'
import { NatsUrlText } from './nats-servers.ts'
import { hasNats, NATS_NEEDED, soon, startNats } from './test-nats.ts'

interface Line {
  readonly event: string
  readonly fields: LogFields | undefined
}

function startLink(url: string): { readonly link: NatsLink; readonly lines: Line[] } {
  const lines: Line[] = []
  const note = (event: string, fields?: LogFields): void => void lines.push({ event, fields })
  const logger: Logger = { ...silentLogger, info: note, warn: note }
  const servers = NatsUrlText.parse(url)
  if (servers === null) throw new Error('no address')
  const link = new NatsLink({
    servers,
    name: 'test',
    clock: systemClock,
    random: systemRandom(),
    logger,
    onUp: () => undefined,
    onDown: () => undefined,
  })
  onTestFinished(async () => link.stop())
  void link.run()
  return { link, lines }
}

const eventsOf = (lines: readonly Line[]): string[] => lines.map(({ event }) => event)

describe.skipIf(!hasNats)(`The connection to NATS (${NATS_NEEDED})`, () => {
  test('is there again after NATS was away; each change is one line', async () => {
    const nats = await startNats()
    const { link, lines } = startLink(nats.url)
    await soon(() => expect(link.current).not.toBe(null))
    await nats.kill()
    await soon(() => expect(link.current).toBe(null))
    // Some tries that fail.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await nats.start()
    await soon(() => expect(link.current).not.toBe(null))
    expect(eventsOf(lines)).toEqual(['nats.connected', 'nats.away', 'nats.connected'])
    expect(lines[1]?.fields?.['consequence']).toContain('only where both are on this hub')
  })

  test('that NATS refuses says so, and never the password', async () => {
    const nats = await startNats(['--user', 'hub', '--pass', 'right'])
    const { link, lines } = startLink(nats.url.replace('nats://', 'nats://hub:wr0ng@'))
    await soon(() => expect(eventsOf(lines)).toEqual(['nats.away']))
    expect(link.current).toBe(null)
    expect(lines[0]?.fields?.['cause']).toContain('Authorization Violation')
    expect(JSON.stringify(lines)).not.toContain('wr0ng')
    const right = startLink(nats.url.replace('nats://', 'nats://hub:right@'))
    await soon(() => expect(right.link.current).not.toBe(null))
  })

  test('that hangs does not keep a hub from stopping', async () => {
    const nats = await startNats()
    const { link } = startLink(nats.url)
    await soon(() => expect(link.current).not.toBe(null))
    await nats.freeze()
    await link.stop()
    expect(link.current).toBe(null)
  })
})
