// Reasons about support tasks: why a step or a message is not taken. texts/LANGUAGE/reasons/support.ts says them.

export const SUPPORT_REASONS = {
  // Why a step of a task is not made.
  task_claimed_by: { who: 'name' },
  task_is_free: {},
  task_is_done: {},
  task_is_removed: {},
  task_new_owner_unknown: {},

  // Why a message is not taken.
  task_has_new_words: { count: 'count' },
  task_message_differs: {},
  file_not_allowed: {},
  file_differs: {},
  task_files_full: { max: 'count' },
  answer_title_taken: {},
  task_full: { max: 'count' },

  // Why a pharmacy cannot ask for help again.
  help_too_many: { max: 'count' },
  help_too_often: {},
  help_over: {},
  help_kept_full: { max: 'count' },
} as const

export type SupportReasonCode = keyof typeof SUPPORT_REASONS
