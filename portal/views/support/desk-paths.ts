// Addresses of the overview and of what support sees beside its tasks.

export const DESK_PATHS = {
  overview: '/',
  /** Its live part. */
  figures: '/overview',
  /** How long answers took. */
  times: '/support/times',
  /** Rules that create tasks, and canned answers. */
  settings: '/support/settings',
  /** POST sets the rule of one problem, fields `problem`, `isOn`, `afterMinutes`, `priority`. */
  rule: '/support/settings/rule',
  /** POST sets who is on call and the closed days, fields `version`, `phone`, `language`, `days`. */
  duty: '/support/settings/duty',
  /** POST adds or changes a canned answer, fields `answerId`, `version`, `title`, `en`, `de`, `tr`. */
  answer: '/support/settings/answer',
  /** POST removes it, field `answerId`. */
  answerRemoval: '/support/settings/answer-removal',
} as const
