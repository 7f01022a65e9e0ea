// Passkeys over HTTP: what is asked of identity, what is said of refusals, and the ways in by one. Browsers take part in tests/e2e/passkeys.e2e.ts.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { RECOVERY_CODES } from '../../test/memory-account.ts'
import { PASSWORD, emailOf } from '../../test/memory-identity.ts'
import { BY_NAME, credentialOf } from '../../test/passkey-answers.ts'
import { startPortalRig, type PortalRig } from '../../test/portal-rig.ts'
import { load } from '../../test/page-text.ts'

const CODES = '/account/second-factor/recovery-codes/passkey'

async function startAccount() {
  const rig = await startPortalRig()
  const browser = await rig.signedIn('Admin')
  const post = async (path: string, fields: Record<string, string> = {}) =>
    await browser.post(`/account/passkeys${path}`, { csrf: await browser.csrfOf('/account'), ...fields })
  return { rig, browser, post, known: rig.upstream.identity.passkeys }
}

describe('a passkey of the account', () => {
  test('is asked of the browser with its name kept, and the first one brings recovery codes once', async () => {
    const { browser, post, known } = await startAccount()
    const page = await post('', { name: ' Laptop ' })
    expect(page.text).toContain('data-passkey="create"')
    expect(page.text).toContain('&quot;challenge&quot;:&quot;Y2hhbGxlbmdl&quot;')
    expect(page.text).toContain('name="name" value="Laptop"')
    const made = await post('/add', { name: 'Laptop', credential: credentialOf('AA') })
    expect(made.text).toContain('ABCDE-00000')
    const again = await post('/add', { name: 'Phone', credential: credentialOf('BB') })
    expect([again.location, again.notice]).toEqual(['/account', 'passkey-added'])
    expect(known.passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Phone'])
    expect((await browser.get('/account')).text).toContain('The passkey is added.')
  })

  test('is renamed and removed, and one that is alone warns of its loss', async () => {
    const { browser, post, known } = await startAccount()
    await post('/add', { name: 'Laptop', credential: credentialOf('AA') })
    expect((await browser.get('/account')).text).toContain('You have one passkey and no recovery codes')
    expect((await post('/name', { passkey: '1', name: 'Desk' })).notice).toBe('passkey-named')
    expect((await post('/name', { passkey: '1', name: ' ' })).text).toContain('Give it a name')
    known.refuse = new ProblemError('state_conflict', reason('factor_last', {}))
    const last = await post('/remove', { passkey: '1' })
    expect([last.status, last.text.includes('This is the only second factor')]).toEqual([409, true])
    known.refuse = null
    expect((await post('/remove', { passkey: '1' })).notice).toBe('passkey-removed')
    expect(known.passkeys).toEqual([])
    expect((await post('/remove', { passkey: '1' })).status).toBe(404)
  })

  test('is offered by name alone: at an address of numbers the page says why not', async () => {
    const { browser, post, known } = await startAccount()
    expect((await browser.get('/account')).text).toContain('not for an address of numbers such as 127.0.0.1')
    const page = (await browser.get('/account', BY_NAME)).text
    expect(page).not.toContain('address of numbers')
    expect(page).toContain('Add a passkey')
    expect((await browser.get('/relay')).status).toBe(200)
    known.refuse = new ProblemError('not_supported', reason('passkeys_need_name', {}))
    expect((await post('', { name: 'Laptop' })).text).toContain('Browsers make passkeys only for a name')
  })

  test('is refused in words where the field holds no answer of a browser', async () => {
    const { post, known } = await startAccount()
    for (const credential of ['', '{', '{"id":"AA"}', 'x'.repeat(24_001)])
      expect((await post('/add', { name: 'Laptop', credential })).status).toBe(422)
    expect(known.passkeys).toEqual([])
  })
})

describe('new recovery codes by a passkey', () => {
  test('are offered to who has one, made with what the browser brings, and shown once', async () => {
    const { rig, browser, post } = await startAccount()
    expect((await browser.get('/account', BY_NAME)).text).not.toContain(CODES)
    await post('/add', { name: 'Laptop', credential: credentialOf('AA') })
    const { text } = await browser.get('/account', BY_NAME)
    expect(text).toContain(`action="${CODES}"`)
    expect(text).toContain('data-options-at="/confirm/passkey/options"')
    expect((await browser.get('/account')).text).not.toContain(CODES)
    // An older sign-in is no matter: the passkey proves who is there.
    rig.upstream.identity.signedInAgoS = 660
    const { csrf } = load(text)
    const made = await browser.post(CODES, { csrf, credential: credentialOf(adminOf(rig)) })
    expect([made.status, made.text.includes(RECOVERY_CODES[0] ?? '')]).toEqual([200, true])
    expect(made.text).toContain('The old recovery codes have ended.')
    expect((await browser.get(CODES)).location).toBe('/account')
  })

  test('are none for a passkey that is not taken, and the page says so', async () => {
    const { browser, post } = await startAccount()
    await post('/add', { name: 'Laptop', credential: credentialOf('AA') })
    const { csrf } = load((await browser.get('/account', BY_NAME)).text)
    const refused = await browser.post(CODES, { csrf, credential: credentialOf('nobody') })
    expect([refused.status, refused.text.includes('This passkey was not taken')]).toEqual([422, true])
    expect(refused.text).not.toContain(RECOVERY_CODES[0])
    expect((await browser.post(CODES, { csrf, credential: '{' })).status).toBe(422)
  })
})

const adminOf = (rig: PortalRig): string => rig.upstream.identity.user('Admin').guid

describe('a sign-in by passkey', () => {
  test('has its options, leads where somebody wanted to go, and the buttons stand at a name alone', async () => {
    const rig = await startPortalRig()
    const browser = rig.browser()
    expect((await browser.get('/sign-in')).text).not.toContain('data-passkey')
    const { csrf } = load((await browser.get('/sign-in', BY_NAME)).text)
    const asked = await browser.post('/sign-in/passkey/options', { csrf })
    expect(JSON.parse(asked.text)).toMatchObject({ options: { rpId: 'localhost' } })
    const credential = credentialOf(adminOf(rig))
    const entered = await browser.post('/sign-in/passkey', { csrf, credential, returnTo: '/relay/P-1001' })
    expect([entered.status, entered.location]).toEqual([303, '/relay/P-1001'])
    expect((await browser.get('/relay')).status).toBe(200)
  })

  test('that is not taken, or of no staff, is told on the sign-in page', async () => {
    const rig = await startPortalRig()
    const browser = rig.browser()
    const { csrf } = load((await browser.get('/sign-in')).text)
    const post = async (id: string) =>
      await browser.post('/sign-in/passkey', { csrf, credential: credentialOf(id), returnTo: '' })
    expect((await post('nobody')).notice).toBe('passkey_refused')
    expect((await browser.get('/sign-in')).text).toContain('This passkey was not taken.')
    expect((await post(rig.upstream.identity.user('Customer').guid)).notice).toBe('not_staff')
    expect(browser.cookies.has('__Host-session')).toBe(false)
  })

  test('stands for a code after the password, and needs one that was right', async () => {
    const rig = await startPortalRig()
    rig.upstream.identity.account.withFactor.add(adminOf(rig))
    const browser = rig.browser()
    const credential = credentialOf(adminOf(rig))
    const early = await browser.post('/sign-in/code/passkey', {
      csrf: await browser.csrfOf('/sign-in'),
      credential,
    })
    expect(early.notice).toBe('code_over')
    await browser.signIn({ email: emailOf('Admin'), password: PASSWORD }, '/relay/P-1001')
    const page = (await browser.get('/sign-in/code', BY_NAME)).text
    expect(page).toContain('Use a passkey in place of a code')
    const { csrf } = load(page)
    const wrong = await browser.post('/sign-in/code/passkey', { csrf, credential: credentialOf('nobody') })
    expect([wrong.status, wrong.text.includes('This passkey was not taken')]).toEqual([401, true])
    const entered = await browser.post('/sign-in/code/passkey', { csrf, credential })
    expect(entered.location).toBe('/relay/P-1001')
  })
})
