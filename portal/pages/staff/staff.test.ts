// The pages of users over HTTP: who may see them, what is asked of the identity API, and how refusals are told.
import { expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { SHOWN_USER } from '../../test/memory-users.ts'
import { load } from '../../test/page-text.ts'
import { messageOf, resetOf } from '../testing/staff-pages.ts'
import { startPortalRig } from '../../test/portal-rig.ts'

const USER = `/staff/${SHOWN_USER}`

async function startStage() {
  const rig = await startPortalRig()
  const admin = await rig.signedIn('Admin')
  const csrf = load((await admin.get(USER)).text).csrf
  return { rig, admin, csrf, administration: rig.upstream.identity.administration }
}

test.each(['Support', 'SuperSupport'] as const)('%s may see none of them', async (role) => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn(role)
  const csrf = load((await browser.get('/relay')).text).csrf
  for (const path of ['/staff', '/staff/invite', USER, '/sms-log', '/sms-log/pharmacy'])
    expect([path, (await browser.get(path)).status]).toEqual([path, 403])
  for (const form of ['link', 'role', 'state', 'reset', 'reset/confirm', 'reset/end', 'session', 'sessions'])
    expect([form, (await browser.post(`${USER}/${form}`, { csrf })).status]).toEqual([form, 403])
  expect(rig.upstream.identity.administration.asked).toEqual([])
})

test('the list asks for what its address says, and refuses what it does not know', async () => {
  const { admin, administration } = await startStage()
  const page = await admin.get('/staff?q=nia&role=Support&state=&utm=1')
  expect(page.status).toBe(200)
  expect(page.text).toContain(USER)
  expect(administration.queries).toEqual([{ q: 'nia', role: 'Support', page: 1, pageSize: 50 }])
  expect((await admin.get('/staff?role=King')).status).toBe(422)
  expect((await admin.get('/staff/nobody')).status).toBe(404)
})

test('the form says how the link goes before it is sent, and wants the number where it goes there', async () => {
  const { admin, administration } = await startStage()
  const phone = async () => {
    const { text } = await admin.get('/staff/invite')
    return [text, /<input[^>]*id="phone"[^>]*>/.exec(text)?.[0].includes('required')] as const
  }
  const [bySms, isWanted] = await phone()
  expect([bySms.includes('by text message to the phone number below'), isWanted]).toEqual([true, true])
  administration.linksGoBy = 'mail'
  const [byMail, isWantedToo] = await phone()
  expect([byMail.includes('by mail to the e-mail address below'), isWantedToo]).toEqual([true, false])
  administration.linksGoBy = 'none'
  expect((await phone())[0]).toContain('No link can be sent')
})

test('an invitation is sent, and its user’s page says so once', async () => {
  const { admin, csrf, administration } = await startStage()
  const form = { csrf, name: ' Ned New ', email: 'ned@x.example', phone: '+44 1234 567-890', role: 'Support' }
  const sent = await admin.post('/staff/invite', { ...form, language: 'de' })
  expect([sent.status, sent.notice]).toEqual([303, 'invited'])
  expect(administration.asked.at(-1)).toEqual([
    'inviteUser',
    {
      name: 'Ned New',
      email: 'ned@x.example',
      phone: '+441234567890',
      role: 'Support',
      pharmacyId: null,
      language: 'de',
    },
  ])
  const page = await admin.get(sent.location ?? '')
  expect(page.text).toContain('The account is there, and its link is on the way.')
  expect(page.text).toContain('text message to the number that ends in 7890')
})

test('a faulty invitation comes back with what was typed, and one that is refused with the words', async () => {
  const { admin, csrf, administration } = await startStage()
  const form = { csrf, name: 'Ned', email: 'ned', phone: '12', role: 'Support', language: 'en' }
  const faulty = await admin.post('/staff/invite', form)
  expect(faulty.status).toBe(422)
  expect(faulty.text).toContain('value="ned"')
  expect(administration.asked).toEqual([])
  administration.refuse = new ProblemError('state_conflict', reason('email_taken', {}))
  const taken = await admin.post('/staff/invite', { ...form, email: 'ned@x.example', phone: '' })
  expect(taken.status).toBe(409)
  expect(taken.text).toContain('Somebody else has this e-mail address.')
})

test('I15: that the last active Admin stays is told in words, on the page of the user', async () => {
  const { admin, csrf, administration } = await startStage()
  administration.refuse = new ProblemError('state_conflict', reason('last_admin', {}))
  for (const [form, fields] of [
    ['role', { role: 'Support' }],
    ['state', { isActive: 'false' }],
  ] as const) {
    const refused = await admin.post(`${USER}/${form}`, { csrf, ...fields })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('This is the last active Admin: make somebody else Admin first.')
    expect(refused.text).toContain('Nia New')
  }
})

