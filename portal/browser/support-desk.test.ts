// The overview, the settings of support and a task in Chromium: nothing that axe finds wrong, narrow, dark and in each language; canned
// answers by one click.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startPortalRig } from '../test/portal-rig.ts'
import { chromiumPages, expectGood, hasChromium, signInOn, speak } from './testing/chromium.ts'

const PAGES = ['/', '/support/times', '/support/settings', '/support/tasks', '/support/tasks/2']
const LOOKS = [
  { colorScheme: 'light', width: 1_280, language: 'en' },
  { colorScheme: 'dark', width: 390, language: 'de' },
  { colorScheme: 'light', width: 390, language: 'tr' },
] as const
/** Where pictures of the pages are wanted; none where it is not set. */
const folder = process.env['SupportPictures']

describe.skipIf(!hasChromium)('the desk of support (needs Chromium: `npm run tools`)', () => {
  const newPage = chromiumPages()

  it.each(LOOKS)('has nothing that axe finds wrong: $colorScheme, $width wide, $language', async (look) => {
    const { url } = await startPortalRig()
    const { colorScheme, width, language } = look
    const page = await newPage({ colorScheme, viewport: { width, height: 900 } })
    await signInOn(page, url, 'Admin')
    await speak(page, url, language)
    for (const path of PAGES) {
      await page.goto(url + path)
      await expectGood(page)
      const name = `${language}-${colorScheme}-${width}${path.replaceAll('/', '-')}.png`
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}`, fullPage: true })
    }
  })

  it('puts a canned answer into the message where the cursor is, and sends nothing', async () => {
    const { url, upstream } = await startPortalRig()
    const page = await newPage()
    await signInOn(page, url, 'Support')
    await page.goto(`${url}/support/tasks/2`)
    await page.locator('#text').fill('Hello')
    await page.getByText('Canned answers').click()
    await page.getByRole('button', { name: 'Is it on?' }).click()
    expect(await page.locator('#text').inputValue()).toBe('Hello\nIst der Drucker an?')
    expect(page.url()).toBe(`${url}/support/tasks/2`)
    expect(upstream.store.supportTasks.steps).toEqual([])
  })

  it('says on the page of a task who else looks and who writes, and tells that somebody writes here', async () => {
    const { url, upstream } = await startPortalRig()
    const page = await newPage()
    await signInOn(page, url, 'Support')
    await page.goto(`${url}/support/tasks/2`)
    const { storeHub } = upstream
    const kinds = () => storeHub.presences.map(({ taskId, kind }) => `${taskId} ${kind}`)
    await expect.poll(kinds).toEqual(['2 looks'])
    const own = storeHub.presences[0]?.guid ?? ''
    const about = { taskId: 2, customerId: 1, computerId: 11 }
    const told = [
      { guid: own, name: 'Me', kind: 'looks' },
      { guid: 'ada', name: 'Ada $&', kind: 'looks' },
      { guid: 'bob', name: 'Bob', kind: 'writes' },
      { guid: null, name: 'COUNTER-1', kind: 'writes' },
    ] as const
    for (const one of told)
      await storeHub.ask('SupportPresenceAsync', { ...about, ...one, viewerId: randomUUID() })
    const plain = async () =>
      (await page.locator('#task-people').textContent())?.replaceAll(/[\u2068\u2069]/g, '')
    await expect
      .poll(plain)
      .toBe('Ada $& is looking at this · Bob is writing · Somebody at COUNTER-1 is writing')
    if (folder !== undefined) await page.screenshot({ path: `${folder}/people.png`, fullPage: true })
    await page.locator('#text').pressSequentially('Hello')
    await expect.poll(kinds).toEqual(['2 looks', '2 writes'])
    await page.goto(`${url}/support/tasks`)
    await expect.poll(kinds).toEqual(['2 looks', '2 writes', '2 left'])
  })
})
