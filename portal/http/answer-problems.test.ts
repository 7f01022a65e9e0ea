// Problems in the reader's language: by their code and fields, never in the English words of an API.
import { expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { PASSWORD, emailOf } from '../test/memory-identity.ts'
import { load } from '../test/page-text.ts'
import { startPortalRig } from '../test/portal-rig.ts'

const TURKISH = { 'accept-language': 'tr' }
const GERMAN = { 'accept-language': 'de' }

test('what an API says in English is not shown', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  for (const [headers, title] of [
    [TURKISH, 'Bulunamadı'],
    [GERMAN, 'Nicht gefunden'],
  ] as const) {
    const page = await browser.get('/relay/P-9999', headers)
    expect(page.text).toContain(`<h1>${title}</h1>`)
    expect(page.text).not.toContain('There is no such pharmacy')
  }
})

test('faulty fields are named in the language of the panel', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  const page = await browser.get('/relay?pageSize=999', TURKISH)
  expect(page.status).toBe(422)
  expect(page.text).toMatch(/<dt>Denetleyin<\/dt><dd>Sayfa başına satır<\/dd>/)
})

test('a form from elsewhere is told so, and what to do', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  const reply = await browser.post('/relay/new', {}, { ...GERMAN, origin: 'https://evil.example' })
  expect(reply.status).toBe(403)
  expect(reply.text).toContain('Das kam nicht aus dem Panel')
})

test('after too many tries to sign in the page says how long to wait, as Retry-After does', async () => {
  const rig = await startPortalRig()
  const browser = rig.browser()
  const csrf = await browser.csrfOf('/sign-in')
  rig.upstream.identity.refuseSignIn = new ProblemError('rate_limited', 'Too many wrong tries.', {
    retryAfterS: 300,
  })
  const fields = { csrf, email: emailOf('Admin'), password: PASSWORD, returnTo: '' }
  const reply = await browser.post('/sign-in', fields, TURKISH)
  expect(reply.status).toBe(429)
  expect(reply.headers.get('retry-after')).toBe('300')
  expect(reply.text).toContain('5 dakika sonra yeniden deneyin.')
  expect(reply.text).not.toContain('Too many')
  expect(load(reply.text).field('email')).toBe(emailOf('Admin'))
})

test('a fragment says how long to wait', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn()
  rig.upstream.store.refuseList = new ProblemError('rate_limited', 'Too many requests.', { retryAfterS: 9 })
  const fragment = await browser.get('/relay/table', GERMAN)
  expect(fragment.status).toBe(429)
  expect(fragment.text).toContain('Versuchen Sie es in 9 Sekunden erneut.')
})
