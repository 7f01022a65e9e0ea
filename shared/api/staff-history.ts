// What staff did, as the store API tells it: who, what, before and after, when; and the members of staff that it knows.
import { z } from 'zod'
import { Id, IdText, Instant, StoreId, Uuid, lineOfText } from '../ids.ts'
import { STAFF_ROLES, UserRole } from '../user-role.ts'
import { closed } from '../wire.ts'
import { endpoint, pageOf, paging } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'

/** Names of fields and their values, in the order in which people read them. No patient's data, no secret; of a phone number its end. */
export const StaffValues = z.record(
  z.string().regex(/^[a-zA-Z]{1,40}$/),
  z.union([z.string().max(300), z.number(), z.boolean(), z.null()]),
)
export type StaffValues = z.infer<typeof StaffValues>

/** Everything that the platform writes into the staff log; a reader may meet what a later version writes. */
export const STAFF_ACTIONS = [
  'customer.create',
  'customer.update',
  'customer.opening-hours',
  'pairing-code.make',
  'pairing-code.withdraw',
  'computer.approve',
  'computer.revoke',
  'computer.restore',
  'computer.remove',
  'computer.rename',
  'computer.move',
  'computer.new-identity',
  'computer.set-role',
  'computer.test-label',
  'computer.list-jobs',
  'computer.cancel-job',
  'computer.diagnose',
  'computer.list-printers',
  'computer.update',
  'printer-config.save',
  'standby.save',
  'standby.remove',
  'standby.first-again',
  'user.invite',
  'user.send-link',
  'user.set-role',
  'user.disable',
  'user.enable',
  'user.end-sessions',
  'product.create',
  'product.update',
  'product.deactivate',
  'product.import',
  'stock.receive',
  'stock.adjust',
  'picture.add',
  'picture.remove',
  'category.create',
  'category.update',
  'category.remove',
  'coupon.create',
  'coupon.update',
  'task.run',
  'task.pause',
  'task.resume',
  'support-task.create',
  'support-task.claim',
  'support-task.release',
  'support-task.hand-over',
  'support-task.take-over',
  'support-task.resolve',
  'support-task.reopen',
  'support-task.remove',
  'support-rule.set',
  'support-duty.set',
  'support-file.keep',
  'support-file.read',
  'support-answer.set',
  'support-answer.remove',
  'order.refund',
  'payment.retry',
  'order.cancel',
  'order.ship',
  'staff-log.erase',
  'list.export',
] as const
export type StaffActionKind = (typeof STAFF_ACTIONS)[number]

/** A whole name, or its part before the point. */
const StaffActionName = z
  .string()
  .regex(/^[a-z-]{1,30}(?:\.[a-z-]{1,30})?$/, 'must look like customer.update, or customer for all of them')

/** One thing that a member of staff did. `summary` names fields, never values of patients or secrets. */
export const StaffOperation = z
  .strictObject({
    id: Id,
    at: Instant,
    staffGuid: z.string().max(64),
    /** As he was called then; null where the words of the row were erased. */
    staffName: z.string().max(120).nullable(),
    staffRole: z.string().max(32),
    /** As he is called now; null for who is not known as staff. */
    staffNameNow: z.string().max(120).nullable(),
    action: z.string().max(64),
    customerId: Id.nullable(),
    /** Of the pharmacy as it is now; null where there is none. */
    storeId: StoreId.nullable(),
    computerId: Id.nullable(),
    /** As the computer is called now; null where it was removed. */
    computerName: z.string().max(63).nullable(),
    /** Whose account it was about. */
    userGuid: Uuid.nullable(),
    userName: z.string().max(120).nullable(),
    /** Null where the words of the row were erased. */
    summary: z.string().max(500).nullable(),
    before: StaffValues.nullable(),
    after: StaffValues.nullable(),
  })
  .meta({ id: 'StaffOperation' })
export type StaffOperation = z.infer<typeof StaffOperation>

/** Everything after which labels of a pharmacy may come out elsewhere, or not at all. */
export const PRINTING_ACTIONS = STAFF_ACTIONS.filter(
  (action) =>
    /^(?:printer-config|standby)\./.test(action) ||
    /^computer\.(?:set-role|approve|revoke|restore|remove|move)$/.test(action),
) satisfies readonly StaffActionKind[]

/** Of one pharmacy, the newest. */
export const MAX_STAFF_CHANGES = 20

