// A file in the conversation of a support task: what it is was told by its bytes, never by its name.
import { z } from 'zod'
import { lineOfForeignText } from '../../ids.ts'
import { growing } from '../../wire.ts'

export const MAX_FILE_BYTES = 2_097_152
/** Files of one task. */
export const MAX_TASK_FILES = 20

/** A support bundle is text. */
export const FileKind = growing(z.enum(['png', 'jpeg', 'pdf', 'text']), 'text')
export type FileKind = z.infer<typeof FileKind>

/** The longest name that a sender may give; what is kept is its last part, with the ending of its kind. */
export const FileName = lineOfForeignText(120)

export const TaskFile = z
  .strictObject({
    kind: FileKind,
    name: z.string().max(120),
    bytes: z.int().min(1),
    /** The masked picture of a label, to which the person at the computer said yes. */
    isLabel: z.boolean(),
  })
  .meta({ id: 'SupportTaskFile' })
export type TaskFile = z.infer<typeof TaskFile>
