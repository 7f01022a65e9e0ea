// P08: a step that matters after an older sign-in asks who is there, repeats nothing by itself, and loses nothing that was typed.
import { describe, expect, test } from 'vitest'
import { CODE, PASSWORD } from '../../test/memory-identity.ts'
import { PAGE, startPrintingStage, writes, type PrintingStage } from '../../test/printing-stage.ts'
import { load } from '../../test/page-text.ts'
import type { BrowserReply, TestBrowser } from '../../test/test-browser.ts'

interface OldSignIn {
  readonly stage: PrintingStage
  /** An Admin who proved eleven minutes ago who he is. */
  readonly admin: TestBrowser
}

async function startOldSignIn(): Promise<OldSignIn> {
  const stage = await startPrintingStage()
  stage.upstream.identity.signedInAgoS = 660
  const admin = await stage.signedIn('Admin')
  stage.upstream.seen.length = 0
  return { stage, admin }
}

/** Every field of the last form in the main part. */
function fieldsOf({ text }: BrowserReply): Record<string, string> {
  const form = text.slice(text.lastIndexOf('<form', text.indexOf('</main>')))
  const inputs = [...form.matchAll(/<input[^>]*name="([^"]*)"[^>]*>/g)]
  return Object.fromEntries(inputs.map(([tag, name = '']) => [name, /value="([^"]*)"/.exec(tag)?.[1] ?? '']))
}

function actionOf({ text }: BrowserReply): string {
  return /action="([^"]*)"/.exec(text.slice(text.lastIndexOf('<form', text.indexOf('</main>'))))?.[1] ?? ''
}

async function editorFields(admin: TestBrowser): Promise<Record<string, string>> {
  const { text } = await admin.get(`${PAGE}?edit=11`)
  const form = load(text.slice(text.indexOf('id="role-editor"')))
  return { csrf: form.csrf, version: form.field('version') ?? '' }
}

const CHANGE = { role: '1', printerName: 'tcp:192.168.1.50:9100', tcpPort: '9100' }

describe('P08 a change of a role after an older sign-in', () => {
  test('is not made, and comes with everything that was typed after the password', async () => {
    const { stage, admin } = await startOldSignIn()
    const asked = await admin.post(`${PAGE}/computers/11/role`, { ...(await editorFields(admin)), ...CHANGE })
    expect(asked.status).toBe(403)
    expect(asked.text).toContain('<h1>Confirm that it is you</h1>')
    expect(asked.text).not.toContain('name="code"')
    stage.upstream.seen.length = 0
    const confirmed = await admin.post('/confirm', { ...fieldsOf(asked), password: PASSWORD })
    expect(confirmed.status).toBe(200)
    expect(writes(stage)).toEqual([])
    const form = fieldsOf(confirmed)
    expect(form).toMatchObject(CHANGE)
    const done = await admin.post(actionOf(confirmed), form)
    expect([done.status, done.location, done.notice]).toEqual([303, PAGE, 'printing-saved'])
    expect(stage.upstream.store.customers[0]?.printerConfig?.printerComputerId).toBe(11)
  })

  test('asks for a code where the account has one, and says what was wrong', async () => {
    const { stage, admin } = await startOldSignIn()
    stage.upstream.identity.account.withFactor.add(stage.upstream.identity.user('Admin').guid)
    const fields = { ...(await editorFields(admin)), ...CHANGE }
    const asked = await admin.post(`${PAGE}/computers/11/role`, fields)
    const wrong = await admin.post('/confirm', { ...fieldsOf(asked), password: 'wrong', code: CODE })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('The password you have now is not right.')
    const again = await admin.post('/confirm', { ...fieldsOf(wrong), password: PASSWORD, code: '000000' })
    expect(again.text).toContain('This code is not right')
    const right = await admin.post('/confirm', { ...fieldsOf(again), password: PASSWORD, code: CODE })
    expect(fieldsOf(right)).toMatchObject(CHANGE)
  })
})

test.each([
  ['approve', { computer: '11' }],
  ['restore', { computer: '11' }],
  ['computers/11/revoke', {}],
  ['computers/11/remove', {}],
  ['computers/11/move', { to: 'P-1002' }],
])('P08 %s asks, and cancelling leads to a page that is there', async (form, fields) => {
  const { stage, admin } = await startOldSignIn()
  const csrf = await admin.csrfOf(PAGE)
  stage.upstream.seen.length = 0
  const asked = await admin.post(`${PAGE}/${form}`, { csrf, ...fields })
  expect(asked.status).toBe(403)
  const back = await admin.get(fieldsOf(asked)['returnTo'] ?? '')
  expect([200, 303]).toContain(back.status)
  if (back.location !== null) expect((await admin.get(back.location)).status).toBe(200)
  expect(stage.customer.computers.find(({ id }) => id === 11)?.access).toBe('approved')
})

test('P08 a pairing code is made once, after the password', async () => {
  const { stage, admin } = await startOldSignIn()
  const page = await admin.get(`${PAGE}/pairing`)
  const asked = await admin.post(`${PAGE}/pairing`, { ...fieldsOf(page), needsApproval: 'yes' })
  expect(asked.status).toBe(403)
  expect(stage.customer.pairingCodes).toEqual([])
  const confirmed = await admin.post('/confirm', { ...fieldsOf(asked), password: PASSWORD })
  const made = await admin.post(actionOf(confirmed), fieldsOf(confirmed))
  expect(made.status).toBe(201)
  expect(stage.customer.pairingCodes.map(({ needsApproval }) => needsApproval)).toEqual([true])
  expect((await admin.post(actionOf(confirmed), fieldsOf(confirmed))).status).toBe(409)
})

test('looking, renaming and withdrawing codes ask nothing', async () => {
  const { admin } = await startOldSignIn()
  const csrf = await admin.csrfOf(PAGE)
  const renamed = await admin.post(`${PAGE}/computers/11/name`, { csrf, displayName: 'Till' })
  expect(renamed.notice).toBe('renamed')
  expect((await admin.post(`${PAGE}/pairing/withdraw`, { csrf })).notice).toBe('codes-withdrawn')
})

test('the page that asks writes no secret of the form, sends to this site alone, and needs a session', async () => {
  const { stage, admin } = await startOldSignIn()
  const csrf = await admin.csrfOf(PAGE)
  const passwords = { oldPassword: 'secret-1', newPassword: 'secret-2', repeat: 'secret-2' }
  const secrets = { ...passwords, code: 'secret-3', '<b>': 'x' }
  const asked = await admin.post(`${PAGE}/approve`, { csrf, computer: '11', ...secrets })
  expect(asked.text).not.toMatch(/secret-|&lt;b/)
  const elsewhere = { csrf, password: PASSWORD, returnTo: '//evil.example', action: 'https://evil.example/' }
  expect((await admin.post('/confirm', elsewhere)).location).toBe('/relay')
  const reply = await stage.browser().post('/confirm', { csrf, password: PASSWORD })
  expect([reply.status, reply.location]).toEqual([303, '/sign-in'])
})
