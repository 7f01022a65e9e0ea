// Creating and editing a pharmacy (Admin): GET shows the form, POST saves it or shows it again with what was wrong.
import { Router } from 'express'
import { z } from 'zod'
import type { CustomerDetail, CustomerFields } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import {
  customerFormPage,
  type CustomerFormPageProps,
  type CustomerFormValues,
} from '../pages/customer-form/customer-form-page.tsx'
import { PATHS, customerPath } from '../views/paths.ts'
import { customerOf } from './customers.ts'
import { readForm, typed, versionText } from './forms.ts'
import type { PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { forStaff, type StaffHandler } from './staff.ts'
import type { Visit } from './visit.ts'

// Longer than any field may be, so that the API's own words say what is wrong; not without end.
const FIELD = typed(1_000)
const CustomerForm = z.object({ storeId: FIELD, name: FIELD, email: FIELD, phone: FIELD })
const EditForm = CustomerForm.extend({ version: versionText })

const EMPTY: CustomerFormValues = { storeId: '', name: '', email: '', phone: '' }

export function customerFormRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${PATHS.relay}/:storeId`
  router.get(PATHS.newCustomer, forStaff(parts, ['Admin'], showNew))
  router.post([PATHS.newCustomer, PATHS.relay], forStaff(parts, ['Admin'], create))
  router.get(`${one}/edit`, forStaff(parts, ['Admin'], showEdit))
  router.post([`${one}/edit`, one], forStaff(parts, ['Admin'], save))
  return router
}

const showNew: StaffHandler = async (visit) => {
  await sendForm(visit, { mode: 'create', values: EMPTY, version: null, storeId: null }, null)
}

const create: StaffHandler = async (visit, store) => {
  const values = readForm(CustomerForm, visit.request.body)
  const form: FormState = { mode: 'create', values, version: null, storeId: null }
  await savedOrShown(visit, form, async () => {
    const body = fieldsOf(values)
    return await store(storeApi.createCustomer, { params: null, query: null, body })
  })
}

const showEdit: StaffHandler = async (visit, store) => {
  const customer = await customerOf(visit.request, store)
  const { storeId, version } = customer
  await sendForm(visit, { mode: 'edit', values: valuesOf(customer), version, storeId }, null)
}

const save: StaffHandler = async (visit, store) => {
  const { version, ...values } = readForm(EditForm, visit.request.body)
  const customer = await customerOf(visit.request, store)
  const form: FormState = { mode: 'edit', values, version, storeId: customer.storeId }
  await savedOrShown(visit, form, async () => {
    const params = { customerId: String(customer.id) }
    return await store(storeApi.updateCustomer, { params, query: null, body: fieldsOf(values) }, version)
  })
}

type FormState = Pick<CustomerFormPageProps, 'mode' | 'values' | 'version' | 'storeId'>

/** Saved: on to the page of the pharmacy. Refused for what was typed, or stale: the form again, entries kept. */
async function savedOrShown(
  visit: Visit,
  form: FormState,
  save: () => Promise<CustomerDetail>,
): Promise<void> {
  let saved: CustomerDetail
  try {
    saved = await save()
  } catch (error) {
    if (!(error instanceof ProblemError) || !SHOWN_IN_FORM.has(error.code)) throw error
    return await sendForm(visit, form, error)
  }
  const notice = form.mode === 'create' ? 'created' : 'saved'
  await redirect(visit, `${customerPath(saved.storeId)}?notice=${notice}`)
}

/** What a person can mend in the form, and what is worth keeping the entries for. */
const SHOWN_IN_FORM: ReadonlySet<string> = new Set([
  'invalid',
  'state_conflict',
  'version_stale',
  'rate_limited',
  'unavailable',
  'upstream_unavailable',
  'upstream_timeout',
])

async function sendForm(visit: Visit, form: FormState, error: ProblemError | null): Promise<void> {
  const problem = error?.code ?? null
  const html = customerFormPage({ frame: visit.frame(), ...form, faults: error?.errors ?? [], problem })
  await sendHtml(visit, html, problem === null ? 200 : PROBLEM_CODES[problem].status)
}

function fieldsOf(values: CustomerFormValues): CustomerFields {
  const phone = values.phone.replaceAll(/[\s()./-]/g, '')
  return { ...values, phone: phone === '' ? null : phone }
}

function valuesOf({ storeId, name, email, phone }: CustomerDetail): CustomerFormValues {
  return { storeId, name, email, phone: phone ?? '' }
}
