// Who looks at a support task at this moment, and who writes: told again and again, and kept nowhere.
import { z } from 'zod'
import { Id, Uuid, lineOfForeignText } from '../../ids.ts'
import { growing } from '../../wire.ts'

export const PresenceKind = growing(z.enum(['looks', 'writes', 'left']), 'looks')
export type PresenceKind = z.infer<typeof PresenceKind>

/** At a computer, or of staff for a computer: without a name. */
export const HelpPresence = z.strictObject({ taskId: Id, kind: PresenceKind })
export type HelpPresence = z.infer<typeof HelpPresence>

/** `viewerId`: of one open page, or of the session of a computer; the newest that is told of it counts. */
const who = { viewerId: Uuid, name: lineOfForeignText(120), taskId: Id, kind: PresenceKind }

/** A member of staff who has the page of a task open, as the portal tells the store API. */
export const StaffPresence = z.strictObject({ ...who, guid: z.string().min(1).max(64) })
export type StaffPresence = z.infer<typeof StaffPresence>

/** As the store API tells all portals. */
export const TaskPresence = z.strictObject({
  ...who,
  customerId: Id,
  computerId: Id.nullable(),
  /** Null: the person at the computer of the task. */
  guid: z.string().max(64).nullable(),
})
export type TaskPresence = z.infer<typeof TaskPresence>
