// The tree of categories.
import { z } from 'zod'
import { Id, IdText, lineOfText } from '../../ids.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'

/** As many as one page of the shop can be built from. */
export const MAX_CATEGORIES = 1_000

export const CategoryFields = z
  .strictObject({
    /** Null at the top. */
    parentId: Id.nullable(),
    name: lineOfText(120),
    /** Among its siblings; equal ones by name. */
    place: z.int().min(0).max(100_000),
  })
  .meta({ id: 'CategoryFields' })
export type CategoryFields = z.infer<typeof CategoryFields>

export const Category = z
  .strictObject({
    id: Id,
    ...CategoryFields.shape,
    slug: z.string().max(200),
    version: z.int().min(1),
    /** Active products, without those of categories below. */
    productCount: z.int().min(0),
  })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof Category>

const CATEGORIES = '/api/v1/categories'
const CATEGORY = `${CATEGORIES}/{categoryId}`
const categoryParams = z.strictObject({ categoryId: IdText })

/** `state_conflict`: the parent is gone or below itself, there are too many, or something still hangs on what is to go. */
export const shopCategoriesApi = {
  listCategories: endpoint({
    method: 'GET',
    path: CATEGORIES,
    summary: 'All categories, siblings in their order',
    access: 'public',
    reply: { status: 200, schema: z.strictObject({ categories: z.array(Category).max(MAX_CATEGORIES) }) },
  }),
  createCategory: endpoint({
    method: 'POST',
    path: CATEGORIES,
    summary: 'Enter a category',
    access: ['Admin'],
    body: CategoryFields,
    reply: { status: 201, schema: Category },
    refusals: ['state_conflict'],
  }),
  updateCategory: endpoint({
    method: 'PUT',
    path: CATEGORY,
    summary: 'Change a category; its address in the shop stays',
    access: ['Admin'],
    params: categoryParams,
    body: CategoryFields,
    versioned: true,
    reply: { status: 200, schema: Category },
    refusals: ['state_conflict'],
  }),
  removeCategory: endpoint({
    method: 'DELETE',
    path: CATEGORY,
    summary: 'Remove a category without products and without categories below',
    access: ['Admin'],
    params: categoryParams,
    versioned: true,
    reply: { status: 204, schema: null },
    refusals: ['state_conflict'],
  }),
} as const satisfies EndpointTable
