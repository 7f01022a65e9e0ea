// Reasons about support tasks as people read them, in English.
import { byCount } from '../language.ts'
import type { ReasonTexts } from '../../../reasons/reason-text.ts'
import type { SupportReasonCode } from '../../../reasons/support-reason-codes.ts'

export const supportReasonsEn: Pick<ReasonTexts, SupportReasonCode> = {
  task_claimed_by: ({ who }) => `${who} has this task: ask there, or wait until it is given back`,
  task_is_free: 'nobody has this task: claim it first',
  task_is_done: 'this task is done: open it again first',
  task_is_removed: 'this task was removed',
  task_new_owner_unknown: 'nobody of staff is known by this account: choose another',
  task_has_new_words: ({ count }, { count: n }) =>
    byCount(
      n,
      'the pharmacy wrote a message that you have not seen: read it, then send yours',
      `the pharmacy wrote ${count} messages that you have not seen: read them, then send yours`,
    ),
  task_message_differs: 'another message was sent under this number already',
  file_not_allowed: 'only PNG and JPEG pictures, PDF and text up to 2 MB are taken',
  file_differs: 'the file did not arrive as it was sent: send it again',
  task_files_full: ({ max }) => `this task has ${max} files: remove the task or open another`,
  answer_title_taken: 'another canned answer has this title, or there are as many as there may be',
  task_full: ({ max }) => `this task has ${max} messages: make a new one`,
  help_too_many: ({ max }) => `the pharmacy has ${max} open tasks already: write into one of them`,
  help_too_often:
    'the pharmacy has asked for help often within the hour: write into the task that is open, or telephone',
  help_over: 'this was done some time ago: ask for help again',
  help_kept_full: ({ max }) =>
    `this computer keeps ${max} requests and messages for support that are not sent yet: no more fit`,
}
