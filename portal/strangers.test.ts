// The portal before strangers: heads, idle connections and requests have limits that nobody's session and no device feels.
import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { startPortalRig } from './test/portal-rig.ts'
import { TestBrowser } from './test/test-browser.ts'

/** Sends bytes and gives what came back until the portal closed. */
async function exchange(port: number, bytes: string, localAddress = '127.0.0.1'): Promise<string> {
  const socket = net.connect({ host: '127.0.0.1', port, localAddress })
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1'))).on('error', () => undefined)
  socket.write(bytes, 'latin1')
  await once(socket, 'close', { signal: AbortSignal.timeout(60_000) })
  return text
}

/** A GET of /sign-in with a target and fields of so many bytes; a field line is `Name: value` and its end. */
function get({ target = 0, fields = 0, count = 1 }): string {
  const rest = fields - 'Host: 127.0.0.1\r\nConnection: close\r\n'.length
  const each = Math.floor(rest / count)
  const lines = Array.from({ length: count }, (_, at) => {
    const name = `X-${at}: `
    const bytes = at === 0 ? each + (rest - each * count) : each
    return rest <= 0 ? '' : `${name}${'v'.repeat(Math.max(0, bytes - name.length - 2))}\r\n`
  })
  const path = `/sign-in?${'q'.repeat(Math.max(0, target - '/sign-in?'.length))}`
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${lines.join('')}\r\n`
}

describe('a head', () => {
  test.each([
    ['a target of 8 KiB', { target: 8_192 }, 200],
    ['a longer target', { target: 8_193 }, 414],
    ['fields of 16 KiB', { fields: 16_384 }, 200],
    ['longer fields', { fields: 16_385 }, 431],
    ['both at their limit', { target: 8_192, fields: 16_384 }, 200],
    ['64 fields', { fields: 3_000, count: 62 }, 200],
    ['65 fields', { fields: 3_000, count: 63 }, 431],
    ['more than the parser takes', { fields: 60_000 }, 431],
  ])('with %s', async (_what, sizes, status) => {
    const { port } = await startPortalRig()
    const reply = await exchange(port, get(sizes))
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    if (status !== 200) expect(reply.split('\r\n\r\n')[1]).not.toBe('')
  })

  test('that cannot be read is answered in words, and the connection ends', async () => {
    const { port } = await startPortalRig()
    expect(await exchange(port, 'GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n.+\n$/)
    expect(await exchange(port, 'GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('that does not come within 10 s ends its connection', async () => {
    const { port } = await startPortalRig()
    const beganMs = performance.now()
    expect(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n')).toMatch(/^HTTP\/1\.1 408 /)
    expect(performance.now() - beganMs).toBeGreaterThan(9_000)
  }, 60_000)
})

describe('idle connections', () => {
  test('of one address are 100, and who is signed in there goes on', async () => {
    const rig = await startPortalRig()
    const visitor = await rig.signedIn()
    const idle = Array.from({ length: 300 }, () =>
      net.connect(rig.port, '127.0.0.1').on('error', () => undefined),
    )
    onTestFinished(() => idle.forEach((socket) => socket.destroy()))
    await until('the others are cut', () => idle.filter(({ closed }) => closed).length >= 200)
    const other = new TestBrowser(rig.url, '127.0.6.1')
    expect((await other.get('/sign-in')).status).toBe(200)
    for (const socket of idle.slice(0, 150)) socket.destroy()
    await until('there is room', async () => (await visitor.get('/relay').catch(() => null))?.status === 200)
  })
})

describe('requests', () => {
  test('of one address are 100 in 10 s for strangers; a session and other addresses do not feel it', async () => {
    const rig = await startPortalRig()
    const visitor = await rig.signedIn()
    const statuses = await Promise.all(
      Array.from(
        { length: 140 },
        async () =>
          (
            await rig
              .browser()
              .get('/sign-in')
              .catch(() => null)
          )?.status,
      ),
    )
    const served = statuses.filter((status) => status === 200).length
    expect(served).toBeLessThanOrEqual(100)
    expect(served).toBeGreaterThan(80)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await visitor.get('/relay')).status).toBe(200)
    expect((await new TestBrowser(rig.url, '127.0.6.2').get('/sign-in')).status).toBe(200)
    const refused = await rig.browser().get('/sign-in')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
    // Nothing of a page was begun for it.
    expect(refused.headers.get('x-trace-id')).toBeNull()
    expect(refused.text).toBe('Too many requests\n')
  })

  test('with a made-up session count as those of a stranger', async () => {
    const rig = await startPortalRig()
    const statuses = await Promise.all(
      Array.from({ length: 140 }, async (_, at) => {
        const cookie = `__Host-session=made-up-${at}`
        return (
          await rig
            .browser()
            .get('/sign-in', { cookie })
            .catch(() => null)
        )?.status
      }),
    )
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(100)
  })

  test('of a session are 600 in 10 s, and another session of the same address goes on', async () => {
    const rig = await startPortalRig()
    const [greedy, other] = [await rig.signedIn(), await rig.signedIn()]
    const statuses: (number | undefined)[] = []
    for (let round = 0; round < 16; round += 1)
      statuses.push(
        ...(await Promise.all(
          Array.from(
            { length: 40 },
            async () => (await greedy.get('/assets/portal.css').catch(() => null))?.status,
          ),
        )),
      )
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await other.get('/relay')).status).toBe(200)
  }, 60_000)
})
