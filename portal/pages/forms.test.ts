// Sign-in, the pharmacy form and the problem pages: what they keep, say and offer.
import { describe, expect, it } from 'vitest'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { customerFormPage } from './customer-form/customer-form-page.tsx'
import { problemPage } from '../http/problem-page.tsx'
import { signInPage } from './sign-in/sign-in-page.tsx'
import { frameOf } from './testing/fixtures.ts'
import { tagsOf } from './testing/tags.ts'

const field = (html: string, name: string) =>
  tagsOf(html).findLast((tag) => tag.name === 'input' && tag.attributes['name'] === name)?.attributes

describe('the sign-in page', () => {
  const frame = frameOf({ viewer: null })

  it('keeps the e-mail, never the password, and where to go afterwards', () => {
    const html = signInPage({
      frame,
      retryAfterS: null,
      email: 'a@b.example',
      problem: 'token_invalid',
      returnTo: '/relay/P-1042',
      isHostOfNumbers: false,
    })
    expect(field(html, 'email')?.['value']).toBe('a@b.example')
    expect(field(html, 'password')?.['value'] ?? '').toBe('')
    expect(field(html, 'returnTo')?.['value']).toBe('/relay/P-1042')
    expect(html).toContain('E-mail or password is not right.')
  })

  it.each([
    ['en', 30, 'Try again in 30 seconds.'],
    ['tr', 30, '30 saniye sonra yeniden deneyin.'],
    ['de', 300, 'Versuchen Sie es in 5 Minuten erneut.'],
  ] as const)(
    'says in %s that after too many tries %i seconds are to wait',
    (language, retryAfterS, text) => {
      const given = {
        email: '',
        returnTo: null,
        problem: 'rate_limited',
        retryAfterS,
        isHostOfNumbers: false,
      } as const
      const html = signInPage({ ...given, frame: frameOf({ viewer: null, language }) })
      expect(html).toContain(texts(language).signIn.tooOften)
      expect(html).toContain(text)
    },
  )

  it('shows neither navigation nor sign-out', () => {
    const html = signInPage({
      frame,
      email: '',
      problem: null,
      retryAfterS: null,
      returnTo: null,
      isHostOfNumbers: false,
    })
    expect(html).not.toContain('/sign-out')
    expect(html).not.toContain('<nav')
  })
})

describe('the pharmacy form', () => {
  const values = { storeId: 'P-1', name: 'Ünal & Söhne', email: 'a', phone: '' }
  const quiet = { frame: frameOf(), values, faults: [], savedNow: null, retryAfterS: null }
  const create = { ...quiet, edited: null }
  const edit = { ...quiet, edited: { customerId: 7, storeId: 'P-1', version: 3 } }

  it('marks exactly the faulty fields and keeps what was typed', () => {
    const faults = [{ path: 'body.email', message: 'Invalid email address' }]
    const html = customerFormPage({ ...create, faults, problem: 'invalid' })
    const invalid = tagsOf(html).filter((tag) => tag.attributes['aria-invalid'] === 'true')
    expect(invalid.map((tag) => tag.attributes['name'])).toEqual(['email'])
    expect(invalid[0]?.attributes['aria-describedby']).toBe('email-fault')
    expect(field(html, 'name')?.['value']).toBe('Ünal &amp; Söhne')
  })

  it('says faults in the language of the reader, not of the API', () => {
    const faults = [{ path: 'body.storeId', message: 'must look like P-1042' }]
    const html = customerFormPage({
      ...create,
      frame: frameOf({ language: 'de' }),
      faults,
      problem: 'invalid',
    })
    expect(html).toContain('Das ist keine Filialnummer: P- und 1 bis 9 Ziffern')
    expect(html).not.toContain('must look like')
  })

  it.each([
    ['en', 'Write + and the country code, then the number: 7 to 15 digits, for example +441234567890.'],
    ['tr', '+ ve ülke kodunu, ardından numarayı yazın: 7–15 rakam, örneğin +902121234567.'],
    ['de', '+ und Ländervorwahl, dann die Nummer: 7 bis 15 Ziffern, zum Beispiel +4930123456.'],
  ] as const)('says in %s what a phone number looks like', (language, text) => {
    const faults = [{ path: 'body.phone', message: 'must look like +441234567890' }]
    const html = customerFormPage({ ...create, frame: frameOf({ language }), faults, problem: 'invalid' })
    expect(html).toContain(text)
    expect(html).not.toContain('must look like')
  })

  it('says that its entries are saved nowhere only when they were refused', () => {
    const marks = (html: string) => tagsOf(html).filter((tag) => tag.attributes['data-unsaved'] !== undefined)
    expect(marks(customerFormPage({ ...create, problem: 'unavailable' }))).toHaveLength(1)
    expect(marks(customerFormPage({ ...create, problem: null }))).toEqual([])
  })

  it('blames the store ID when it is taken', () => {
    const html = customerFormPage({ ...create, problem: 'state_conflict' })
    expect(field(html, 'storeId')?.['aria-invalid']).toBe('true')
  })

  it('shows what is saved beside what was typed when somebody else was faster, and says what saving does', () => {
    const savedNow = { name: 'Central & Söhne', phone: '' }
    const html = customerFormPage({ ...edit, problem: 'version_stale', savedNow })
    expect(field(html, 'version')?.['value']).toBe('3')
    expect(field(html, 'customerId')?.['value']).toBe('7')
    expect(field(html, 'name')?.['value']).toBe('Ünal &amp; Söhne')
    expect(html).toContain('Saved now: Central &amp; Söhne')
    expect(html).toContain('Saved now: nothing')
    expect(html.match(/Saved now/g)).toHaveLength(2)
    expect(html).toContain('Save my entries anyway')
    expect(html).toContain('href="/relay/P-1/edit"')
    expect(tagsOf(html).find((tag) => tag.attributes['action'] === '/relay/P-1/edit')).toBeDefined()
  })

  it('says when to try again while the service is away', () => {
    const html = customerFormPage({ ...create, problem: 'rate_limited', retryAfterS: 7 })
    expect(html).toContain('Try again in 7 seconds.')
  })
})

describe('a problem page', () => {
  const page = { frame: frameOf({ path: '/relay?name=x' }), reason: null, fields: [], traceId: 'trace-1' }

  it('offers to try again where that can help, with the wait', () => {
    const html = problemPage({ ...page, code: 'unavailable', retryAfterS: 5 })
    expect(html).toContain('href="/relay?name=x"')
    expect(html).toContain('Try again in 5 seconds.')
    expect(html).toContain('trace-1')
  })

  it('names the faulty fields as the panel calls them', () => {
    const frame = frameOf({ language: 'de' })
    const html = problemPage({
      ...page,
      frame,
      code: 'invalid',
      fields: ['storeId', 'pageSize', 'sort'],
      retryAfterS: null,
    })
    expect(html).toContain('Filialnummer, Zeilen pro Seite, sort')
  })

  it('does not offer it where it cannot', () => {
    expect(problemPage({ ...page, code: 'role_not_allowed', retryAfterS: null })).not.toContain('>Try again<')
  })

  it('leads to the sign-in page when nobody is signed in', () => {
    const notFound = { ...page, code: 'not_found', retryAfterS: null } as const
    expect(problemPage({ ...notFound, frame: frameOf({ viewer: null }) })).toContain('href="/sign-in"')
    expect(problemPage({ ...notFound, frame: frameOf() })).not.toContain('href="/sign-in"')
  })
})
