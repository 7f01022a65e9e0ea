// The tables of support tasks as Kysely types.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import type {
  MessageAuthor,
  TaskAction,
  TaskOrigin,
  TaskState,
} from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { FileKind } from '@pharmacy-relay/shared/api/support/task-file.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'

interface SupportTasksTable {
  readonly id: GeneratedAlways<number>
  /** Null: an incident. */
  customerId: number | null
  computerId: number | null
  origin: TaskOrigin
  problem: SupportProblem | null
  problemSince: Date | null
  subject: string | null
  priority: number
  state: Generated<TaskState>
  version: Generated<number>
  claimedBy: string | null
  claimedByName: string | null
  handoverNote: string | null
  lastSeq: Generated<number>
  lastPublicSeq: Generated<number>
  unansweredSince: Date | null
  /** Kept by a trigger. */
  readonly dueAt: GeneratedAlways<Date | null>
  firstAnsweredAt: Date | null
  diagnosis: ColumnType<Diagnosis | null, string | null, string | null>
  diagnosisAt: Date | null
  language: string | null
  contactName: string | null
  createKey: string
  reopened: Generated<number>
  wellSince: Date | null
  createdAt: Generated<Date>
  doneAt: Date | null
  resolution: string | null
  isSolved: boolean | null
}

interface SupportMessagesTable {
  taskId: number
  seq: number
  clientId: string
  author: MessageAuthor
  authorGuid: string | null
  authorName: string
  isInternal: Generated<boolean>
  text: string
  erasedAt: Date | null
  at: Generated<Date>
}

interface SupportReadsTable {
  taskId: number
  reader: string
  readSeq: number
}

interface SupportTaskLogTable {
  taskId: number
  version: number
  at: Generated<Date>
  action: TaskAction
  was: TaskState | null
  became: TaskState
  byGuid: string | null
  byName: string | null
  note: string | null
}

interface SupportProblemRulesTable {
  problem: SupportProblem
  isOn: boolean
  afterMinutes: number
  priority: number
}

interface SupportFilesTable {
  taskId: number
  seq: number
  kind: FileKind
  isLabel: Generated<boolean>
  consentAt: Date | null
  consentText: string | null
  fileName: string
  sha256: string
  bytes: number
  content: Buffer
  at: Generated<Date>
}

export interface SupportTaskSchema {
  SupportFiles: SupportFilesTable
  SupportTasks: SupportTasksTable
  SupportMessages: SupportMessagesTable
  SupportReads: SupportReadsTable
  SupportTaskLog: SupportTaskLogTable
  SupportProblemRules: SupportProblemRulesTable
}
