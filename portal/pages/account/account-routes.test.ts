// The page of one's own account: what is saved, what is refused and why, and sessions that end with one press.
import { describe, expect, test } from 'vitest'
import { CODE, PASSWORD, RECOVERY_CODES } from '../../test/memory-account.ts'
import { startPortalRig, type PortalRig } from '../../test/portal-rig.ts'
import { load } from '../../test/page-text.ts'
import type { BrowserReply, TestBrowser } from '../../test/test-browser.ts'

const NEW = 'four words of no relation'

interface Account {
  readonly rig: PortalRig
  readonly browser: TestBrowser
  post(path: string, fields?: Record<string, string>): Promise<BrowserReply>
  page(): Promise<string>
}

async function startAccount(): Promise<Account> {
  const rig = await startPortalRig()
  const browser = await rig.signedIn('Support')
  return {
    rig,
    browser,
    post: async (path, fields = {}) =>
      await browser.post(`/account/${path}`, { csrf: await browser.csrfOf('/account'), ...fields }),
    page: async () => (await browser.get('/account')).text,
  }
}

test('shows who one is, with a way to it from every page', async () => {
  const { browser, page } = await startAccount()
  expect((await browser.get('/relay')).text).toContain('href="/account"')
  expect(await page()).toContain('support@example.com')
})

describe('the password', () => {
  test('is changed with the one of now, and the other sessions have ended', async () => {
    const { rig, post, page } = await startAccount()
    const reply = await post('password', { oldPassword: PASSWORD, newPassword: NEW, repeat: NEW })
    expect([reply.location, reply.notice]).toEqual(['/account', 'password-changed'])
    expect(await page()).toContain('Your password is changed.')
    expect(rig.upstream.identity.account.sessions).toHaveLength(1)
  })

  test.each([
    [
      { oldPassword: 'wrong', newPassword: NEW, repeat: NEW },
      'oldPassword',
      'The password you have now is not',
    ],
    [
      { oldPassword: PASSWORD, newPassword: 'short', repeat: 'short' },
      'newPassword',
      'The password is too short',
    ],
    [{ oldPassword: PASSWORD, newPassword: NEW, repeat: 'x' }, 'repeat', 'This is not the same as above.'],
    [{ oldPassword: PASSWORD, newPassword: '', repeat: '' }, 'newPassword', 'Enter a new password.'],
  ])('%o is refused at its field, and nothing that was typed is written', async (fields, field, words) => {
    const { post } = await startAccount()
    const reply = await post('password', fields)
    expect(reply.status).toBe(422)
    expect(reply.text).toContain(`id="${field}-fault">${words}`)
    expect(reply.text).not.toMatch(/type="password"[^>]*value="[^"]/)
  })
})

test('another e-mail address is asked for, and what is none is said at the field', async () => {
  const { rig, post, page } = await startAccount()
  const wrong = await post('email', { email: 'nonsense' })
  expect(wrong.status).toBe(422)
  expect(load(wrong.text.slice(wrong.text.indexOf('id="email"') - 20)).field('email')).toBe('nonsense')
  expect((await post('email', { email: ' new@example.com ' })).notice).toBe('email-asked')
  expect(rig.upstream.identity.account.askedEmails).toEqual(['new@example.com'])
  expect(await page()).toContain('Links are on their way')
})

describe('a second factor', () => {
  async function begin({ post }: Account): Promise<Record<string, string>> {
    const { text } = await post('second-factor')
    expect(text).toContain('role="img" aria-label="QR code for your authenticator app"')
    expect(text).toContain('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
    const form = load(text)
    return { secret: form.field('secret') ?? '', uri: form.field('uri') ?? '' }
  }

  test('is set up by its first code, and its recovery codes are shown once', async () => {
    const account = await startAccount()
    expect(await account.page()).toContain('This account has no second factor')
    const enrolment = await begin(account)
    const wrong = await account.post('second-factor/activate', { ...enrolment, code: '999999' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('This code is not right')
    expect(wrong.text).toContain('GEZD GNBV')
    const done = await account.post('second-factor/activate', { ...enrolment, code: CODE })
    expect(done.status).toBe(200)
    for (const code of RECOVERY_CODES) expect(done.text).toContain(`<code>${code}</code>`)
    expect((await account.browser.get('/account/second-factor/activate')).location).toBe(
      '/account/second-factor',
    )
    expect(await account.page()).toContain('10 recovery codes are left.')
    expect(await account.page()).not.toContain(RECOVERY_CODES[0])
  })

  test('gives new recovery codes for a code of the app', async () => {
    const account = await startAccount()
    const { rig, post } = account
    rig.upstream.identity.account.withFactor.add(rig.upstream.identity.user('Support').guid)
    const wrong = await post('second-factor/recovery-codes', { code: '999999' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('This code is not right')
    const made = await post('second-factor/recovery-codes', { code: CODE })
    expect(made.text).toContain('The old recovery codes have ended.')
  })

  test('asks who is there first when the sign-in is older, and goes on with the same picture', async () => {
    const account = await startAccount()
    account.rig.upstream.identity.signedInAgoS = 660
    const { browser } = account
    browser.cookies.clear()
    await browser.signIn({ email: 'support@example.com', password: PASSWORD })
    const asked = await account.post('second-factor')
    expect(asked.status).toBe(403)
    expect(asked.text).toContain('<h1>Confirm that it is you</h1>')
    const csrf = load(asked.text).csrf
    const action = '/account/second-factor'
    const confirmed = await browser.post('/confirm', { csrf, password: PASSWORD, action, returnTo: action })
    expect(confirmed.text).toContain(`action="${action}"`)
    await begin(account)
  })
})

describe('sessions', () => {
  test('are listed with this one first, and another one ends with one press', async () => {
    const { rig, post, page } = await startAccount()
    const { account } = rig.upstream.identity
    const [, other] = account.sessions
    const text = await page()
    expect(text.indexOf('this browser')).toBeLessThan(text.indexOf(other?.id ?? ''))
    expect((await post('sessions/end', { session: other?.id ?? '' })).notice).toBe('session-ended')
    expect(account.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true])
    expect(await page()).not.toContain('End all others')
  })

  test('end after an older sign-in once it is clear who is there, and it is the one that was meant', async () => {
    const { rig, post } = await startAccount()
    const { identity } = rig.upstream
    identity.signedInAgoS = 660
    const old = await rig.signedIn('Support')
    const [, other] = identity.account.sessions
    const form = { csrf: await old.csrfOf('/account'), session: other?.id ?? '' }
    const asked = await old.post('/account/sessions/end', form)
    expect([asked.status, asked.text.includes('Confirm that it is you')]).toEqual([403, true])
    expect(asked.text).toContain(`name="kept.session" value="${other?.id}"`)
    expect(identity.account.sessions).toHaveLength(2)
    expect((await post('sessions/end-others')).notice).toBe('sessions-ended')
  })

  test('all end but this one with one press', async () => {
    const { rig, post, page } = await startAccount()
    expect((await post('sessions/end-others')).notice).toBe('sessions-ended')
    expect(await page()).toContain('All other sessions have ended.')
    expect(rig.upstream.identity.account.sessions).toHaveLength(1)
  })
})
