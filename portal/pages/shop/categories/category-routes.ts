// GET /shop/categories is the tree, POST enters one; …/{id} is one: POST there saves it, …/remove removes it (Admin).
import { Router } from 'express'
import { z } from 'zod'
import type { Category } from '@pharmacy-relay/shared/api/shop/categories.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, versionText } from '../../../http/forms.ts'
import { redirect, redirectWithNotice, sendHtml } from '../../../http/replies.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../../http/staff.ts'
import { SHOP_PATHS, categoryPath } from '../../../views/shop-paths.ts'
import { faultyForm, refusedForm, statusOf, type RefusedForm } from '../form-problem.ts'
import { categoriesPage } from './categories-page.tsx'
import { categoryNotice } from './category-notices.ts'
import { categoryPage } from './category-page.tsx'
import {
  CategoryForm,
  NEW_CATEGORY,
  categoryValues,
  readCategory,
  type CategoryValues,
} from './category-values.ts'

export function categoryRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${SHOP_PATHS.categories}/:categoryId`
  const { createCategory, updateCategory, removeCategory } = storeApi
  // The tree itself is public; its page is there for who may change it.
  router.get(SHOP_PATHS.categories, forStaff([createCategory], showTree))
  router.post(SHOP_PATHS.categories, forStaff([createCategory], create))
  router.get(one, forStaff([updateCategory], show))
  router.post(one, forStaff([updateCategory], save))
  router.post(`${one}/remove`, forStaff([removeCategory], remove))
  // This address only answers a form; who comes back to it finds the page.
  router.get(`${one}/remove`, forStaff([updateCategory], toPage))
  return router
}

const showTree: StaffHandler = async (context, store) => {
  await sendTree(context, store, { values: NEW_CATEGORY, refused: null })
}

async function sendTree(
  context: RequestContext,
  store: StoreCall,
  shown: { readonly values: CategoryValues; readonly refused: RefusedForm | null },
): Promise<void> {
  const categories = await readTree(store)
  const notice = categoryNotice(context.takeNotice(), texts(context.preferences.language))
  const html = categoriesPage({ frame: context.frame(), categories, notice, ...shown })
  await sendHtml(context, html, statusOf(shown.refused))
}

async function readTree(store: StoreCall): Promise<readonly Category[]> {
  return (await store(storeApi.listCategories, { params: null, query: null, body: null })).categories
}

const create: StaffHandler = async (context, store) => {
  const values = readForm(CategoryForm, context.request.body)
  const read = readCategory(values)
  if ('faults' in read) return await sendTree(context, store, { values, refused: faultyForm(read.faults) })
  try {
    await store(storeApi.createCategory, { params: null, query: null, body: read.fields })
  } catch (error) {
    return await sendTree(context, store, { values, refused: refusedForm(context, error, wordsOf) })
  }
  await redirectWithNotice(context, SHOP_PATHS.categories, 'made')
}

const show: StaffHandler = async (context, store) => {
  await sendPage(context, store, { refused: null })
}

async function sendPage(
  context: RequestContext,
  store: StoreCall,
  { values, refused }: { readonly values?: CategoryValues; readonly refused: RefusedForm | null },
): Promise<void> {
  const categories = await readTree(store)
  const about = categories.find(({ id }) => id === idOf(context))
  if (about === undefined) throw noSuchCategory()
  const html = categoryPage({
    frame: context.frame(categoryPath(about.id)),
    about,
    categories,
    values: values ?? categoryValues(about),
    refused,
    notice: categoryNotice(context.takeNotice(), texts(context.preferences.language)),
  })
  await sendHtml(context, html, statusOf(refused))
}

const save: StaffHandler = async (context, store) => {
  const { version, ...values } = readForm(CategoryForm.extend({ version: versionText }), context.request.body)
  const read = readCategory(values)
  if ('faults' in read) return await sendPage(context, store, { values, refused: faultyForm(read.faults) })
  const params = { categoryId: String(idOf(context)) }
  try {
    await store(storeApi.updateCategory, { params, query: null, body: read.fields }, version)
  } catch (error) {
    return await sendPage(context, store, { values, refused: refusedForm(context, error, wordsOf) })
  }
  await redirectWithNotice(context, categoryPath(idOf(context)), 'saved')
}

const remove: StaffHandler = async (context, store) => {
  const { version } = readForm(z.object({ version: versionText }), context.request.body)
  const params = { categoryId: String(idOf(context)) }
  try {
    await store(storeApi.removeCategory, { params, query: null, body: null }, version)
  } catch (error) {
    const words = (t: Texts) => ({ state_conflict: t.shop.categories.notEmpty })
    return await sendPage(context, store, { refused: refusedForm(context, error, words) })
  }
  await redirectWithNotice(context, SHOP_PATHS.categories, 'removed')
}

const wordsOf = (t: Texts): Partial<Record<ProblemCode, string>> => ({
  state_conflict: t.shop.categories.refused,
})

const toPage: StaffHandler = async (context) => {
  await redirect(context, categoryPath(idOf(context)))
}

/** Throws ProblemError `not_found`. */
function idOf({ request }: RequestContext): number {
  const id = IdText.safeParse(request.params['categoryId'])
  if (!id.success) throw noSuchCategory()
  return id.data
}

function noSuchCategory(): ProblemError {
  return new ProblemError('not_found', 'There is no such category')
}
