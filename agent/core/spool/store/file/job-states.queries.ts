// Which states are no end, as SQL needs them; job-states.ts says the same to the program.

/** The partial indexes of the schema are used only when a statement repeats their condition. */
export const IS_WAITING = `state IN ('accepted', 'waiting_for_printer', 'sending')`
export const IS_UNSETTLED = `target IS NOT NULL AND is_answered = 0 AND state IN ('forwarded', 'unknown')`
export const IS_PENDING = `pending_answer IS NOT NULL`
export const IS_OVER = `state NOT IN ('accepted', 'waiting_for_printer', 'sending')`
