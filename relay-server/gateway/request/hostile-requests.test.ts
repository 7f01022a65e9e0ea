// Sends every hostile case to a real gateway and holds it to its promise.
import { describe, expect, it } from 'vitest'
import { squeeze } from './field-names.ts'
import { exchangeBytes, type Seen, startGateway, startUpstream } from '../test/gateway-rig.ts'
import { HOSTILE_CASES, type HostileCase } from '../test/hostile-requests.cases.ts'

const HOP_FIELDS = ['proxy-connection', 'keep-alive', 'te', 'proxy-authorization', 'connection', 'upgrade']

interface Outcome {
  readonly statuses: readonly number[]
  readonly text: string
  readonly seen: readonly Seen[]
}

async function play(hostile: HostileCase): Promise<Outcome> {
  const upstream = await startUpstream()
  const { port } = await startGateway({
    upstreamPort: upstream.port,
    settings: { Gateway__Timeouts__IdleMs: '150' },
  })
  const { statuses, text } = await exchangeBytes(port, hostile.bytes)
  return { statuses, text, seen: upstream.seen }
}

function keyLike(seen: Seen): string[] {
  const names = seen.rawHeaders.filter((_text, at) => at % 2 === 0)
  return names.filter((name) => squeeze(name).replace(/[^a-z0-9]/g, '') === 'xinternalkey')
}

describe('hostile requests', () => {
  it.each(HOSTILE_CASES.map((hostile) => [hostile.id, hostile] as const))(
    '%s keeps its promise',
    async (_id, hostile) => {
      const { statuses, text, seen } = await play(hostile)
      expect(seen.flatMap(keyLike)).toEqual([])
      expect(statuses.length).toBeGreaterThan(0)
      expect(text.match(/^Source: gateway\r$/gm)).toHaveLength(statuses.length)
      const refused = statuses.every((status) => status >= 400 && status < 502 && status !== 500)
      switch (hostile.promised) {
        case 'gone':
          expect(statuses.every((status) => status === 200)).toBe(true)
          expect(seen).toHaveLength(statuses.length)
          break
        case 'reject':
          expect(refused).toBe(true)
          expect(seen).toEqual([])
          break
        case 'reject-or-gone':
          expect(refused || statuses.every((status) => status === 200)).toBe(true)
          break
        case 'hops-gone':
          expect(statuses).toEqual([200])
          expect(
            Object.keys(seen[0]?.headers ?? {}).filter(
              (name) => HOP_FIELDS.includes(name) && name !== 'connection',
            ),
          ).toEqual([])
          break
        case 'one':
          expect([statuses, seen.length]).toEqual([[200], 1])
          break
        case 'lives':
          break
        default:
          hostile.promised satisfies never
      }
    },
  )
})
