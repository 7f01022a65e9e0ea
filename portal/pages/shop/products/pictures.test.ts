// Pictures of a product in the panel: added with what is to be seen, refused in words, taken away.
import { expect, test } from 'vitest'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { load } from '../../../test/page-text.ts'
import { startPortalRig } from '../../../test/portal-rig.ts'

const ONE = '/shop/products/21'

test('a picture is added with what is to be seen, and taken away; what is none is said at its field', async () => {
  const rig = await startPortalRig()
  const browser = await rig.signedIn('Admin')
  const csrf = await browser.csrfOf(ONE)
  const { catalogue } = rig.upstream.shop
  const added = await browser.upload(`${ONE}/pictures`, { csrf, alt: 'A roll' }, { 'a.png': 'bytes' })
  expect([added.location, added.notice]).toEqual([ONE, 'picture-added'])
  expect([catalogue.files, catalogue.pictures.at(-1)?.alt]).toEqual([['bytes'], 'A roll'])
  expect((await browser.get(ONE)).text).toContain('alt="A roll"')
  const removed = await browser.post(`${ONE}/pictures/remove`, { csrf, picture: '9' })
  expect([removed.notice, catalogue.pictures.length]).toEqual(['picture-removed', 1])
  const silent = await browser.upload(`${ONE}/pictures`, { csrf, alt: ' ' }, {})
  expect([silent.status, silent.text.includes('Write what is to be seen')]).toEqual([422, true])
  catalogue.refuse = new ProblemError('invalid', 'none')
  const none = await browser.upload(`${ONE}/pictures`, { csrf, alt: 'A page' }, { 'a.png': '<html>' })
  expect([none.status, none.text.includes('This is no such picture')]).toEqual([422, true])
  expect(load(none.text).field('alt')).toBe('A page')
  catalogue.refuse = new ProblemError('state_conflict', 'eight')
  const eight = await browser.upload(`${ONE}/pictures`, { csrf, alt: 'A roll' }, { 'a.png': 'x' })
  expect([eight.status, eight.text.includes('has this picture already')]).toEqual([409, true])
})
