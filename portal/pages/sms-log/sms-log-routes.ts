// GET /sms-log: what became of text messages; GET /sms-log/pharmacy: what the pharmacy API wanted to send (Admin).
import { Router } from 'express'
import type { z } from 'zod'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { SmsLogQuery } from '@pharmacy-relay/shared/api/identity-sms.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { MessageLogQuery } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'
import { PATHS } from '../../views/paths.ts'
import { messageLogPage } from './message-log-page.tsx'
import { smsLogPage } from './sms-log-page.tsx'

export function smsLogRoutes(forIdentity: ForStaff, forPharmacy: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.smsLog, forIdentity([identityApi.listSms], show))
  router.get(PATHS.messageLog, forPharmacy([pharmacyApi.listMessages], showMessages))
  return router
}

const show: StaffHandler = async (context, identity) => {
  const parsed = readQuery(SmsLogQuery, context)
  const list = await identity(identityApi.listSms, { params: null, query: textsOf(parsed), body: null })
  await sendHtml(context, smsLogPage({ frame: context.frame(), query: parsed, list }))
}

const showMessages: StaffHandler = async (context, pharmacy) => {
  const parsed = readQuery(MessageLogQuery, context)
  const list = await pharmacy(pharmacyApi.listMessages, { params: null, query: textsOf(parsed), body: null })
  await sendHtml(context, messageLogPage({ frame: context.frame(), query: parsed, list }))
}

/** Throws ProblemError `invalid`. */
function readQuery<S extends z.ZodObject>(schema: S, { request }: RequestContext): z.output<S> {
  // A form without a choice says `state=`.
  const given = Object.entries(request.query).filter(([, value]) => value !== '')
  const parsed = schema.strip().safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data as z.output<S>
  const errors = fieldFaults('query', parsed.error)
  throw new ProblemError('invalid', 'The address of the list is not valid', { errors })
}

function textsOf<State extends string>(query: {
  readonly page: number
  readonly pageSize: number
  readonly state?: State | undefined
}) {
  const { page, pageSize, state } = query
  return { page: String(page), pageSize: String(pageSize), ...(state === undefined ? {} : { state }) }
}
