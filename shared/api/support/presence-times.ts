// How long somebody counts as there, and as writing, at a support task. Without a schema: the panel's browser script has it, too.
/** How often whoever is there says so again, in ms. */
export const PRESENCE_AGAIN_MS = 20_000
/** So long after he said so last he is not there any more, in ms of a clock that nobody sets: also where nobody could say that he left. */
export const PRESENCE_GONE_MS = 45_000
/** So long after the last letter nobody is writing any more, in ms. */
export const WRITING_REST_MS = 10_000
/** A page tells of letters at most once in this time, in ms. */
export const WRITING_AGAIN_MS = 4_000
