// Drug lists in the panel: files from a browser to the pharmacy API, the steps of an import, and what refuses each.
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { load } from '../../test/page-text.ts'
import { startPortalRig } from '../../test/portal-rig.ts'
import { importOf } from '../testing/drug-import-pages.ts'

const CHOSEN = { kind: 'bdpm', source: '', encoding: 'windows-1252' }
const FILES = { 'CIS_bdpm.txt': 'a\n', 'CIS_CIP_bdpm.txt': 'ş\n' }
const uploadFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('relay-upload-'))

async function startStage(signedInAgoS = 0) {
  const rig = await startPortalRig()
  rig.upstream.identity.signedInAgoS = signedInAgoS
  const browser = await rig.signedIn('Admin')
  const csrf = await browser.csrfOf('/medicines')
  return { ...rig, browser, csrf, pharmacy: rig.upstream.pharmacy }
}

test('files of a browser become an import that is checked, and none of them stays at the portal', async () => {
  const { browser, csrf, pharmacy } = await startStage()
  const before = uploadFolders()
  const reply = await browser.upload('/medicines', { csrf, ...CHOSEN }, FILES)
  expect([reply.status, reply.location]).toEqual([303, '/medicines/imports/8'])
  const [made] = pharmacy.imports
  expect(made?.state).toBe('checked')
  expect(made?.files.map(({ name, bytes, isReceived }) => [name, bytes, isReceived])).toEqual([
    ['CIS_bdpm.txt', 2, true],
    ['CIS_CIP_bdpm.txt', 3, true],
  ])
  await until('the files are gone', () => uploadFolders().every((name) => before.includes(name)))
  const page = await browser.get('/medicines/imports/8')
  expect(page.text).toContain('Checked, not applied yet')
  expect(page.text).toContain('action="/medicines/imports/8/apply"')
})

test.each([
  ['no file', CHOSEN, {}, 'Choose the files of this list'],
  ['a file of another list', CHOSEN, { 'drugs.csv': 'a\n' }, 'Choose the files of this list'],
  ['an empty file', CHOSEN, { 'CIS_bdpm.txt': '' }, 'Choose the files of this list'],
  [
    'a list without a name',
    { ...CHOSEN, kind: 'tables' },
    { 'drugs.csv': 'a\n' },
    'This is no name of a list',
  ],
  [
    'the name of a list with a form of its own',
    { ...CHOSEN, kind: 'tables', source: 'bdpm' },
    { 'drugs.csv': 'a\n' },
    'This is no name of a list',
  ],
])('%s is refused on the form, and nothing is begun', async (_what, chosen, files, words) => {
  const { browser, csrf, pharmacy } = await startStage()
  const reply = await browser.upload('/medicines', { csrf, ...chosen }, files)
  expect([reply.status, pharmacy.imports.length]).toEqual([422, 1])
  expect(reply.text).toContain(words)
})

test('without the token of the form, or for another role, no byte of a file is kept', async () => {
  const { browser, pharmacy, signedIn } = await startStage()
  const before = uploadFolders()
  const late = await browser.upload('/medicines', { csrf: 'of another session', ...CHOSEN }, FILES)
  expect(late.status).toBe(403)
  const support = await signedIn('Support')
  const own = load((await support.get('/relay')).text).csrf
  expect((await support.upload('/medicines', { csrf: own, ...CHOSEN }, FILES)).status).toBe(403)
  expect((await browser.upload('/medicines', CHOSEN, FILES)).status).toBe(403)
  expect(pharmacy.imports).toHaveLength(1)
  await until('nothing is left', () => uploadFolders().every((name) => before.includes(name)))
})

test('a form that ends in its midst, and one with too many files, is refused', async () => {
  const { browser, csrf, pharmacy } = await startStage()
  const five = Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`${String(at)}.txt`, 'a\n']))
  expect((await browser.upload('/medicines', { csrf, ...CHOSEN }, five)).status).toBe(413)
  const cut = `--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${csrf}\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="CIS_bdpm.txt"\r\n\r\na\n`
  const reply = await fetch(`${browser.url}/medicines`, {
    method: 'POST',
    body: cut,
    redirect: 'manual',
    headers: {
      cookie: browser.cookieHeader(),
      origin: browser.url,
      'content-type': 'multipart/form-data; boundary=x',
    },
  })
  expect(reply.status).toBe(400)
  expect(pharmacy.imports).toHaveLength(1)
})

