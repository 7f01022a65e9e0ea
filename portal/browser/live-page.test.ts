// A live page in Chromium: what it shows of the news it is told, and what it says when it is told nothing.
import { describe, expect, it } from 'vitest'
import { axeViolations } from '@pharmacy-relay/shared/test/axe.ts'
import { CENTRAL } from '../pages/testing/fixtures.ts'
import { expectGood } from './testing/chromium.ts'
import { hasChromium, pagesInChromium } from './testing/opened-page.ts'

describe.skipIf(!hasChromium)('a live page (needs Chromium: `npm run tools`)', () => {
  const open = pagesInChromium()

  it('shows a computer go offline without a reload, and marks the row', async () => {
    const { page, stage } = await open('/relay/P-1042')
    await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
    const offline = {
      isOnline: false,
      presence: 'offline',
      offlineReason: 'transport_close',
      presenceSeq: 5,
    } as const
    stage.customer = { ...withComputer(0, offline), lastEventId: 900 }
    stage.send('relay', { lastEventId: 900, customerIds: [1] })
    await page.getByText('The connection was cut').waitFor()
    const changed = page.locator('tr.is-changed')
    expect(await changed.evaluateAll((rows) => rows.map((row) => row.dataset['key']))).toEqual([
      'computer-11',
    ])
    expect(await page.locator('body[data-not-reloaded]').count()).toBe(1)
  })

  it('does not ask again for a pharmacy that is not on the page, and remembers how far it heard', async () => {
    const { stage } = await open('/relay/P-1042')
    stage.send('relay', { lastEventId: 901, customerIds: [77] })
    stage.dropStreams()
    // Back after at least a second, long after a fetch would have been made.
    await expect.poll(() => stage.streamsAfter).toEqual([812, 901])
    expect(stage.fetches).toBe(0)
  })

  it('never puts an older rendering in the place of a newer one', async () => {
    const { page, stage } = await open('/relay/P-1042')
    await page.evaluate(() => {
      const region = document.querySelector<HTMLElement>('#relay-computers')
      if (region === null) throw new Error('no region')
      const { dataset } = document.documentElement
      const note = () => (dataset['seen'] = `${dataset['seen'] ?? ''} ${region.dataset['eventId']}`)
      new MutationObserver(note).observe(region, { attributeFilter: ['data-event-id'] })
    })
    stage.customer = {
      ...withComputer(0, { isOnline: false, presence: 'offline', presenceSeq: 3 }),
      lastEventId: 700,
    }
    stage.send('relay', { lastEventId: 950, customerIds: [1] })
    await expect.poll(() => stage.fetches).toBe(1)
    // A newer region may still carry a row that is older than the one shown.
    stage.customer = { ...stage.customer, lastEventId: 960 }
    stage.send('relay', { lastEventId: 960, customerIds: [1] })
    await page.locator('html[data-seen=" 960"]').waitFor({ state: 'attached' })
    expect(await page.locator('tr[data-key="computer-11"] .presence-online').count()).toBe(1)
  })

  it('keeps the focus while the region changes around it', async () => {
    const { page, stage } = await open('/relay/P-1042')
    await page.locator('.row-menu > summary').nth(1).focus()
    stage.customer = {
      ...withComputer(1, { presenceSeq: 9, isOnline: true, presence: 'online', totalRamMb: 32_768 }),
      lastEventId: 900,
    }
    stage.send('relay', { lastEventId: 900, customerIds: [1] })
    await page.getByText('32 GB').waitFor()
    expect(await page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-key'))).toBe(
      'computer-12',
    )
  })

  it('keeps what was said beside a button that closes and opens again', async () => {
    const { page, stage } = await open('/relay/P-1042')
    await page.locator('.label-said, .request-said').evaluateAll((places) => {
      for (const place of places) place.textContent = 'said'
    })
    const said = page.locator('tr[data-key="computer-11"]').getByText('said', { exact: true })
    const closed = page.locator('button[value="11"]:disabled')
    const isNow = async (presence: 'offline' | 'online', lastEventId: number, closedButtons: number) => {
      const changes = { presence, isOnline: presence === 'online', presenceSeq: lastEventId }
      stage.customer = { ...withComputer(0, changes), lastEventId }
      stage.send('relay', { lastEventId, customerIds: [1] })
      await expect.poll(() => closed.count()).toBe(closedButtons)
    }
    await isNow('offline', 900, 3)
    expect(await said.count()).toBe(3)
    await isNow('online', 901, 0)
    expect(await said.count()).toBe(3)
  })

  it('tells when the stream is gone, comes back by itself and catches up', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.customer = { ...CENTRAL, computers: [], lastEventId: 990 }
    stage.dropStreams()
    await page.locator('#live-state[data-state="reconnecting"]').waitFor()
    expect(await page.locator('#live-state').textContent()).toMatch(/^Reconnecting… as of \d\d:\d\d:\d\d$/)
    await page.locator('#live-state[data-state="live"]').waitFor()
    expect(stage.streamsAfter.at(-1)).toBe(812)
    stage.send('resync', { lastEventId: 990 })
    await page.getByText('No computers yet').waitFor()
  })

  it('is not live while news cannot be fetched, and fetches them without being told again', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.status = 503
    stage.customer = { ...CENTRAL, computers: [], lastEventId: 990 }
    stage.send('relay', { lastEventId: 990, customerIds: [CENTRAL.id] })
    await page.locator('#live-state[data-state="reconnecting"]').waitFor()
    expect(stage.refusals).toBeGreaterThan(0)
    stage.status = 200
    await page.getByText('No computers yet').waitFor()
    await page.locator('#live-state[data-state="live"]').waitFor()
  })

  it('loads anew when a pharmacy is gone, and shows that it is', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.status = 404
    stage.pageStatus = 404
    stage.send('relay', { lastEventId: 990, customerIds: [CENTRAL.id] })
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    expect(stage.pages).toBe(2)
  })

  it('loads anew only once when the page is there all the same, and is not live then', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.status = 404
    stage.send('resync', { lastEventId: 990 })
    await expect.poll(() => stage.pages).toBe(2)
    await page.locator('#live-state[data-state="live"]').waitFor()
    stage.send('resync', { lastEventId: 991 })
    await page.locator('#live-state[data-state="reconnecting"]').waitFor()
    await expect.poll(() => stage.refusals).toBeGreaterThan(2)
    expect(stage.pages).toBe(2)
    stage.status = 200
    await page.locator('#live-state[data-state="live"]').waitFor()
    stage.status = 404
    stage.send('resync', { lastEventId: 992 })
    await expect.poll(() => stage.pages).toBe(3)
    await page.locator('#live-state[data-state="live"]').waitFor()
  })

  it('shows a new name, e-mail and phone number without a reload, in the title of the window too', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.customer = {
      ...CENTRAL,
      name: 'Harbour',
      email: 'h@harbour.example',
      phone: null,
      lastEventId: 900,
    }
    stage.send('relay', { lastEventId: 900, customerIds: [CENTRAL.id] })
    await page.getByRole('heading', { name: 'Harbour P-1042', level: 1 }).waitFor()
    expect(await page.locator('.contact').textContent()).toMatch(/h@harbour\.example.*no phone number/)
    expect(await page.title()).toBe('Harbour · P-1042 · Pharmacy Relay')
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(1)
    expect(stage.pages).toBe(1)
  })

  it('says as of when it is right while the portal hears nothing, without a new stream', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.send('stale', {})
    await page.locator('#live-state[data-state="reconnecting"]').waitFor()
    stage.send('beat', {})
    await page.locator('#live-state[data-state="live"]').waitFor()
    expect(stage.streamsAfter).toEqual([812])
  })

  it.each(['light', 'dark'] as const)(
    'says that NATS is away while it is, in %s colours',
    async (colorScheme) => {
      const { page, stage } = await open('/relay/P-1042')
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 360, height: 800 })
      const text = page.getByRole('status').getByText('NATS is away')
      expect(await text.isVisible()).toBe(false)
      stage.send('beat', { isNatsAway: true })
      await text.waitFor()
      expect(await page.locator('#live-state').getAttribute('data-state')).toBe('live')
      await expectGood(page)
      stage.send('stale', { isNatsAway: false })
      await text.waitFor({ state: 'hidden' })
    },
  )

  it.each(['light', 'dark'] as const)(
    'dims what is not live, readably in %s colours',
    async (colorScheme) => {
      const { page, stage } = await open('/relay/P-1042')
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const looks = async () => ({
        dot: await page
          .locator('.presence-dot')
          .first()
          .evaluate((dot) => getComputedStyle(dot).borderStyle),
        card: await page
          .locator('.card-plain')
          .last()
          .evaluate((card) => getComputedStyle(card).borderStyle),
        text: await page
          .locator('.facts dd')
          .first()
          .evaluate((text) => getComputedStyle(text).color),
      })
      const live = await looks()
      stage.send('stale', {})
      await page.locator('html[data-behind]').waitFor()
      const behind = await looks()
      expect(behind).toMatchObject({ dot: 'dotted', card: 'dashed' })
      expect(behind.text).not.toBe(live.text)
      expect(await axeViolations(page, { rules: ['color-contrast'] })).toEqual([])
      stage.send('beat', {})
      await page.locator('html:not([data-behind])').waitFor()
      expect(await looks()).toEqual(live)
    },
  )

  it('dims a page that was never live only after the time that a first contact may take', async () => {
    const { page } = await open('/relay/P-1042', { isLive: false })
    await page.locator('#live-state[data-state="connecting"]').waitFor()
    expect(await page.locator('html[data-behind]').count()).toBe(0)
    await page.locator('html[data-behind]').waitFor()
  })

  it('loads anew when the ids of the store went back, as after a restored database', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.customer = {
      ...withComputer(0, { isOnline: false, presence: 'offline', presenceSeq: 1 }),
      lastEventId: 20,
    }
    stage.send('resync', { lastEventId: 20, customerIds: [] })
    await page.locator('#relay-computers[data-event-id="20"]').waitFor()
    await expect.poll(() => stage.streamsAfter).toEqual([812, 20])
  })

  it('goes to the sign-in page when the session ends, and remembers where it was', async () => {
    const { page, stage } = await open('/relay/P-1042')
    stage.send('signed-out', {})
    await page.waitForURL('**/sign-in?returnTo=%2Frelay%2FP-1042')
  })

  it('goes nowhere else while somebody signs out, although the session is over before the answer comes', async () => {
    const { page, stage } = await open('/relay/P-1042')
    await expect.poll(() => stage.openStreams()).toBe(1)
    await page.route('**/sign-out', async (route) => {
      stage.send('signed-out', {})
      // The page has heard it and closed its stream.
      await expect.poll(() => stage.openStreams()).toBe(0)
      await route.fulfill({ contentType: 'text/html', body: '<p>You are signed out.</p>' })
    })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    expect(page.url()).toBe(`${stage.url}/sign-out`)
  })
})

function withComputer(index: number, changes: Partial<(typeof CENTRAL.computers)[number]>): typeof CENTRAL {
  return {
    ...CENTRAL,
    computers: CENTRAL.computers.map((computer, at) =>
      at === index ? { ...computer, ...changes } : computer,
    ),
  }
}
