// What fails comes back by itself: databases, store API, gateway, portal and agents stopped under the running platform.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAgent } from '../../agent/contract/socket-client.ts'
import { computersOf, controlSocketOf, pidOf } from '../demo-computers.ts'
import type { RunningDemo } from '../running-demo.ts'
import { keepDatabaseDown } from './database-down.ts'
import {
  browserOf,
  credentialsOf,
  openPanel,
  refused,
  secondsUntil,
  signIn,
  textOf,
  type Panel,
  type RefusedReply,
} from './panel.ts'
import { watchPresence, type PresenceWatch } from './presence-watch.ts'
import type { TestBrowser } from '../../portal/test/test-browser.ts'
import { sharedDemo } from './shared-demo.ts'

const LIST = '/Store/api/v1/panel/relay/customers'
const EVERYONE = ['P-1001 3 of 3', 'P-1002 2 of 2']

describe('by itself, without anyone’s help', () => {
  let running: RunningDemo
  let panel: Panel
  let browser: TestBrowser
  let watch: PresenceWatch
  const measured: (readonly [string, number])[] = []

  beforeAll(async () => {
    running = await sharedDemo({ platformOnly: false })
    panel = await openPanel(running.demo, 'Admin')
    browser = await browserOf(running.demo, 'Support')
    await everyoneIsOnline('after the start')
    watch = watchPresence(panel)
  })
  afterAll(async () => {
    await watch.stop()
    process.stdout.write(measured.map(([what, s]) => `  ${what.padEnd(60)}${s.toFixed(1)} s\n`).join(''))
  })

  async function everyoneIsOnline(what: string): Promise<void> {
    const isWhole = async () => JSON.stringify(await panel.listed()) === JSON.stringify(EVERYONE)
    measured.push([`all online ${what}`, await secondsUntil(`all online ${what}`, isWhole)])
  }

  /** What each agent says itself: since when it is connected, in ms since 1970; null when it is not. */
  async function connectedSince(): Promise<(number | null)[]> {
    return Promise.all(
      computersOf(running.demo).map(async ({ computerName }) => {
        const { hub } = await askAgent(controlSocketOf(running, computerName), 'status', null)
        return hub.state === 'online' ? Date.parse(hub.since) : null
      }),
    )
  }

  async function kill(name: string): Promise<void> {
    process.kill(await pidOf(running, name), 'SIGKILL')
  }

  /** What is refused once the database is gone, which takes its server a moment. */
  async function unavailable(...request: Parameters<typeof refused>): Promise<RefusedReply> {
    const replies: RefusedReply[] = []
    const isGone = async () => replies.unshift(await refused(...request)) > 0 && replies[0]?.status === 503
    await secondsUntil('503', isGone)
    const [reply] = replies
    if (reply === undefined) throw new Error('there was no reply')
    return reply
  }

  it('the store database down: 503 in words, agents stay connected, nobody is shown offline afterwards', async () => {
    const before = await connectedSince()
    const comesBack = keepDatabaseDown(running.dataFolder, 'store', 8_000)
    const { problem, retryAfter } = await unavailable(running.demo, LIST, { token: panel.token })
    expect([problem.code, problem.detail]).toEqual(['unavailable', 'The database is not available right now'])
    expect(Number(retryAfter)).toBeGreaterThan(0)
    const page = await browser.get('/relay')
    expect(page.status).toBe(503)
    expect(textOf(page.text)).toContain('Not available right now')
    const body = { storeId: 'P-7101', name: 'Half done', email: 'h@example.org', phone: null }
    expect((await refused(running.demo, LIST, { token: panel.token, body })).status).toBe(503)
    await comesBack()
    await everyoneIsOnline('after 8 s without the store database')
    expect(before).not.toContain(null)
    expect(await connectedSince()).toEqual(before)
    expect((await browser.get('/relay')).status).toBe(200)
  })

  it('the identity database down: sign-in says 503, tokens in use go on, sign-in works again', async () => {
    const comesBack = keepDatabaseDown(running.dataFolder, 'identity', 4_000)
    const body = credentialsOf(running.demo, 'Support')
    const { problem } = await unavailable(running.demo, '/Identity/api/v1/SignIn', { body })
    expect(problem.code).toBe('unavailable')
    expect(await panel.listed()).toEqual(EVERYONE)
    expect((await browser.get('/relay/P-1001')).status).toBe(200)
    await comesBack()
    const works = async () => (await signIn(running.demo, body)).user.role === 'Support'
    measured.push(['sign-in after 4 s without the identity database', await secondsUntil('sign-in', works)])
  })

  it('the store API killed: it is started again, and agents, tokens and sessions survive', async () => {
    const before = await connectedSince()
    await kill('store-api')
    const { status, problem } = await refused(running.demo, LIST, { token: panel.token })
    expect([status, problem.code]).toEqual([502, 'upstream_unavailable'])
    await everyoneIsOnline('after the store API was killed')
    expect(before).not.toContain(null)
    expect(await connectedSince()).toEqual(before)
    expect((await browser.get('/relay/P-1001')).status).toBe(200)
  })

  it('the gateway killed: it is started again, and agents, tokens and sessions survive', async () => {
    const before = await connectedSince()
    await kill('gateway')
    await everyoneIsOnline('after the gateway was killed')
    expect(before).not.toContain(null)
    expect(await connectedSince()).toEqual(before)
    expect((await browser.get('/relay/P-1001')).status).toBe(200)
  })

  it('the identity API killed: sessions survive, sign-in works again', async () => {
    await kill('identity-api')
    expect(await panel.listed()).toEqual(EVERYONE)
    const body = credentialsOf(running.demo, 'Support')
    const works = async () => (await signIn(running.demo, body)).user.role === 'Support'
    measured.push(['sign-in after the identity API was killed', await secondsUntil('sign-in', works)])
  })

  it('in all that time nobody was shown offline: what was wrong was not at the pharmacies', () => {
    expect(watch.shownOffline()).toEqual([])
  })

  it('a frozen agent is shown offline with its reason, and online when it goes on', async () => {
    const pid = await pidOf(running, 'DISPENSARY')
    process.kill(pid, 'SIGSTOP')
    try {
      const isOffline = async () => (await panel.presence())['DISPENSARY'] === 'ping_timeout'
      measured.push(['a frozen agent shown offline', await secondsUntil('ping_timeout', isOffline)])
      const page = await browser.get('/relay/P-1001')
      expect(textOf(page.text)).toContain(
        'The computer stopped answering: asleep, frozen or without network.',
      )
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await everyoneIsOnline('after an agent was frozen')
    // The watch looks once a second and may miss how short that was; what counts is that nobody else was.
    expect(watch.shownOffline().filter((shown) => shown !== 'DISPENSARY: ping_timeout')).toEqual([])
  })

  it('the portal with its hub killed: every agent finds back, and people stay signed in', async () => {
    const killedAt = Date.now()
    await kill('portal')
    const areBack = async () => (await connectedSince()).every((since) => since !== null && since > killedAt)
    const back = await secondsUntil('agents', areBack)
    measured.push(['all agents connected after the portal was killed', back])
    await everyoneIsOnline('by the panel after that')
    expect((await browser.get('/relay/P-1001')).status).toBe(200)
    // Each was back before the killed hub's lease of 15 s and the grace were over.
    expect(watch.shownOffline()).toEqual([])
  })

  it('the portal stopped in order, as for an upgrade, and started again: nobody is shown offline', async () => {
    const stoppedAt = Date.now()
    await running.command('stop', 'portal')
    await running.command('start', 'portal')
    const areBack = async () => (await connectedSince()).every((since) => since !== null && since > stoppedAt)
    measured.push([
      'all agents connected after the portal was stopped and started',
      await secondsUntil('agents', areBack),
    ])
    await everyoneIsOnline('after the portal was started')
    expect(watch.shownOffline()).toEqual([])
  })
})
