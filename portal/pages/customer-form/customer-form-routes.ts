// Creating and editing a pharmacy (Admin), and its opening hours: GET shows the form, POST saves it or shows it again with what was wrong.
import { Router } from 'express'
import { z } from 'zod'
import { CustomerFields, type CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { CustomerFormValues } from './customer-fieldset.tsx'
import { customerFormPage, type CustomerFormPageProps, type EditedCustomer } from './customer-form-page.tsx'
import { openingHoursRoutes } from '../opening-hours/opening-hours-routes.ts'
import { PATHS } from '../../views/paths.ts'
import { customerOf, storeIdOf } from '../../http/named-customer.ts'
import { readForm, typed, versionText } from '../../http/forms.ts'
import { redirectToPharmacy, sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'
import type { RequestContext } from '../../http/request-context.ts'

// Longer than any field may be, so that the API's own words say what is wrong; not without end.
const FIELD = typed(1_000)
const CustomerForm = z.object({ storeId: FIELD, name: FIELD, email: FIELD, phone: FIELD })
/** The id finds the pharmacy also when somebody else has changed its store id meanwhile. */
const EditForm = CustomerForm.extend({ customerId: IdText, version: versionText })

const FIELD_NAMES = ['storeId', 'name', 'email', 'phone'] as const
const EMPTY: CustomerFormValues = { storeId: '', name: '', email: '', phone: '' }

export function customerFormRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${PATHS.relay}/:storeId`
  router.get(PATHS.newCustomer, forStaff([storeApi.createCustomer], showNew))
  router.post([PATHS.newCustomer, PATHS.relay], forStaff([storeApi.createCustomer], create))
  router.get(`${one}/edit`, forStaff([storeApi.updateCustomer], showEdit))
  router.post([`${one}/edit`, one], forStaff([storeApi.updateCustomer], save))
  router.use(openingHoursRoutes(forStaff))
  return router
}

const showNew: StaffHandler = async (context) => {
  await sendForm(context, { values: EMPTY, edited: null }, null)
}

const create: StaffHandler = async (context, store) => {
  const values = readForm(CustomerForm, context.request.body)
  await savedOrShown(context, { values, edited: null }, async () => {
    const call = { params: null, query: null, body: fieldsOf(values) }
    await redirectToPharmacy(context, (await store(storeApi.createCustomer, call)).storeId, 'created')
  })
}

const showEdit: StaffHandler = async (context, store) => {
  const customer = await customerOf(context, store)
  await sendForm(context, { values: valuesOf(customer), edited: editedOf(customer) }, null)
}

const save: StaffHandler = async (context, store) => {
  const { customerId, version, ...values } = readForm(EditForm, context.request.body)
  const edited = { customerId, version, storeId: storeIdOf(context) }
  const params = { customerId: String(customerId) }
  await savedOrShown(context, { values, edited }, async () => {
    const call = { params, query: null, body: fieldsOf(values) }
    const saved = await store(storeApi.updateCustomer, call, version).catch(async (error: unknown) => {
      if (!(error instanceof ProblemError) || error.code !== 'version_stale') throw error
      const current = await store(storeApi.getCustomer, { params, query: null, body: null })
      // Sent twice, or somebody else wrote just the same: what was wanted is saved.
      if (Object.keys(differing(current, values)).length === 0) return current
      await sendStale(context, { values, current }, error)
      return null
    })
    if (saved !== null) await redirectToPharmacy(context, saved.storeId, 'saved')
  })
}

type FormState = Pick<CustomerFormPageProps, 'values' | 'edited'>

/** Refused for what was typed, or for now: the form again, entries kept. */
async function savedOrShown(
  context: RequestContext,
  form: FormState,
  save: () => Promise<void>,
): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (!(error instanceof ProblemError) || !SHOWN_IN_FORM.has(error.code)) throw error
    await sendForm(context, form, error)
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

async function sendForm(context: RequestContext, form: FormState, error: ProblemError | null): Promise<void> {
  const problem = error?.code ?? null
  const html = customerFormPage({
    frame: context.frame(),
    ...form,
    faults: error?.errors ?? [],
    problem,
    savedNow: null,
    retryAfterS: error?.retryAfterS ?? null,
  })
  if (error !== null) setRetryAfter(context, error)
  await sendHtml(context, html, problem === null ? 200 : PROBLEM_CODES[problem].status)
}

interface Stale {
  readonly values: CustomerFormValues
  readonly current: CustomerDetail
}

/** The entries beside what is saved now; the form carries the current version, so that it can be sent knowingly. */
async function sendStale(
  context: RequestContext,
  { values, current }: Stale,
  error: ProblemError,
): Promise<void> {
  const html = customerFormPage({
    frame: context.frame(),
    values,
    edited: editedOf(current),
    faults: [],
    problem: error.code,
    savedNow: differing(current, values),
    retryAfterS: null,
  })
  await sendHtml(context, html, PROBLEM_CODES[error.code].status)
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
