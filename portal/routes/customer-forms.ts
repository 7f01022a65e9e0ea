// Creating and editing a pharmacy (Admin): GET shows the form, POST saves it or shows it again with what was wrong.
import { Router } from 'express'
import { z } from 'zod'
import { CustomerFields, type CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { CustomerFormValues } from '../pages/customer-form/customer-fieldset.tsx'
import {
  customerFormPage,
  type CustomerFormPageProps,
  type EditedCustomer,
} from '../pages/customer-form/customer-form-page.tsx'
import { PATHS, customerPath } from '../views/paths.ts'
import { customerOf, storeIdOf } from './customers.ts'
import { readForm, typed, versionText } from './forms.ts'
import type { PortalParts } from './portal-parts.ts'
import { redirect, sendHtml, setRetryAfter } from './replies.ts'
import { forStaff, type StaffHandler } from './staff.ts'
import type { Visit } from './visit.ts'

// Longer than any field may be, so that the API's own words say what is wrong; not without end.
const FIELD = typed(1_000)
const CustomerForm = z.object({ storeId: FIELD, name: FIELD, email: FIELD, phone: FIELD })
/** The id finds the pharmacy also when somebody else has changed its store id meanwhile. */
const EditForm = CustomerForm.extend({ customerId: IdText, version: versionText })

const FIELD_NAMES = ['storeId', 'name', 'email', 'phone'] as const
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
  await sendForm(visit, { values: EMPTY, edited: null }, null)
}

const create: StaffHandler = async (visit, store) => {
  const values = readForm(CustomerForm, visit.request.body)
  await savedOrShown(visit, { values, edited: null }, async () => {
    const call = { params: null, query: null, body: fieldsOf(values) }
    await redirect(visit, savedPath(await store(storeApi.createCustomer, call), 'created'))
  })
}

const showEdit: StaffHandler = async (visit, store) => {
  const customer = await customerOf(visit.request, store)
  await sendForm(visit, { values: valuesOf(customer), edited: editedOf(customer) }, null)
}

const save: StaffHandler = async (visit, store) => {
  const { customerId, version, ...values } = readForm(EditForm, visit.request.body)
  const edited = { customerId, version, storeId: storeIdOf(visit.request) }
  const params = { customerId: String(customerId) }
  await savedOrShown(visit, { values, edited }, async () => {
    const call = { params, query: null, body: fieldsOf(values) }
    const saved = await store(storeApi.updateCustomer, call, version).catch(async (error: unknown) => {
      if (!(error instanceof ProblemError) || error.code !== 'version_stale') throw error
      const current = await store(storeApi.getCustomer, { params, query: null, body: null })
      // Sent twice, or somebody else wrote just the same: what was wanted is saved.
      if (Object.keys(differing(current, values)).length === 0) return current
      await sendStale(visit, { values, current }, error)
      return null
    })
    if (saved !== null) await redirect(visit, savedPath(saved, 'saved'))
  })
}

function savedPath({ storeId }: CustomerDetail, notice: 'created' | 'saved'): string {
  return `${customerPath(storeId)}?notice=${notice}`
}

type FormState = Pick<CustomerFormPageProps, 'values' | 'edited'>

/** Refused for what was typed, or for now: the form again, entries kept. */
async function savedOrShown(visit: Visit, form: FormState, save: () => Promise<void>): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (!(error instanceof ProblemError) || !SHOWN_IN_FORM.has(error.code)) throw error
    await sendForm(visit, form, error)
  }
}

/** What a person can mend in the form, and what is worth keeping the entries for. */
const SHOWN_IN_FORM: ReadonlySet<string> = new Set([
  'invalid',
  'state_conflict',
  'rate_limited',
  'unavailable',
  'upstream_unavailable',
  'upstream_timeout',
])

async function sendForm(visit: Visit, form: FormState, error: ProblemError | null): Promise<void> {
  const problem = error?.code ?? null
  const html = customerFormPage({
    ...{ frame: visit.frame(), ...form, faults: error?.errors ?? [], problem },
    ...{ savedNow: null, retryAfterS: error?.retryAfterS ?? null },
  })
  if (error !== null) setRetryAfter(visit, error)
  await sendHtml(visit, html, problem === null ? 200 : PROBLEM_CODES[problem].status)
}

interface Stale {
  readonly values: CustomerFormValues
  readonly current: CustomerDetail
}

/** The entries beside what is saved now; the form carries the current version, so that it can be sent knowingly. */
async function sendStale(visit: Visit, { values, current }: Stale, error: ProblemError): Promise<void> {
  const html = customerFormPage({
    ...{ frame: visit.frame(), values, edited: editedOf(current), faults: [], problem: error.code },
    ...{ savedNow: differing(current, values), retryAfterS: null },
  })
  await sendHtml(visit, html, PROBLEM_CODES[error.code].status)
}

/** What is saved now, of the fields that were typed differently. */
function differing(current: CustomerDetail, typedValues: CustomerFormValues): Partial<CustomerFormValues> {
  const asTyped = fieldsOf(typedValues)
  const wanted = CustomerFields.safeParse(asTyped).data ?? asTyped
  const saved = valuesOf(current)
  const names = FIELD_NAMES.filter((name) => saved[name] !== (wanted[name] ?? ''))
  return Object.fromEntries(names.map((name) => [name, saved[name]]))
}

function fieldsOf(values: CustomerFormValues): CustomerFields {
  const phone = values.phone.replaceAll(/[\s()./-]/g, '')
  return { ...values, phone: phone === '' ? null : phone }
}

function valuesOf({ storeId, name, email, phone }: CustomerDetail): CustomerFormValues {
  return { storeId, name, email, phone: phone ?? '' }
}

function editedOf({ id, storeId, version }: CustomerDetail): EditedCustomer {
  return { customerId: id, storeId, version }
}