/** A row about the printing of one pharmacy, for everybody who may read the pharmacy: without what else stands in the log. */
export const StaffChange = StaffOperation.pick({
  id: true,
  at: true,
  staffName: true,
  staffRole: true,
  action: true,
  computerId: true,
  computerName: true,
  before: true,
  after: true,
}).meta({ id: 'StaffChange' })
export type StaffChange = z.infer<typeof StaffChange>

/** `action` is a whole name, or its part before the point. `from` counts, `to` does not. */
export const StaffLogQuery = z.strictObject({
  ...paging,
  customerId: IdText.optional(),
  storeId: StoreId.optional(),
  staffGuid: z
    .string()
    .regex(/^[a-zA-Z0-9-]{1,64}$/, 'must be a guid, or the name of a service')
    .optional(),
  action: StaffActionName.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
})
export type StaffLogQuery = z.infer<typeof StaffLogQuery>

/** A member of staff as the store API saw him last; who left stays. */
export const Staff = z
  .strictObject({
    guid: z.string().max(64),
    name: z.string().max(120),
    role: UserRole,
    isActive: z.boolean(),
    seenAt: Instant,
  })
  .meta({ id: 'Staff' })
export type Staff = z.infer<typeof Staff>

/** What the identity API does to users. */
const UserAction = z
  .enum(STAFF_ACTIONS)
  .extract([
    'user.invite',
    'user.send-link',
    'user.set-role',
    'user.disable',
    'user.enable',
    'user.end-sessions',
  ])
export type UserActionKind = z.infer<typeof UserAction>

/** What an Admin did to a user, as the identity API tells it. The same `source` is written once. */
export const ForeignRecord = z
  .strictObject({
    source: Uuid,
    at: Instant,
    actor: z.strictObject({ guid: Uuid, name: lineOfText(120), role: UserRole }),
    /** As he is afterwards. */
    user: z.strictObject({ guid: Uuid, name: lineOfText(120), role: UserRole, isActive: z.boolean() }),
    action: UserAction,
    summary: lineOfText(500),
    before: StaffValues.nullable(),
    after: StaffValues.nullable(),
  })
  .meta({ id: 'ForeignRecord' })
export type ForeignRecord = z.infer<typeof ForeignRecord>

/** Of one call. */
export const MAX_RECORDS = 20

/** As many as a list of names can show. */
export const MAX_STAFFS = 1_000

/** Lists that staff download as a file. */
export const EXPORTED_LISTS = [
  'pharmacies',
  'problems',
  'computers',
  'support-tasks',
  'staff-history',
  'orders',
  'products',
] as const

/** What is downloaded; `filters` are the names of the fields that its filter uses, never what was typed into them. */
export const ListExport = z
  .strictObject({
    list: closed(z.enum(EXPORTED_LISTS)),
    filters: z.array(z.string().regex(/^[a-zA-Z]{1,40}$/)).max(20),
  })
  .meta({ id: 'ListExport' })
export type ListExport = z.infer<typeof ListExport>

export const staffHistoryApi = {
  recordExport: endpoint({
    method: 'POST',
    path: '/api/v1/staff-operation-history/exports',
    summary: 'Write into the log that somebody downloads a list as a file, before its first row leaves',
    access: STAFF_ROLES,
    body: ListExport,
    reply: { status: 204, schema: null },
  }),
  listStaffOperations: endpoint({
    method: 'GET',
    path: '/api/v1/staff-operation-history/logs',
    summary: 'What staff did, newest first',
    access: ['Admin', 'SuperSupport'],
    query: StaffLogQuery,
    reply: { status: 200, schema: pageOf(StaffOperation) },
  }),
  listStaffs: endpoint({
    method: 'GET',
    path: '/api/v1/staff-operation-history/staffs',
    summary: 'Who is known as staff, by name; who left, too',
    access: ['Admin', 'SuperSupport'],
    reply: { status: 200, schema: z.strictObject({ staffs: z.array(Staff).max(MAX_STAFFS) }) },
  }),
  recordForeignOperations: endpoint({
    method: 'POST',
    path: '/api/v1/staff-operation-history/records',
    summary: 'Write what Admins did at the identity API into the log; again is harmless',
    access: 'internal-key',
    body: z.strictObject({ records: z.array(ForeignRecord).min(1).max(MAX_RECORDS) }),
    maxBodyBytes: 131_072,
    reply: { status: 204, schema: null },
  }),
} as const satisfies EndpointTable
