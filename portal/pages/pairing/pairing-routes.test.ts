// Making a pairing code: shown once with what to type, never made twice, told about while it is open, used and over.
import { expect, test } from 'vitest'
import { MAX_OPEN_PAIRING_CODES } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { computerOf } from '../testing/fixtures.ts'
import type { TestBrowser } from '../../test/test-browser.ts'
import { load } from '../../test/page-text.ts'
import { startPortalRig } from '../../test/portal-rig.ts'
import { FRAGMENT } from '../../test/printing-stage.ts'

const PATH = '/relay/P-1001/pairing'

async function formOf(browser: TestBrowser, path = PATH) {
  const form = load((await browser.get(path)).text)
  return { csrf: form.csrf, once: form.field('once') ?? '' }
}

async function stage(options = {}) {
  const rig = await startPortalRig({ options })
  const browser = await rig.signedIn()
  const [customer] = rig.upstream.store.customers
  if (customer === undefined) throw new Error('no pharmacy')
  return { rig, browser, customer, codes: rig.upstream.store.access.codes }
}

test('the code is shown once, in two groups, with the address and the command that pairs, on a page that is not kept', async () => {
  const { browser, customer } = await stage({ publicOrigin: 'https://portal.example' })
  const reply = await browser.post(PATH, await formOf(browser))
  expect(reply.status).toBe(201)
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.text).toContain('>BCDF-GHJK</code>')
  expect(reply.text).toContain('<code>https://portal.example</code>')
  expect(reply.text).toContain('<code>pharmacy-relay pair BCDF-GHJK --hub https://portal.example</code>')
  expect(reply.text).toContain('No computer has used the code yet.')
  expect(customer.pairingCodes).toMatchObject([{ id: 1, needsApproval: false }])
})

test('whether it needs approval is asked for, told to the store and shown', async () => {
  const { browser, customer } = await stage()
  const form = await formOf(browser)
  const reply = await browser.post(PATH, { ...form, needsApproval: 'yes' })
  expect(customer.pairingCodes).toMatchObject([{ needsApproval: true }])
  expect(reply.text).toContain('with the button that approves it')
})

test('it goes to the phone of the pharmacy when that is asked for, and the page says what became of the message', async () => {
  const { rig, browser, customer } = await stage()
  customer.phone = '+441234567890'
  expect((await browser.get(PATH)).text).toContain('Also send the code by SMS to +44\u00A01234\u00A0567890')
  rig.upstream.store.access.sms = 'unknown'
  const reply = await browser.post(PATH, { ...(await formOf(browser)), bySms: 'yes' })
  expect(reply.status).toBe(201)
  expect(reply.text).toContain('Nobody knows yet whether the code reached +44\u00A01234\u00A0567890')
  expect(reply.text).toContain('>BCDF-GHJK</code>')
  customer.phone = null
  expect((await browser.get(PATH)).text).not.toContain('by SMS')
})

test('one more is made from its page with the same choices, once', async () => {
  const { browser, customer, codes } = await stage()
  const first = load((await browser.post(PATH, { ...(await formOf(browser)), needsApproval: 'yes' })).text)
  const again = {
    csrf: first.csrf,
    once: first.field('once') ?? '',
    needsApproval: first.field('needsApproval') ?? '',
  }
  expect(again.needsApproval).toBe('yes')
  expect(first.field('bySms')).toBeNull()
  expect((await browser.post(PATH, again)).status).toBe(201)
  expect((await browser.post(PATH, again)).status).toBe(409)
  expect(codes).toHaveLength(2)
  expect(customer.pairingCodes).toMatchObject([{ needsApproval: true }, { needsApproval: true }])
  // Also from the page that tells of an open one; of one that is over the choices are not kept.
  expect(load((await browser.get(`${PATH}/2`)).text).field('needsApproval')).toBe('yes')
  customer.pairingCodes = []
  expect(load((await browser.get(`${PATH}/2`)).text).field('once')).toBeNull()
})

