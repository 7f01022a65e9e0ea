// Cross-sale in the panel: a rule from its making to its end, a pair that was found, and what refuses a change.
import { expect, test } from 'vitest'
import { startPortalRig } from '../../test/portal-rig.ts'
import { crossSaleOf } from '../testing/cross-sale-pages.ts'

const LIST = '/medicines/suggestions'
const TERMS = { reason: 'sun_protection', minAge: '', validUntil: '' }

async function startStage() {
  const rig = await startPortalRig()
  const browser = await rig.signedIn('Admin')
  const csrf = await browser.csrfOf(LIST)
  return { ...rig, browser, csrf, items: rig.upstream.pharmacy.crossSales.items }
}

test('a rule is made of two groups that were looked for, approved by name, and ended', async () => {
  const { browser, csrf, items } = await startStage()
  expect((await browser.get(`${LIST}/new`)).text).not.toContain('name="ifGroup"')
  const found = await browser.get(`${LIST}/new?ifText=a07ca&thenText=r01ax`)
  expect(found.text).toContain('<option value="A07CA"')
  expect(found.text).toContain('<option value="R01AX"')
  const chosen = { ifText: 'a07ca', thenText: 'r01ax', ifGroup: 'A07CA', thenGroup: 'R01AX' }
  const made = await browser.post(`${LIST}/new`, { csrf, ...chosen, ...TERMS, flags: 'asthma', minAge: '12' })
  expect([made.status, made.location, made.notice]).toEqual([303, `${LIST}/15`, 'made'])
  expect(items[1]).toMatchObject({ flags: ['asthma'], minAge: 12, validUntil: null, state: 'waiting' })
  const approval = { csrf, version: '1', pharmacist: 'Petra Pharmacist' }
  expect((await browser.post(`${LIST}/15/approval`, approval)).notice).toBe('approved')
  const page = await browser.get(`${LIST}/15`)
  expect(page.text).toContain('Petra Pharmacist')
  expect(page.text).not.toContain(`action="${LIST}/15/approval"`)
  expect((await browser.post(`${LIST}/15/end`, { csrf, version: '2' })).notice).toBe('ended')
  expect((await browser.get(`${LIST}/15`)).text).not.toContain(`action="${LIST}/15`)
})

test('several warnings are saved, and saving takes the approval away', async () => {
  const { browser, csrf, items } = await startStage()
  const body = `csrf=${encodeURIComponent(csrf)}&version=3&reason=sun_protection&flags=asthma&flags=pregnancy&minAge=&validUntil=2027-01-31`
  const fields = Object.fromEntries(new URLSearchParams(body))
  expect(fields['flags']).toBe('pregnancy')
  const reply = await fetch(`${browser.url}${LIST}/14`, {
    method: 'POST',
    body: new URLSearchParams(body),
    redirect: 'manual',
    headers: { cookie: browser.cookieHeader(), origin: browser.url },
  })
  expect(reply.status).toBe(303)
  expect(items[0]).toMatchObject({ flags: ['asthma', 'pregnancy'], validUntil: '2027-01-31', approved: null })
})

test('a pair of which nobody said the warnings cannot be approved on its page', async () => {
  const { browser, items } = await startStage()
  items.push(crossSaleOf({ id: 20, kind: 'mined', flags: null }))
  const page = await browser.get(`${LIST}/20`)
  expect(page.text).toContain('Say first what the medicine warns of')
  expect(page.text).not.toContain(`action="${LIST}/20/approval"`)
})

test('what is no age, no day or no name is said at its field, with what was typed', async () => {
  const { browser, csrf } = await startStage()
  const typed = { csrf, version: '3', ...TERMS, minAge: '121', validUntil: '31.01.2027' }
  const terms = await browser.post(`${LIST}/14`, typed)
  expect(terms.status).toBe(422)
  expect(terms.text).toContain('This is no age')
  expect(terms.text).toContain('This is no day')
  expect(terms.text).toContain('value="121"')
  const approval = await browser.post(`${LIST}/14/approval`, { csrf, version: '3', pharmacist: ' ' })
  expect([approval.status, approval.text.includes('Write a name')]).toEqual([422, true])
})

test('who saw another version is told how it is now, and a rule for the same groups is refused', async () => {
  const { browser, csrf, items } = await startStage()
  const stale = await browser.post(`${LIST}/14/end`, { csrf, version: '2' })
  expect([stale.status, items[0]?.state]).toEqual([412, 'waiting'])
  expect(stale.text).toContain('Somebody else changed it')
  const groups = { ifGroup: 'J01CA04', thenGroup: 'A07FA02', ifText: 'j01ca04', thenText: 'a07fa02' }
  const taken = await browser.post(`${LIST}/new`, { csrf, ...groups, ...TERMS })
  expect([taken.status, taken.text.includes('There is a rule for these two groups already')]).toEqual([
    409,
    true,
  ])
  const same = await browser.post(`${LIST}/new`, { csrf, ...groups, thenGroup: 'J01CA04', ...TERMS })
  expect([same.status, same.text.includes('Choose two groups')]).toEqual([422, true])
})

test('the list shows one state, and only Admins see it', async () => {
  const { browser, items, signedIn } = await startStage()
  items.push(crossSaleOf({ id: 30, state: 'ended' }))
  const waiting = await browser.get(`${LIST}?state=waiting`)
  expect(waiting.text).toContain(`href="${LIST}/14"`)
  expect(waiting.text).not.toContain(`href="${LIST}/30"`)
  expect((await browser.get(`${LIST}?state=none`)).status).toBe(422)
  for (const path of [LIST, `${LIST}/14`, `${LIST}/new`])
    expect((await (await signedIn('SuperSupport')).get(path)).status).toBe(403)
})