test('a list that is under way is told on the form; a check that cannot begin yet is begun on the page', async () => {
  const { browser, csrf, pharmacy } = await startStage()
  pharmacy.refuse = new ProblemError('state_conflict', 'An import of this list is under way')
  const reply = await browser.upload('/medicines', { csrf, ...CHOSEN }, FILES)
  expect(reply.status).toBe(409)
  expect(reply.text).toContain('An import of this list is under way')
  pharmacy.imports.unshift(importOf({ id: 9, state: 'open', counts: null }))
  expect((await browser.get('/medicines/imports/9')).text).toContain('Check the files')
  expect((await browser.post('/medicines/imports/9/check', { csrf })).location).toBe('/medicines/imports/9')
  expect(pharmacy.imports[0]?.state).toBe('checked')
})

test('applying says first what goes, and more than 5 % wants a tick', async () => {
  const { browser, csrf, pharmacy } = await startStage()
  const [one] = pharmacy.imports
  if (one === undefined || one.counts === null) throw new Error('no import')
  one.counts.mustConfirm = true
  const page = await browser.get('/medicines/imports/7')
  expect(page.text).toContain('9 medicines and 73 packs are withdrawn')
  expect(page.text).toContain('name="confirmWithdrawn"')
  pharmacy.refuse = new ProblemError('state_conflict', 'More than 5 % would be withdrawn')
  const refused = await browser.post('/medicines/imports/7/apply', { csrf })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('tick first that the withdrawals are meant')
  await browser.post('/medicines/imports/7/apply', { csrf, confirmWithdrawn: 'yes' })
  expect(pharmacy.applied).toEqual([{ confirmWithdrawn: true }])
})

test('applying asks once more who is there, and keeps what was ticked', async () => {
  const { browser, csrf, pharmacy } = await startStage(660)
  const asked = await browser.post('/medicines/imports/7/apply', { csrf, confirmWithdrawn: 'yes' })
  expect(asked.status).toBe(403)
  expect(asked.text).toContain('name="kept.confirmWithdrawn"')
  expect(pharmacy.applied).toEqual([])
})

test('while an import is under way its page asks again, and no more afterwards', async () => {
  const { browser, pharmacy } = await startStage()
  const [one] = pharmacy.imports
  if (one === undefined) throw new Error('no import')
  Object.assign(one, { state: 'applying', percent: 60 })
  const moving = await browser.get('/medicines/imports/7')
  expect(moving.text).toContain('data-refresh="/medicines/imports/7/now"')
  expect((await browser.get('/medicines')).text).toContain('data-refresh="/medicines/table"')
  one.state = 'applied'
  const settled = await browser.get('/medicines/imports/7/now', { 'hx-request': 'true' })
  expect(settled.text).toContain('Applied')
  expect(settled.text).not.toContain('data-refresh')
})

test('what was found is paged, with file, line and rule', async () => {
  const { browser, pharmacy } = await startStage()
  const finding = { file: 'CIS_CIP_bdpm.txt', rule: 'check_digit', isFault: true, what: '34009' } as const
  pharmacy.findings = Array.from({ length: 60 }, (_, at) => ({ ...finding, line: at + 1 }))
  const second = await browser.get('/medicines/imports/7?page=2')
  expect(second.text).toContain('Line 51')
  expect(second.text).not.toContain('Line 50')
  expect(second.text).toContain('The check digit is wrong')
  expect((await browser.get('/medicines/imports/7?page=0')).status).toBe(422)
  expect((await browser.get('/medicines/imports/none')).status).toBe(404)
})

test('a pharmacy API that is away is told in words', async () => {
  const { browser, upstream } = await startStage()
  upstream.cutPath = '/Pharmacy/'
  const reply = await browser.get('/medicines')
  expect(reply.status).toBe(502)
  expect(reply.text).toContain('A service did not answer')
})
