// Products from a file: sent, followed, and what is wrong named by line.
import { expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { startPortalRig } from '../../../test/portal-rig.ts'

const FORM = '/shop/products/import'

async function startStage() {
  const rig = await startPortalRig()
  const browser = await rig.signedIn('Admin')
  const csrf = await browser.csrfOf(FORM)
  return { browser, csrf, catalogue: rig.upstream.shop.catalogue }
}

test('a file goes to the store as it is, and its page moves until it is written', async () => {
  const { browser, csrf, catalogue } = await startStage()
  const sent = await browser.upload(FORM, { csrf }, { 'products.csv': 'sku,name\nÄ,Ö\n' })
  expect([sent.status, sent.location]).toEqual([303, '/shop/products/imports/6'])
  expect(catalogue.files).toEqual(['sku,name\nÄ,Ö\n'])
  const moving = await browser.get('/shop/products/imports/6')
  expect(moving.text).toContain('data-refresh="/shop/products/imports/6/now"')
  Object.assign(catalogue.imports[1] ?? {}, { state: 'applied', rowsDone: 3 })
  const region = await browser.get('/shop/products/imports/6/now')
  expect(region.text).toContain('1 new, 1 changed')
  expect(region.text).not.toContain('data-refresh')
})

test('faults stand in a list by line, in the words of the reader', async () => {
  const { browser, catalogue } = await startStage()
  const fault = { line: 12, column: 'priceMinor', code: 'value' as const, message: 'too small' }
  Object.assign(catalogue.imports[0] ?? {}, { state: 'refused', faultCount: 1, faults: [fault] })
  const page = await browser.get('/shop/products/imports/5')
  expect(page.text).toContain('Line 12')
  expect(page.text).toContain('1250 for 12.50')
  expect(page.text).not.toContain('too small')
})

test('no file, an empty one, and one while another is under way are said on the form', async () => {
  const { browser, csrf, catalogue } = await startStage()
  expect((await browser.upload(FORM, { csrf }, {})).text).toContain('Choose one file')
  expect((await browser.upload(FORM, { csrf }, { 'a.csv': '' })).status).toBe(422)
  catalogue.refuse = new ProblemError('state_conflict', 'busy')
  const busy = await browser.upload(FORM, { csrf }, { 'a.csv': 'sku' })
  expect([busy.status, busy.text.includes('Another import is under way')]).toEqual([409, true])
  expect((await browser.upload(FORM, { csrf: 'none' }, { 'a.csv': 'sku' })).status).toBe(403)
  expect(catalogue.files).toEqual([])
})