test('role, state, link and sessions are changed, each with its words', async () => {
  const { rig, admin, csrf, administration } = await startStage()
  const { account } = rig.upstream.identity
  const [current, session] = account.sessions
  const did = async (form: string, fields: Record<string, string>) => {
    const reply = await admin.post(`${USER}/${form}`, { csrf, ...fields })
    return [reply.status, reply.location, reply.notice]
  }
  expect(await did('session', { session: session?.id ?? '' })).toEqual([303, USER, 'session_ended'])
  expect(account.sessions).toEqual([current])
  account.sessions.push(...(session === undefined ? [] : [session]))
  expect(await did('sessions', {})).toEqual([303, USER, 'sessions_ended'])
  expect(await did('link', { language: 'tr' })).toEqual([303, USER, 'link_sent'])
  expect(await did('role', { role: 'SuperSupport' })).toEqual([303, USER, 'role_changed'])
  expect(await did('state', { isActive: 'false' })).toEqual([303, USER, 'disabled'])
  expect((await admin.get(USER)).text).toContain('This user is disabled and cannot sign in.')
  expect(await did('state', { isActive: 'true' })).toEqual([303, USER, 'enabled'])
  expect(account.sessions).toEqual([current])
  expect(administration.asked).toEqual([
    ['sendUserLink', { language: 'tr' }],
    ['changeUserRole', { role: 'SuperSupport', pharmacyId: null }],
    ['changeUserState', { isActive: false }],
    ['changeUserState', { isActive: true }],
  ])
})

test('a reset of a second factor is asked for by one Admin and confirmed by another', async () => {
  const { rig, admin, csrf } = await startStage()
  const { resets } = rig.upstream.identity
  expect((await admin.get(USER)).text).toContain('24 hours after the user was told')
  const asked = await admin.post(`${USER}/reset`, { csrf, language: 'de' })
  expect([asked.location, asked.notice]).toEqual([USER, 'reset_asked'])
  const mine = (await admin.get(USER)).text
  expect(mine).toContain('Another Admin than the one who asked can confirm it.')
  expect(mine).not.toContain(`${USER}/reset/confirm`)
  expect((await admin.get('/staff')).text).toContain('Second factors to be reset')
  const refused = await admin.post(`${USER}/reset`, { csrf, language: 'de' })
  expect([refused.status, refused.text.includes('is asked for already')]).toEqual([409, true])
  // As another Admin sees it.
  resets.open.set(SHOWN_USER, resetOf({ user: { ...resetOf().user, guid: SHOWN_USER } }))
  const theirs = (await admin.get(USER)).text
  expect(theirs).toContain('Ada Admin asked for a reset of the second factor.')
  expect(theirs).toContain('datetime="2026-11-21T10:00:05.000Z"')
  const done = await admin.post(`${USER}/reset/confirm`, { csrf })
  expect([done.location, done.notice]).toEqual([USER, 'reset_done'])
  expect(resets.did).toEqual([
    ['ask', SHOWN_USER],
    ['confirm', SHOWN_USER],
  ])
  const none = await admin.post(`${USER}/reset/confirm`, { csrf })
  expect([none.status, none.text.includes('No reset of this account is asked for.')]).toEqual([409, true])
})

test('a reset is withdrawn, and one that its owner objected to can only be asked for anew', async () => {
  const { rig, admin, csrf } = await startStage()
  const { open, did } = rig.upstream.identity.resets
  const user = { ...resetOf().user, guid: SHOWN_USER }
  open.set(SHOWN_USER, resetOf({ user, objectedAt: '2026-11-20T12:00:00.000Z' }))
  const objected = (await admin.get(USER)).text
  expect(objected).toContain('The owner objected to the reset that Ada Admin asked for.')
  for (const form of ['reset/confirm', 'reset/end']) expect(objected).not.toContain(`${USER}/${form}`)
  expect((await admin.get('/staff')).text).not.toContain('Second factors to be reset')
  await admin.post(`${USER}/reset`, { csrf, language: 'en' })
  const ended = await admin.post(`${USER}/reset/end`, { csrf })
  expect([ended.location, ended.notice]).toEqual([USER, 'reset_ended'])
  expect(did.map(([what]) => what)).toEqual(['ask', 'end'])
})

test('the log of text messages has the end of a number, and no text', async () => {
  const { admin, administration } = await startStage()
  administration.sms.push({
    id: 1,
    createdAt: '2026-11-20T11:00:00.000Z',
    endedAt: null,
    phoneEnd: '7890',
    state: 'failed',
    fault: 'unreachable',
    providerCode: null,
  })
  const page = await admin.get('/sms-log?state=')
  expect(page.text).toContain('ends in 7890')
  expect(page.text).toContain('The provider could not be reached: nothing went out.')
  expect((await admin.get('/sms-log?state=lost')).status).toBe(422)
})

test('the log of messages of the pharmacy API says what was held back and why, and each log leads to the other', async () => {
  const { rig, admin } = await startStage()
  const entry = messageOf({ state: 'suppressed', reason: 'ceiling', smsId: null, segments: 0 })
  rig.upstream.pharmacy.messages = [messageOf({ id: 2 }), entry]
  expect((await admin.get('/sms-log')).text).toContain('href="/sms-log/pharmacy"')
  const page = await admin.get('/sms-log/pharmacy?state=suppressed')
  expect(page.text).toContain('href="/sms-log"')
  expect(page.text).toContain('ends in 90')
  expect(page.text).toContain('Too many codes went out within an hour')
  expect(page.text).not.toContain('handed to the provider</td>')
  expect((await admin.get('/sms-log/pharmacy?state=lost')).status).toBe(422)
})
