// What staff did to the printing of one pharmacy, as everybody may read it who may read the pharmacy: a part of a row of the staff log.
import type { z } from 'zod'
import { STAFF_ACTIONS, StaffOperation, type StaffActionKind } from './staff-history.ts'

/** Everything after which labels of a pharmacy may come out elsewhere, or not at all. */
export const PRINTING_ACTIONS = STAFF_ACTIONS.filter(
  (action) =>
    /^(?:printer-config|standby)\./.test(action) ||
    /^computer\.(?:set-role|approve|revoke|restore|remove|move)$/.test(action),
) satisfies readonly StaffActionKind[]

/** Of one pharmacy, the newest. */
export const MAX_STAFF_CHANGES = 20

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
