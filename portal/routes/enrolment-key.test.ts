// Making an enrolment key: shown once with the commands, and never made twice by a reload or a second press.
import { expect, test } from 'vitest'
import type { TestBrowser } from '../test/test-browser.ts'
import { load } from '../test/page-text.ts'
import { startPortalRig, type PortalRig } from '../test/portal-rig.ts'

const PATH = '/relay/P-1001/enrolment-key'

async function formOf(browser: TestBrowser, path = PATH): Promise<{ csrf: string; once: string }> {
  const form = load((await browser.get(path)).text)
  return { csrf: form.csrf, once: form.field('once') ?? '' }
}

function keysMade({ upstream }: PortalRig): number {
  return upstream.seen.filter(({ method, path }) => method !== 'GET' && /enrolment-key/i.test(path)).length
}

test('the key is shown once, with everything that enrols a computer, on a page that is not kept', async () => {
  const rig = await startPortalRig({ options: { publicOrigin: 'https://portal.example' } })
  const browser = await rig.signedIn()
  const reply = await browser.post(PATH, await formOf(browser))
  expect(reply.status).toBe(201)
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.text).toContain('<code>enr_once-only</code>')
  expect(reply.text).toContain('<code>agent settings set HubUrl https://portal.example</code>')
  expect(reply.text).toContain('<code>agent settings set PharmacyId 1</code>')
  expect(reply.text).toContain('<code>agent settings set EnrolmentKey -</code>')
})

test('a reload of the answer makes no second key, and says that the first is not shown again', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  const form = await formOf(browser)
  expect((await browser.post(PATH, form)).status).toBe(201)
  const again = await browser.post(PATH, form)
  expect(again.status).toBe(409)
  expect(again.text).toContain('This key has been made already')
  expect(again.text).not.toContain('enr_')
  expect(keysMade(rig)).toBe(1)
})

test('two presses at once make one key', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  const form = await formOf(browser)
  const replies = await Promise.all([browser.post(PATH, form), browser.post(PATH, form)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(keysMade(rig)).toBe(1)
})

test('a form without its value, of another pharmacy or of an earlier portal is asked for again', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  const { csrf, once: ofAnother } = await formOf(browser, '/relay/P-1002/enrolment-key')
  for (const once of ['', 'x'.repeat(22), ofAnother]) {
    const reply = await browser.post(PATH, { csrf, once })
    expect(reply.status).toBe(303)
    expect(reply.location).toBe(`${PATH}?notice=outdated`)
  }
  expect((await browser.get(`${PATH}?notice=outdated`)).text).toContain('no key was made')
  expect(keysMade(rig)).toBe(0)
})

test('after a failure the form is asked for again, and a new one makes the key', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  const form = await formOf(browser)
  rig.upstream.cutPath = '/enrolment-key'
  expect((await browser.post(PATH, form)).status).toBe(502)
  rig.upstream.cutPath = null
  expect((await browser.post(PATH, form)).status).toBe(303)
  expect((await browser.post(PATH, await formOf(browser))).status).toBe(201)
})
