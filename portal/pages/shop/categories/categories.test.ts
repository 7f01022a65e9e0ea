// The tree of categories in the panel: how it is shown, changed, and what refuses a change.
import { expect, test } from 'vitest'
import { load } from '../../../test/page-text.ts'
import { startPortalRig } from '../../../test/portal-rig.ts'
import { CATEGORIES, categoryOf } from '../../testing/shop/category-pages.ts'
import { categoryOptions, treeRows } from './category-tree.ts'

const LIST = '/shop/categories'

test('children stand below their parents, and what hangs on nothing known stands at the top', () => {
  const rows = treeRows([
    categoryOf({ id: 4, parentId: 99 }),
    categoryOf({ id: 2, parentId: 1 }),
    categoryOf({ id: 1 }),
    categoryOf({ id: 3, parentId: 2 }),
  ])
  expect(rows.map(({ category, depth }) => [category.id, depth])).toEqual([
    [4, 0],
    [1, 0],
    [2, 1],
    [3, 2],
  ])
})

test('a category is offered no place below itself', () => {
  const values = (without: number) =>
    categoryOptions(CATEGORIES, { none: '', without }).map(([value]) => value)
  expect(values(1)).toEqual([''])
  expect(values(2)).toEqual(['', '1'])
  expect(values(3)).toEqual(['', '1', '2'])
})

async function startStage() {
  const rig = await startPortalRig()
  const browser = await rig.signedIn('Admin')
  const csrf = await browser.csrfOf(LIST)
  return { ...rig, browser, csrf, categories: rig.upstream.shop.catalogue.categories }
}

test('a category is entered, renamed and moved, and removed when nothing hangs on it', async () => {
  const { browser, csrf, categories } = await startStage()
  const made = await browser.post(LIST, { csrf, name: 'Printers', parentId: '1', place: '5' })
  expect([made.location, made.notice]).toEqual([LIST, 'made'])
  expect((await browser.get(LIST)).text).toContain('The category is there.')
  const saved = await browser.post(`${LIST}/4`, { csrf, version: '1', name: 'P', parentId: '', place: '0' })
  expect(saved.notice).toBe('saved')
  expect(categories[3]).toMatchObject({ name: 'P', parentId: null, place: 0 })
  expect((await browser.post(`${LIST}/4/remove`, { csrf, version: '2' })).location).toBe(LIST)
  expect(categories).toHaveLength(3)
  const full = await browser.post(`${LIST}/1/remove`, { csrf, version: '2' })
  expect([full.status, full.text.includes('Products or categories hang on this one')]).toEqual([409, true])
})

test('what is no name and no place is said at its field; who saw another version keeps his entries', async () => {
  const { browser, csrf } = await startStage()
  const wrong = await browser.post(LIST, { csrf, name: ' ', parentId: '', place: '-1' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('This is no name')
  expect(wrong.text).toContain('A whole number from 0 to 100,000')
  const typed = { csrf, version: '1', name: 'Mine', parentId: '', place: '0' }
  const stale = await browser.post(`${LIST}/1`, typed)
  expect([stale.status, load(stale.text).field('name')]).toEqual([412, 'Mine'])
  expect((await browser.get(`${LIST}/99`)).status).toBe(404)
})

test('the shop leads each role to the first page that it may see', async () => {
  const { browser, signedIn } = await startStage()
  expect((await browser.get('/shop')).location).toBe('/shop/orders')
  const support = await signedIn('Support')
  expect((await support.get('/shop')).location).toBe('/shop/orders')
  expect((await support.get(LIST)).status).toBe(403)
})