test('a reload of the answer and a second press make no other code, and the first is not shown again', async () => {
  const { browser, codes } = await stage()
  const form = await formOf(browser)
  const replies = await Promise.all([browser.post(PATH, form), browser.post(PATH, form)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const again = await browser.post(PATH, form)
  expect(again.text).toContain('No further code was made')
  expect(again.text).not.toContain('BCDF-GHJK')
  expect(codes).toHaveLength(1)
})

test('a form without its value, of another pharmacy or of an earlier portal is asked for again', async () => {
  const { browser, codes } = await stage()
  const { csrf, once: ofAnother } = await formOf(browser, '/relay/P-1002/pairing')
  for (const once of ['', 'x'.repeat(22), ofAnother]) {
    const reply = await browser.post(PATH, { csrf, once })
    expect([reply.location, reply.notice]).toEqual([PATH, 'outdated'])
  }
  expect((await browser.get(PATH)).text).toContain('no code was made')
  expect(codes).toEqual([])
})

test('after a failure the form is asked for again, and a new one makes the code', async () => {
  const { rig, browser } = await stage()
  const form = await formOf(browser)
  rig.upstream.cutPath = 'POST /Store/api/v1/panel'
  expect((await browser.post(PATH, form)).status).toBe(502)
  rig.upstream.cutPath = null
  expect((await browser.post(PATH, form)).status).toBe(303)
  expect((await browser.post(PATH, await formOf(browser))).status).toBe(201)
})

test('with too many open codes it says so, and what helps', async () => {
  const { browser, customer, codes } = await stage()
  for (let made = 0; made < MAX_OPEN_PAIRING_CODES; made += 1) {
    await browser.post(PATH, await formOf(browser))
  }
  const form = await formOf(browser)
  const reply = await browser.post(PATH, { ...form, needsApproval: 'yes' })
  expect(reply.status).toBe(409)
  expect(reply.text).toContain('too many open pairing codes')
  expect(reply.text).toContain('20 pairing codes are open')
  expect(reply.text).toMatch(/name="needsApproval"[^>]* checked/)
  expect(codes).toHaveLength(MAX_OPEN_PAIRING_CODES)
  const withdrawn = await browser.post(`${PATH}/withdraw`, { csrf: form.csrf })
  expect([withdrawn.location, withdrawn.notice]).toEqual(['/relay/P-1001', 'codes-withdrawn'])
  expect(customer.pairingCodes).toEqual([])
  expect((await browser.get(withdrawn.location ?? '')).text).toContain('The pairing codes are withdrawn.')
})

test('its page tells, also alone for the script, that it is open, used or over; never the code', async () => {
  const { browser, customer } = await stage()
  await browser.post(PATH, await formOf(browser))
  const page = await browser.get(`${PATH}/1`)
  expect(page.text).toContain('data-pairing="open"')
  expect(page.text).not.toContain('BCDF')
  expect((await browser.get('/relay/P-1001')).text).toContain(`href="${PATH}/1"`)
  customer.pairingCodes = []
  customer.computers.push(computerOf({ id: 31, pcName: 'COUNTER-3', pairingCodeId: 1, access: 'waiting' }))
  const used = await browser.get(`${PATH}/1`, FRAGMENT)
  expect(used.text).toMatch(/^<div id="pairing-state"/)
  expect(used.text).toContain('Paired with COUNTER-3.')
  expect(used.text).toContain('form="approve-computer"')
  // N05: by what the Admin recognizes it.
  for (const fact of ['192.168.10.21', '203.0.113.20', 'c1c1 c1c1 c1c1'])
    expect(used.text).toContain(`<bdi>${fact}`)
  expect(used.text).not.toContain('Choose its role')
  customer.computers.pop()
  customer.computers.push(computerOf({ id: 31, pcName: 'COUNTER-3', pairingCodeId: 1 }))
  const paired = await browser.get(`${PATH}/1`, FRAGMENT)
  expect(paired.text).toContain('href="/relay/P-1001?edit=31#role-editor">Choose its role<')
  customer.computers.pop()
  expect((await browser.get(`${PATH}/1`)).text).toContain('The code cannot be used any more.')
  expect((await browser.get(`${PATH}/x`)).status).toBe(404)
})

test.each([
  [{ state: 'used', computerName: 'COUNTER-9' }, 'Paired with COUNTER-9.'],
  [{ state: 'used', computerName: null }, 'A computer has used the code.'],
  [{ state: 'expired' }, 'The code has run out.'],
  [{ state: 'withdrawn', staffName: 'Ada Admin' }, 'Ada Admin withdrew the code.'],
  [{ state: 'withdrawn', staffName: null }, 'The code was withdrawn.'],
  [{ state: 'tried', address: '203.0.113.9' }, 'the last of them from 203.0.113.9.'],
  [{ state: 'tried', address: null }, 'Five wrong tries ended the code.'],
] as const)(
  'of a code that is over its page says the one reason and when, and offers a new one: %o',
  async (outcome, text) => {
    const { rig, browser } = await stage()
    const at = '2026-11-20T12:00:00.000Z'
    rig.upstream.store.access.codeOutcomes.set(1, { id: 1, customerId: 1, at, ...outcome })
    const { text: page } = await browser.get(`${PATH}/1`)
    expect(page).toContain(text)
    expect(page).toContain(`datetime="${at}"`)
    expect(page).toContain('>Make a new code</a>')
    expect(page).not.toContain('pharmacy-relay pair')
  },
)

test.each(['Support', 'SuperSupport'] as const)(
  '%s neither makes, sees nor withdraws codes',
  async (role) => {
    const { rig, browser: admin } = await stage()
    await admin.post(PATH, await formOf(admin))
    const browser = await rig.signedIn(role)
    const csrf = await browser.csrfOf('/relay')
    expect((await browser.get('/relay/P-1001')).text).not.toContain('/pairing')
    for (const path of [PATH, `${PATH}/1`]) expect((await browser.get(path)).status).toBe(403)
    for (const path of [PATH, `${PATH}/withdraw`])
      expect((await browser.post(path, { csrf })).status).toBe(403)
    expect(rig.upstream.store.access.codes).toHaveLength(1)
    expect(rig.upstream.store.customers[0]?.pairingCodes).toHaveLength(1)
  },
)
